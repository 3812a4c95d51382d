import type { Scenario, Step } from '../scenario.ts'
import { aboutEntity, type Derivation, filledPath, mayCallEver } from './derivation.ts'
import { rateScenario, tooOften } from './rate-scenario.ts'

/** Runs that are begun: so often by each. What cannot be begun counts, as it is asked for as often. */
export const jobRates = (deriving: Derivation): readonly Scenario[] => {
  const [begin] = deriving.model.operations.flatMap(({ name, job }) => (job === undefined ? [] : begun(deriving, name)))
  if (!begin) return []
  const steps = [begin, { ...begin, expect: tooOften }]
  return [rateScenario('jobs', 'runs are begun so often by each', { RATE_JOBS: '1' }, steps)]
}

const begun = (deriving: Derivation, operation: string): readonly Step[] => {
  const { model, surface } = deriving
  const route = surface.routes.find((each) => each.kind === 'operation' && each.operation === operation)
  const role = model.access.roles.find((each) => mayCallEver(model, each, operation))
  const entity = model.entities.find(({ name }) => name === route?.entity)
  const path = route && filledPath(route.path, entity && aboutEntity(deriving, entity).rows[0])
  if (!route || role === undefined || !path) return []
  return [{ as: role, method: route.method, path, body: { unheardOf: 1 }, expect: { status: 422 } }]
}

import { deepEqual, ok } from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { counts } from './charter.ts'
import { askable } from './derive/askable.ts'
import { aboutEntity, type Derivation } from './derive/derivation.ts'
import { entityScenarios } from './derive/entity.ts'
import { openTarget } from './open-target.ts'
import { scenarioRunner } from './run-scenarios.ts'
import type { Scenario } from './scenario.ts'
import { deriving } from './service.ts'
import type { Target } from './target.ts'

/** A test for each scenario of a family, all of one service, which each finds as it was, and as many as the charter gave. */
export const play = (name: string, family: (deriving: Derivation) => readonly Scenario[]): void => {
  const scenarios = askable(family(deriving), deriving)
  // What changes nothing need not wait for one another.
  const isReading = scenarios.every(({ rows, writes }) => rows === 'any' && !writes)
  describe(name, { concurrency: isReading ? 4 : 1 }, () => {
    let target: Target
    let run: ReturnType<typeof scenarioRunner>
    before(async () => {
      target = await openTarget()
      run = scenarioRunner(target, true)
    })
    after(() => target.close())

    test('there is a scenario for everything that the charter says', () => ok(scenarios.length >= (counts[name] ?? 0)))
    for (const scenario of scenarios)
      test(`${scenario.title} (${scenario.id})`, async (context) => {
        const outcome = await run(scenario)
        if (typeof outcome === 'string') context.skip(outcome)
        else deepEqual(outcome, null)
      })
  })
}

/** The family of one entity of the charter. */
export const entityScenariosOf =
  (name: string) =>
  (of: Derivation): readonly Scenario[] => {
    const entity = of.model.entities.find((each) => each.name === name)
    return entity ? entityScenarios(aboutEntity(of, entity)) : []
  }

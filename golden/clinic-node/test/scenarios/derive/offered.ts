import type { Scenario, Step } from '../scenario.ts'
import type { RestRoute } from '../surfaces.ts'
import type { Derivation } from './derivation.ts'
import { statusesOf } from './room.ts'

/** Of a step, whether REST offers what it asks: a charter leaves out what it likes (`rest: { only }`). */
export const offeredBy = ({ surface: { routes } }: Derivation): ((step: Step, scenario: Scenario) => boolean) => {
  const { routesAt, rowsOf } = indexOf(routes)
  const madeAt = (path: string): string | undefined => routesAt(path).find(({ kind }) => kind === 'create')?.entity
  const locationIn = ({ save = {} }: Step): string | undefined =>
    Object.keys(save).find((name) => save[name] === 'header:location')
  /** A path that is an address which an earlier step was told: of a row that it made. */
  const askedOf = (path: string, { steps }: Scenario): readonly RestRoute[] => {
    const told = /^\{\{(\w+)\}\}/.exec(path)?.[1]
    if (told === undefined) return routesAt(path)
    const maker = steps.find((step) => locationIn(step) === told)
    return maker ? rowsOf(madeAt(maker.path)) : []
  }
  const isThere = (method: string, path: string, scenario: Scenario): boolean => {
    if (path.startsWith('null')) return false
    const asked = askedOf(path, scenario)
    const verb = method === 'HEAD' ? 'GET' : method
    return asked.length === 0 || verb === 'OPTIONS' || asked.some((route) => route.method === verb)
  }
  return (step, scenario) => {
    if (statusesOf(step).some((status) => status === 404 || status === 405)) return true
    const meanwhile = (step.turns ?? []).flatMap((turn) => ('asks' in turn && turn.asks ? [turn.asks] : []))
    return (
      [step, ...meanwhile].every(({ method, path }) => isThere(method, path, scenario)) &&
      // Rows that cannot be read have no address to be told.
      (locationIn(step) === undefined ||
        madeAt(step.path) === undefined ||
        rowsOf(madeAt(step.path)).some(({ kind }) => kind === 'read'))
    )
  }
}

interface Index {
  /** Routes that a path may be of: a parameter takes any step. */
  routesAt(path: string): readonly RestRoute[]
  /** Routes of one row of an entity. */
  rowsOf(entity: string | undefined): readonly RestRoute[]
}

const indexes = new WeakMap<readonly RestRoute[], Index>()

/** Made once for each surface: there may be thousands of routes, and as many entities that are asked about. */
const indexOf = (routes: readonly RestRoute[]): Index => {
  const known = indexes.get(routes)
  if (known) return known
  const patterns = routes.map((route) => ({ route, pattern: route.path.split('/') }))
  const byStart = Map.groupBy(patterns, ({ pattern }) => startOf(pattern))
  const byEntity = Map.groupBy(routes, ({ entity }) => entity)
  const made: Index = {
    routesAt: (path) => {
      const steps = path.replace(/\?.*$/, '').split('/')
      return [...steps.keys(), steps.length]
        .flatMap((length) => byStart.get(steps.slice(0, length).join('/')) ?? [])
        .filter(({ pattern }) => isOf(steps, pattern))
        .map(({ route }) => route)
    },
    rowsOf: (entity) =>
      (byEntity.get(entity) ?? []).filter(({ kind }) => /^(?:read|replace|update|remove)$/.test(kind)),
  }
  indexes.set(routes, made)
  return made
}

/** The steps before the first parameter. */
const startOf = (pattern: readonly string[]): string => {
  const first = pattern.findIndex((step) => step.startsWith(':'))
  return pattern.slice(0, first === -1 ? pattern.length : first).join('/')
}

const isOf = (steps: readonly string[], pattern: readonly string[]): boolean =>
  pattern.length === steps.length && pattern.every((each, at) => each.startsWith(':') || each === steps[at])

import type { Deprecation } from '../../../src/runtime/index.ts'
import type { Check, Scenario, Step } from '../scenario.ts'
import { askedEntities } from './asked-entity.ts'
import type { Derivation } from './derivation.ts'
import { restScenario } from './rest-scenario.ts'

/** Whoever asks for what the charter deprecates is told so (RFC 9745), also when refused; of all else nothing is said. */
export const restDeprecations = (deriving: Derivation): readonly Scenario[] => {
  const asked = askedEntities(deriving)
  if (!asked.some(({ about }) => about.entity.deprecated)) return []
  const steps = asked.flatMap(({ about, role, one, list }): readonly Step[] => {
    const headers = headersOf(about.entity.deprecated)
    const get = (path: string, status: number): Step => ({ as: role, method: 'GET', path, expect: { status, headers } })
    return [get(`${list}?limit=1`, 200), get(one, 200), get(`${list}?nonsense=1`, 422)]
  })
  return [restScenario('deprecations', 'what is deprecated says since when, and when it may be gone', steps, false)]
}

const headersOf = (of: Deprecation | undefined): Readonly<Record<string, Check>> => {
  const seconds = of && Date.parse(of.since) / 1000
  return {
    deprecation: seconds === undefined ? { absent: true } : { equals: `@${seconds}` },
    sunset: of?.sunset === undefined ? { absent: true } : { equals: new Date(of.sunset).toUTCString() },
  }
}

import type { ServiceModel } from '../../../src/runtime/index.ts'
import type { Scenario, Step } from '../scenario.ts'
import type { AskedEntity } from './asked-entity.ts'
import { restScenario } from './rest-scenario.ts'

/** A version that is asked for by media type: the one that is served, or no answer. */
export const restVersions = ({ about, role, list }: AskedEntity): readonly Scenario[] => [
  restScenario(
    'accept.version',
    'who asks for a version by media type is answered with it, or told that it is another that is served',
    versions(about.model).map(
      ([accept, type]): Step => ({
        as: role,
        method: 'GET',
        path: `${list}?limit=1`,
        headers: { accept },
        expect:
          type === null
            ? { status: 406, body: [{ at: '/code', equals: 'not-acceptable' }] }
            : { status: 200, headers: { 'content-type': { equals: `${type}; charset=utf-8` } } },
      }),
    ),
    false,
  ),
]

/** What is accepted, with the media type of the answer; null: there is none. */
const versions = ({ name, version }: ServiceModel): readonly (readonly [string, string | null])[] => {
  const major = Number.parseInt(version, 10)
  const [json, vendor] = [`application/json; version=${major}`, `application/vnd.${name}.v${major}+json`]
  return [
    [json, json],
    [vendor, vendor],
    [`application/vnd.${name}.v${major + 1}+json, ${vendor};q=0.5`, vendor],
    [`application/json; version=${major + 1}, */*;q=0.1`, 'application/json'],
    [`application/json; version=${major + 1}`, null],
    [`application/vnd.${name}.v${major + 1}+json`, null],
    [`application/vnd.another.v${major}+json`, null],
    [`${json};q=0`, null],
  ]
}

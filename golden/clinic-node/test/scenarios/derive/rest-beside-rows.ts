import type { Type } from '../../../src/runtime/index.ts'
import type { Scenario, Step } from '../scenario.ts'
import type { About } from './derivation.ts'
import { restScenario as scenario } from './rest-scenario.ts'

/** Addresses that would be a row's, were they not something else: a key of text may well be `search`. */
export const restBesideRows = (about: About, role: string, list: string): readonly Scenario[] => {
  const { entity, surface } = about
  const [key] = entity.key
  const type = entity.fields.find(({ name }) => name === key)?.type
  const beside = surface.routes.flatMap(({ kind, path }) =>
    (kind === 'search' || kind === 'import') && path === `${list}/${kind}` ? [path] : [],
  )
  if (!type || entity.key.length !== 1 || beside.length === 0) return []
  if (type.kind === 'text') return takesAnyText(type) ? [eitherScenario(beside)] : []
  const allow = { allow: { equals: 'OPTIONS, POST' } }
  return [
    scenario(
      'beside-rows',
      'what stands where a row would says for itself which methods it takes',
      beside.flatMap((path): readonly Step[] => [
        { as: null, method: 'OPTIONS', path, expect: { status: 204, headers: allow } },
        ...(['GET', 'PUT', 'PATCH', 'DELETE'] as const).map(
          (method): Step => ({
            as: role,
            method,
            path,
            ...(method === 'PUT' || method === 'PATCH' ? { body: {} } : {}),
            expect: { status: 405, body: [{ at: '/code', equals: 'method-not-allowed' }], headers: allow },
          }),
        ),
      ]),
      false,
    ),
  ]
}

const takesAnyText = (type: Extract<Type, { kind: 'text' }>): boolean =>
  type.pattern === undefined && type.format === undefined && (type.lengthMin ?? 0) <= 6 && (type.lengthMax ?? 6) >= 6

/** A row may be called as what stands beside it. */
const eitherScenario = (beside: readonly string[]): Scenario =>
  scenario(
    'beside-rows',
    'where a row may be called as what stands beside it, both say which methods they take',
    beside.map(
      (path): Step => ({
        as: null,
        method: 'OPTIONS',
        path,
        expect: { status: 204, headers: { allow: { matches: 'DELETE, .*OPTIONS.*POST.*|.*GET.*POST.*' } } },
      }),
    ),
    false,
  )

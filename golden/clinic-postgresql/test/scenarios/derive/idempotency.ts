import { canonicalJson, type JsonObject } from '../../../src/runtime/index.ts'
import { isAllowedExample } from '../examples/index.ts'
import type { Scenario, Step } from '../scenario.ts'
import { changes, newBody } from './bodies.ts'
import { type About, roleThat } from './derivation.ts'
import { rowsCounted } from './pages.ts'

/** Same key, same request: the same answer and one row. Another request under the key is refused. */
export const idempotencyScenarios = (about: About): readonly Scenario[] => {
  const path = about.path('create')
  const role = roleThat(about, ['create', 'read', 'list'])
  const body = role === undefined ? null : newBody(about, role)
  const other = role === undefined ? null : newBody(about, role, 1)
  const list = about.path('list')
  if (path === null || role === undefined || body === null || list === null) return []
  const count = about.rows.filter((row) => about.can(role, 'list', row)).length
  const post = (key: string, sent: typeof body, expect: Step['expect'], more: Partial<Step> = {}): Step => ({
    as: role,
    method: 'POST',
    path,
    body: sent,
    headers: { 'idempotency-key': key },
    expect,
    ...more,
  })
  const mismatch: Step['expect'] = { status: 422, body: [{ at: '/code', equals: 'idempotency-mismatch' }] }
  const counted = (value: number): Step => rowsCounted(about, role, value)
  const changed = changes(about, role)[0]
  const different =
    other === null || canonicalJson(body) === canonicalJson(other)
      ? changed
        ? { ...body, [changed.field.name]: changed.value }
        : null
      : other
  const scenario = (id: string, title: string, steps: readonly Step[]): Scenario => ({
    id: `${about.entity.name}.idempotency.${id}`,
    title,
    cites: ['idempotency'],
    rows: 'example',
    writes: true,
    steps,
  })
  return [
    scenario('replay', 'the same request under the same key gives the same answer and writes once', [
      post(
        'replay-{{run}}',
        body,
        { status: 201, headers: { 'idempotency-replayed': { absent: true } } },
        { save: { made: '', location: 'header:location' } },
      ),
      post('replay-{{run}}', body, {
        status: 201,
        headers: { 'idempotency-replayed': { equals: 'true' }, location: { equals: '{{location}}' } },
        body: [{ at: '', equals: '{{made}}' }],
      }),
      counted(count + 1),
      {
        ...post('replay-{{run}}', body, mismatch),
        path: `${path}?fields=${about.entity.key.join()}`,
      },
      ...(different ? [post('replay-{{run}}', different, mismatch), counted(count + 1)] : []),
    ]),
    ...(roleThat(about, ['create', 'read', 'list', 'delete']) === role && about.can(role, 'delete', body)
      ? [
          scenario('gone', 'what was answered is not given again of a row that is there no more', [
            post('gone-{{run}}', body, { status: 201 }, { save: { location: 'header:location' } }),
            { as: role, method: 'DELETE', path: '{{location}}', expect: { status: 204 } },
            post('gone-{{run}}', body, { status: 404, body: [{ at: '/code', equals: 'not-found' }] }),
            counted(count),
          ]),
        ]
      : []),
    ...(other !== null && mayAlso(about, role, other)
      ? [
          scenario('keys', 'another key, and another person with the same key, are other requests', [
            post('keys-{{run}}', body, { status: 201 }, { save: { first: 'header:location' } }),
            {
              ...post('keys-{{run}}', other, {
                status: 201,
                headers: { 'idempotency-replayed': { absent: true }, location: { differs: '{{first}}' } },
              }),
              as: `${role}/${somebodyElse}`,
            },
            counted(count + 2),
          ]),
        ]
      : []),
    scenario('failure', 'a request that failed leaves its key free', [
      post(
        'free-{{run}}',
        { ...body, notAField: 1 },
        { status: 422, body: [{ at: '/code', equals: 'invalid-input' }] },
      ),
      post('free-{{run}}', body, { status: 201 }),
      counted(count + 1),
    ]),
    scenario('twin', 'twins at once write once; each has the one answer, or is told that it is in progress', [
      post(
        'twin-{{run}}',
        body,
        {
          body: [
            { at: '/answers/0/status', equals: 201 },
            { at: '/answers/0/body', present: true },
          ],
        },
        { times: 4 },
      ),
      counted(count + 1),
    ]),
    scenario('key-form', 'a key that is not visible ASCII, or too long, is refused', [
      post('two words', body, { status: 400, body: [{ at: '/code', equals: 'malformed' }] }),
      post('x'.repeat(256), body, { status: 400 }),
      counted(count),
    ]),
  ]
}

const somebodyElse = 'somebody-else'

/** Whether another person of the role may make the row, whom no example row speaks of. */
const mayAlso = ({ model, examples, entity }: About, role: string, row: JsonObject): boolean =>
  isAllowedExample(model, examples, {
    role,
    entity: entity.name,
    action: 'create',
    row,
    claims: 0,
    person: somebodyElse,
  })

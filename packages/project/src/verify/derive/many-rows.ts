import type { Json, JsonObject } from '@charter/runtime'
import type { Place, Scenario, Step } from '../scenario.ts'
import { mineCount } from '../seed-rows.ts'
import { type AskedEntity, askedEntity } from './asked-entity.ts'
import { bodyOf, newBody } from './bodies.ts'
import { invalid } from './creation-plan.ts'
import { type Derivation, filledPath, keyOf } from './derivation.ts'
import { everyRow, rowsCounted } from './pages.ts'

/** Many calls in one body, and rows by the line: each is held to what it would be held to alone. */
export const manyRowsScenarios = (deriving: Derivation): readonly Scenario[] => {
  const asked = askedEntity(deriving)
  if (!asked) return []
  const { routes } = deriving.surface
  const batch = routes.find(({ kind }) => kind === 'batch')
  const lines = routes.find(({ kind, entity }) => kind === 'import' && entity === asked.about.entity.name)
  const path = lines && filledPath(lines.path)
  return [...(batch ? batches(asked, batch.path) : []), ...(path ? imports(asked, path) : [])]
}

const scenario = (id: string, title: string, steps: readonly Step[]): Scenario => ({
  id: `rest.${id}`,
  title,
  cites: ['transaction'],
  rows: 'example',
  writes: true,
  in: 'rest',
  steps,
})

const batches = ({ about, role, row, one, change }: AskedEntity, path: string): readonly Scenario[] => {
  const { name } = about.entity
  const at = keyOf(about.entity, row)
  const post = (body: Json, expect: Step['expect'], more: Partial<Step> = {}): Step => ({
    as: role,
    method: 'POST',
    path,
    body,
    expect,
    ...more,
  })
  const read = { operation: `${name}.read`, key: at }
  const update = { operation: `${name}.update`, key: at, value: change }
  /** One call that is refused for these. */
  const wrong = (call: JsonObject, ...errors: readonly (readonly [string, string])[]): Step =>
    post(
      { calls: [call] },
      {
        status: 200,
        body: [
          { at: '/results/0/status', equals: 422 },
          { at: '/results/0/problem/errors', each: { at: '/path', equals: errors.map(([at]) => at) } },
          { at: '/results/0/problem/errors', each: { at: '/code', equals: errors.map(([, code]) => code) } },
        ],
      },
    )
  const result = (call: JsonObject, status: number): Step =>
    post({ calls: [call] }, { status: 200, body: [{ at: '/results/0/status', equals: status }] })
  return [
    scenario('batch.shape', 'a batch is an object with a list of calls, and each member is of its type', [
      ...[null, 7, [], {}, { calls: 7 }, { calls: [] }, { calls: [7] }, { calls: [read, null] }].map((body) =>
        post(body, invalid([['/calls', 'wrong-type']])),
      ),
      post(
        { calls: Array.from({ length: about.model.limits.batchMax + 1 }, () => read) },
        invalid([['/calls', 'wrong-type']]),
      ),
      ...['true', 1, null].map((atomic) => post({ calls: [read], atomic }, invalid([['/atomic', 'wrong-type']]))),
      post({ calls: [read], more: 1 }, invalid([['/more', 'unknown']])),
      post(
        { calls: [read] },
        { status: 422, body: [{ at: '/errors/0/path', equals: '?limit' }] },
        { path: `${path}?limit=1` },
      ),
      post(null, { status: 400 }, { text: '{' }),
      post({ calls: [read] }, { status: 415 }, { headers: { 'content-type': 'text/plain' } }),
      wrong({ ...read, more: 1 }, ['/more', 'unknown']),
      // A list of one name reads like the name.
      wrong({ ...read, operation: [`${name}.read`] }, ['/operation', 'wrong-type']),
      ...[7, 'x', [], null].map((key) => wrong({ ...read, key }, ['/key', 'wrong-type'])),
      ...[7, ['x'], null].map((ifMatch) => wrong({ ...update, ifMatch }, ['/ifMatch', 'wrong-type'])),
      ...[7, '', 'a b', 'x'.repeat(256), null].map((idempotencyKey) =>
        wrong({ ...update, idempotencyKey }, ['/idempotencyKey', 'wrong-type']),
      ),
      wrong({ ...read, select: { more: 1 } }, ['/select/more', 'unknown']),
    ]),
    scenario('batch.conditions', 'calls of a batch have tags and keys of their own', [
      { as: role, method: 'GET', path: one, expect: { status: 200 }, save: { tag: 'header:etag' } },
      result({ ...update, ifMatch: '"stale"' }, 412),
      result({ ...update, ifMatch: 'stale' }, 412),
      result({ ...update, ifMatch: '{{tag}}', idempotencyKey: '{{run}}' }, 200),
      result({ ...update, ifMatch: '{{tag}}', idempotencyKey: '{{run}}' }, 200),
      result({ ...update, value: {}, idempotencyKey: '{{run}}' }, 422),
      post({ calls: [update, update] }, { status: 200 }, { headers: { 'idempotency-key': 'whole-{{run}}' } }),
      post(
        { calls: [update, { ...update, value: { ...change, unheardOf: 1 } }] },
        { status: 200, body: [{ at: '/results', each: { at: '/status', equals: [200, 422] } }] },
        { headers: { 'idempotency-key': 'whole-{{run}}' } },
      ),
      post(
        { calls: [update] },
        { status: [200, 400], lacks: ['"status":200'] },
        { headers: { 'idempotency-key': 'a b' } },
      ),
    ]),
  ]
}

/** So many refused lines are told one by one (docs/operating.md). */
const failuresMax = 100

const imports = ({ about, role, body }: AskedEntity, path: string): readonly Scenario[] => {
  const other = newBody(about, role, 1) ?? body
  const [first, second] = [JSON.stringify(body), JSON.stringify(other)]
  const send = (text: string, status: number, expected: JsonObject = {}, more: Partial<Step> = {}): Step => ({
    as: role,
    method: 'POST',
    path,
    text,
    expect: { status, body: Object.entries(expected).map(([name, equals]) => ({ at: `/${name}`, equals })) },
    ...more,
    headers: { 'content-type': 'application/x-ndjson', ...more.headers },
  })
  const count: Step = { ...everyRow(about, role, '', { status: 200 }), save: { count: '/rows' } }
  const still = rowsCounted(about, role, '{{count}}')
  const outsider = about.model.access.roles.find((each) => !about.mayEver(each, 'create'))
  // Of a row that would not be theirs.
  const others = about.rows[mineCount]
  const denied = others && !about.can(role, 'create', others) ? bodyOf(about, role, others, 'create') : null
  const most = about.model.limits.bodyBytesMax
  // One row among the first lines, as an import without any would end there.
  const failing = send(`${first}\n${'nonsense\n'.repeat(failuresMax + 1)}`, 207, {
    lines: failuresMax + 2,
    created: 1,
    failed: failuresMax + 1,
    [`failures/${failuresMax - 1}/line`]: failuresMax + 1,
  })
  const told: Place = { at: '/failures', length: failuresMax }
  return [
    scenario(
      'import.lines',
      'rows come by the line, empty ones are none, and each that is refused is told with its number',
      [
        send(`\n${first}\r\n\n  \n{"unheardOf":1}\nnonsense\n`, 207, {
          lines: 3,
          created: 1,
          failed: 2,
          'failures/0/line': 5,
          'failures/1/line': 6,
          'failures/0/problem/status': 422,
          'failures/1/problem/status': 400,
        }),
        send('', 200, { lines: 0, created: 0, failed: 0, stopped: null }),
        send('\n\r\n \n', 200, { lines: 0 }),
        send('nonsense', 207, { lines: 1, created: 0, failed: 1 }),
        send(first, 415, {}, { headers: { 'content-type': 'application/json' } }),
        send(first, 401, {}, { as: null }),
        // Who may make no row is told so, whatever the lines are, and were there none.
        ...(outsider === undefined
          ? []
          : [`${first}\n${second}`, 'nonsense', ''].map((text) => send(text, 403, {}, { as: outsider }))),
      ],
    ),
    ...(denied === null
      ? []
      : [
          scenario(
            'import.denied',
            'rows none of which their sender may make are refused, and not reported by the line',
            [
              send(`${JSON.stringify(denied)}\n`.repeat(2), 403, { code: 'forbidden' }),
              send(`${first}\n${JSON.stringify(denied)}`, 207, {
                created: 1,
                failed: 1,
                'failures/0/problem/code': 'forbidden',
              }),
            ],
          ),
        ]),
    ...(about.model.limits.batchMax < failuresMax
      ? []
      : [
          scenario('import.failures', 'a report tells why the first hundred lines were refused, and counts them all', [
            { ...failing, expect: { ...failing.expect, body: [...(failing.expect.body ?? []), told] } },
          ]),
        ]),
    scenario('import.long', 'a line is no longer than a body may be, whether it ends or not', [
      count,
      send(`${' '.repeat(most + 10)}${first}`, 413),
      send(`${' '.repeat(most + 10)}${first}\n`, 413),
      still,
    ]),
    scenario('import.again', 'an import that is sent again under its key makes no row twice', [
      send(`${first}\n${second}`, 200, { lines: 2, created: 2 }, { headers: { 'idempotency-key': 'import-{{run}}' } }),
      count,
      send(`${first}\n${second}`, 200, { lines: 2, created: 2 }, { headers: { 'idempotency-key': 'import-{{run}}' } }),
      still,
      send(first, 207, { failed: 1 }, { headers: { 'idempotency-key': 'a b' } }),
    ]),
  ]
}

import { canonicalJson, type JsonObject } from '@charter/runtime'
import type { Place, Scenario, Step } from '../scenario.ts'
import { changes, newBody } from './bodies.ts'
import { type About, roleThat } from './deriving.ts'

/** What is on record: each write, each denial and each read of a row, by whom and how it ended, never a value. */
export const auditScenarios = (about: About): readonly Scenario[] => {
  const [row] = about.rows
  const trail = row && about.path('audit', row)
  const one = row && about.path('read', row)
  const auditor = about.model.access.roles.find((role) => about.can(role, 'audit', row))
  if (!trail || !one || auditor === undefined) return []
  const auditing: Auditing = { about, one, trail, auditor }
  return [...writesOnRecord(auditing), ...denialsOnRecord(auditing), ...readsOnRecord(auditing)]
}

interface Auditing {
  readonly about: About
  /** The row's address, and its trail's. */
  readonly one: string
  readonly trail: string
  readonly auditor: string
}

const auditScenario = ({ about }: Auditing, id: string, title: string, steps: readonly Step[]): Scenario => ({
  id: `${about.entity.name}.audit.${id}`,
  title,
  cites: ['transaction', 'masking'],
  rows: 'example',
  writes: true,
  steps,
})

/** A request that the trail tells apart from all others of the row. */
const marked = { 'x-request-id': '{{run}}' }

/** The trail has the marked request's entry, with these members, `withinMs`. */
const onRecord = (
  { trail, auditor }: Auditing,
  entry: JsonObject,
  withinMs: number,
  lacks: readonly string[] = [],
): Step => ({
  as: auditor,
  method: 'GET',
  path: `${trail}?limit=100`,
  withinMs,
  expect: {
    status: 200,
    body: [{ at: '/items', some: { '/origin/requestId': '{{run}}', '/origin/style': '{{style}}', ...entry } }],
    lacks,
  },
})

/** Fields whose protected values an answer holds for whoever sees all of the row. */
const shownOf = ({ entity }: About): readonly string[] =>
  entity.fields.filter(({ reveal, protect }) => reveal !== undefined || protect !== undefined).map(({ name }) => name)

/** Buffered entries may take a second; the rest is for a busy machine. */
const bufferedMs = 3000

const writesOnRecord = (auditing: Auditing): readonly Scenario[] => {
  const { about, one, trail, auditor } = auditing
  const writer = roleThat(about, ['update', 'read'])
  const change = writer === undefined ? undefined : changes(about, writer)[0]
  if (writer === undefined || !change || about.path('update', about.rows[0]) === null) return []
  const { field, value } = change
  const patch = (headers: Record<string, string>, status: number): Step => ({
    as: writer,
    method: 'PATCH',
    path: one,
    body: { [field.name]: value },
    headers,
    expect: { status },
  })
  const by = {
    '/operation': `${about.entity.name}.update`,
    '/principal': `${writer}@development`,
    '/roles': [writer],
    '/credential': 'development',
  }
  const secret = typeof value === 'string' && value.length > 8 ? [value] : []
  const page = (query: string, body: readonly Place[], save: Record<string, string> = {}): Step => ({
    as: auditor,
    method: 'GET',
    path: `${trail}?limit=1${query}`,
    expect: { status: 200, body: [{ at: '/items', length: 1 }, ...body] },
    save,
  })
  return [
    auditScenario(
      auditing,
      'write',
      'a write is on record before it is answered, with the rule that allowed it and the fields it changed, no value of them',
      [
        patch(marked, 200),
        onRecord(
          auditing,
          { ...by, '/outcome': 'ok', '/fields': [...new Set([field.name, ...shownOf(about)])] },
          0,
          secret,
        ),
        page('', [
          { at: '/items/0/at', matches: '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,6})?Z' },
          { at: '/items/0/rule', present: true },
        ]),
        ...otherTrail(auditing),
      ],
    ),
    auditScenario(auditing, 'failed-write', 'a write that was stopped is on record as what stopped it', [
      patch({ ...marked, 'if-match': '"stale"' }, 412),
      onRecord(auditing, { ...by, '/outcome': 'precondition-failed' }, bufferedMs),
    ]),
    auditScenario(auditing, 'replay', 'an answer that is given again goes on record again', [
      patch({ 'idempotency-key': 'audit-{{run}}' }, 200),
      patch({ ...marked, 'idempotency-key': 'audit-{{run}}' }, 200),
      onRecord(auditing, { ...by, '/outcome': 'ok' }, 0),
    ]),
    auditScenario(auditing, 'pages', 'the trail comes in pages, newest first, each entry once', [
      patch({}, 200),
      patch({}, 200),
      page('', [{ at: '/next', differs: null }], { next: '/next', newest: '/items/0/id' }),
      page('&after={{next}}', [{ at: '/items/0/id', differs: '{{newest}}' }]),
      { as: auditor, method: 'GET', path: `${trail}?limit=1&after=AAAA`, expect: { status: 400 } },
    ]),
  ]
}

/** The trail of another row knows nothing of it. */
const otherTrail = ({ about, auditor }: Auditing): readonly Step[] => {
  const path = about.rows[1] && about.can(auditor, 'audit', about.rows[1]) ? about.path('audit', about.rows[1]) : null
  return path === null
    ? []
    : [{ as: auditor, method: 'GET', path: `${path}?limit=100`, expect: { status: [200, 404], lacks: ['{{run}}'] } }]
}

const denialsOnRecord = (auditing: Auditing): readonly Scenario[] => {
  const { about, one } = auditing
  const outsider = about.model.access.roles.find((role) => !about.mayEver(role, 'update'))
  if (outsider === undefined || about.path('update', about.rows[0]) === null) return []
  return [
    auditScenario(auditing, 'denial', 'a denial is on record before it is answered', [
      { as: outsider, method: 'PATCH', path: one, body: {}, headers: marked, expect: { status: 403 } },
      onRecord(
        auditing,
        {
          '/operation': `${about.entity.name}.update`,
          '/outcome': 'forbidden',
          '/principal': `${outsider}@development`,
          '/roles': [outsider],
        },
        0,
      ),
    ]),
  ]
}

const readsOnRecord = (auditing: Auditing): readonly Scenario[] => {
  const { about, one } = auditing
  const reader = roleThat(about, ['read'])
  if (reader === undefined) return []
  const uncovered = shownOf(about)
  return [
    auditScenario(auditing, 'read', 'a read of the row is on record within a second, with the fields it uncovered', [
      { as: reader, method: 'GET', path: one, headers: marked, expect: { status: 200 } },
      onRecord(
        auditing,
        {
          '/operation': `${about.entity.name}.read`,
          '/outcome': 'ok',
          '/principal': `${reader}@development`,
          '/fields': uncovered,
        },
        bufferedMs,
      ),
    ]),
  ]
}

/** Same key, same request: the same answer and one row. Another request under the key is refused. */
export const idempotencyScenarios = (about: About): readonly Scenario[] => {
  const path = about.path('create')
  const role = roleThat(about, ['create', 'read', 'list'])
  const body = role === undefined ? null : newBody(about, role)
  const other = role === undefined ? null : newBody(about, role, 1)
  const list = about.path('list')
  if (path === null || role === undefined || body === null || other === null || list === null) return []
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
  const counted = (value: number): Step => ({
    as: role,
    method: 'GET',
    path: `${list}?count=true&limit=1`,
    expect: { status: 200, body: [{ at: '/count/value', equals: value }] },
  })
  const changed = changes(about, role)[0]
  const different =
    canonicalJson(body) === canonicalJson(other)
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
      ...(different
        ? [
            post('replay-{{run}}', different, { status: 422, body: [{ at: '/code', equals: 'idempotency-mismatch' }] }),
            counted(count + 1),
          ]
        : []),
    ]),
    scenario('keys', 'another key, and another person with the same key, are other requests', [
      post('keys-{{run}}', body, { status: 201 }, { save: { first: `/${about.entity.key[0]}` } }),
      {
        ...post('keys-{{run}}', other, {
          status: 201,
          headers: { 'idempotency-replayed': { absent: true } },
          body: [{ at: `/${about.entity.key[0]}`, differs: '{{first}}' }],
        }),
        as: `${role}/somebody-else`,
      },
      counted(count + 2),
    ]),
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

/** Several calls in one request: each for itself, or all in one transaction. */
export const batchScenarios = (about: About): readonly Scenario[] => {
  const route = about.surface.routes.find(({ kind }) => kind === 'batch')
  const role = roleThat(about, ['create', 'read', 'list'])
  const body = role === undefined ? null : newBody(about, role)
  const [row] = about.rows
  const list = about.path('list')
  if (!route || role === undefined || body === null || !row || list === null) return []
  const { name, key } = about.entity
  const count = about.rows.filter((each) => about.can(role, 'list', each)).length
  const counted = (value: number): Step => ({
    as: role,
    method: 'GET',
    path: `${list}?count=true&limit=1`,
    expect: { status: 200, body: [{ at: '/count/value', equals: value }] },
  })
  const keyOf = Object.fromEntries(key.map((field) => [field, row[field] ?? null]))
  const read = { operation: `${name}.read`, key: keyOf }
  const create = { operation: `${name}.create`, value: body }
  const wrong = { operation: `${name}.create`, value: { ...body, notAField: 1 } }
  const batch = (
    calls: readonly object[],
    atomic: boolean,
    expect: Step['expect'],
    as: string | null = role,
  ): Step => ({
    as,
    method: 'POST',
    path: route.path,
    body: { atomic, calls: calls as never },
    expect,
  })
  const statuses = (...equals: readonly number[]): Step['expect'] => ({
    status: 200,
    body: [{ at: '/results', each: { at: '/status', equals } }],
  })
  const scenario = (id: string, title: string, steps: readonly Step[]): Scenario => ({
    id: `${name}.batch.${id}`,
    title,
    cites: ['transaction'],
    rows: 'example',
    writes: true,
    steps,
  })
  const refused = about.model.access.roles.find((each) => !about.mayEver(each, 'create'))
  return [
    scenario('each', 'calls of a batch that is not atomic stand each for itself', [
      batch([read, wrong, create], false, statuses(200, 422, 200)),
      counted(count + 1),
    ]),
    scenario('atomic', 'one failure undoes an atomic batch whole', [
      batch([create, wrong], true, {
        status: 200,
        body: [
          { at: '/results', length: 2 },
          { at: '/results/1/status', equals: 422 },
          { at: '/results/0/problem/code', equals: 'operation-failed' },
        ],
      }),
      counted(count),
      batch([read, create], true, statuses(200, 200)),
      counted(count + 1),
    ]),
    scenario('bounds', 'a batch has 1 to 100 calls, and a caller who is known', [
      batch([], false, { status: 422 }),
      batch(
        Array.from({ length: about.model.limits.batchMax + 1 }, () => read),
        false,
        { status: [413, 422] },
      ),
      batch([read], false, { status: 401 }, null),
      batch([{ operation: `${name}.nothing` }], false, {
        status: 200,
        body: [{ at: '/results/0/status', equals: 404 }],
      }),
    ]),
    ...(refused === undefined
      ? []
      : [
          scenario('refused', `a batch gives ${refused} nothing that a single call would not`, [
            batch([create], false, statuses(403), refused),
            counted(count),
          ]),
        ]),
  ]
}

/** Deleting: gone for everyone, once, guarded by the tag; what others refer to stays. */
export const deleteScenarios = (about: About): readonly Scenario[] => {
  const role = roleThat(about, ['create', 'read', 'delete'])
  const body = role === undefined ? null : newBody(about, role)
  const create = about.path('create')
  if (
    role === undefined ||
    body === null ||
    create === null ||
    about.path('remove', about.rows[0]) === null ||
    about.path('read', about.rows[0]) === null
  )
    return []
  const make: Step = {
    as: role,
    method: 'POST',
    path: create,
    body,
    expect: { status: 201 },
    save: { location: 'header:location', etag: 'header:etag' },
  }
  const remove = (headers: Record<string, string>, status: number): Step => ({
    as: role,
    method: 'DELETE',
    path: '{{location}}',
    headers,
    expect: { status },
  })
  return [
    {
      id: `${about.entity.name}.delete`,
      title: 'a row that was deleted is not found again, and a stale tag keeps it',
      cites: ['update', 'precedence'],
      rows: 'example',
      writes: true,
      steps: [
        make,
        remove({ 'if-match': '"stale"' }, 412),
        { as: role, method: 'GET', path: '{{location}}', expect: { status: 200 } },
        remove({ 'if-match': '{{etag}}' }, 204),
        { as: role, method: 'GET', path: '{{location}}', expect: { status: 404 } },
        { as: role, method: 'PATCH', path: '{{location}}', body: {}, expect: { status: [404, 405] } },
        remove({}, 404),
      ],
    },
  ]
}

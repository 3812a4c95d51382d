import type { JsonObject } from '@charter/runtime'
import type { Place, Scenario, Step } from '../scenario.ts'
import { changes } from './bodies.ts'
import { type About, roleThat } from './derivation.ts'
import { longestPage } from './pages.ts'

/** What is on record: each write, each denial and each read of a row, by whom and how it ended, never a value. */
export const auditScenarios = (about: About): readonly Scenario[] => {
  const [row] = about.rows
  const trail = row && about.path('audit', row)
  const one = row && about.path('read', row)
  const auditor = about.model.access.roles.find((role) => about.can(role, 'audit', row))
  if (!trail || !one || auditor === undefined || longestPage(about.model) < trailPageMin) return []
  const auditing: AuditTrailRow = { about, one, trail, auditor }
  return [...writesOnRecord(auditing), ...denialsOnRecord(auditing), ...readsOnRecord(auditing)]
}

/** Each look at a trail is on record in it: in shorter pages it grows while it is gone through. */
export const trailPageMin = 20

interface AuditTrailRow {
  readonly about: About
  /** The row's address, and its trail's. */
  readonly one: string
  readonly trail: string
  readonly auditor: string
}

const auditScenario = ({ about }: AuditTrailRow, id: string, title: string, steps: readonly Step[]): Scenario => ({
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
  { about, trail, auditor }: AuditTrailRow,
  entry: JsonObject,
  withinMs: number,
  lacks: readonly string[] = [],
): Step => ({
  as: auditor,
  method: 'GET',
  path: `${trail}?limit=${longestPage(about.model)}`,
  walk: true,
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

const writesOnRecord = (auditing: AuditTrailRow): readonly Scenario[] => {
  const { about, one, trail, auditor } = auditing
  const writer = roleThat(about, ['update', 'read'])
  const change = writer === undefined ? undefined : changes(about, writer)[0]
  if (writer === undefined || !change || about.path('update', about.rows[0]) === null) return []
  const { field, value } = change
  const patch = (headers: Record<string, string>, status: number, more: Partial<Step> = {}): Step => ({
    as: writer,
    method: 'PATCH',
    path: one,
    body: { [field.name]: value },
    headers,
    expect: { status },
    ...more,
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
          ...['id', 'rule'].map((name) => ({ at: `/items/0/${name}`, matches: '.+' })),
          { at: '/items/0/origin/address', matches: '[\\da-f]*[.:][\\da-f.:]+' },
        ]),
        ...otherTrail(auditing),
      ],
    ),
    auditScenario(auditing, 'failed-write', 'a write that was stopped is on record as what stopped it', [
      patch({ ...marked, 'if-match': '"stale"' }, 412),
      onRecord(auditing, { ...by, '/outcome': 'precondition-failed' }, bufferedMs),
    ]),
    auditScenario(auditing, 'roles', 'an entry names a hundred roles, however many times a token says one', [
      patch(marked, 200, { shows: { by: 'development', claims: { roles: Array(rolesMax + 1).fill(writer) } } }),
      onRecord(auditing, { '/operation': by['/operation'], '/roles': Array(rolesMax).fill(writer) }, 0),
    ]),
    auditScenario(auditing, 'replay', 'an answer that is given again goes on record again', [
      patch({ 'idempotency-key': 'audit-{{run}}' }, 200),
      patch({ ...marked, 'idempotency-key': 'audit-{{run}}' }, 200),
      onRecord(auditing, { ...by, '/outcome': 'ok' }, 0),
    ]),
    auditScenario(auditing, 'pages', 'the trail comes in pages, newest first, each entry once', [
      ...Array.from({ length: 1 + entriesPaged }, () => patch({}, 200)),
      page('', [{ at: '/next', differs: null }], { next: '/next', newest: '/items/0/id' }),
      page('&after={{next}}', [{ at: '/items/0/id', differs: '{{newest}}' }]),
      ...pagesOf(auditing, 1),
      ...pagesOf(auditing, 2),
      { as: auditor, method: 'GET', path: `${trail}?limit=1&after=AAAA`, expect: { status: 400 } },
    ]),
  ]
}

const rolesMax = 100

/** Entries older than `{{next}}` that are looked at in pages: a look at the trail leaves an entry too, which is newer than they are. */
const entriesPaged = 4

/** The same entries in one page, and then in pages of so many. */
const pagesOf = ({ trail, auditor }: AuditTrailRow, limit: number): readonly Step[] => {
  const ask = (query: string, body: readonly Place[], save: Record<string, string>): Step => ({
    as: auditor,
    method: 'GET',
    path: `${trail}?${query}`,
    expect: { status: 200, body },
    save,
  })
  const ids = Array.from({ length: entriesPaged }, (_, at) => at)
  return [
    ask(
      `limit=${entriesPaged}&after={{next}}`,
      [{ at: '/items', each: { at: '/id', unique: true } }],
      Object.fromEntries(ids.map((at) => [`entry${at}`, `/items/${at}/id`])),
    ),
    ...Array.from({ length: entriesPaged / limit }, (_, nth) =>
      ask(
        `limit=${limit}&after={{${nth === 0 ? 'next' : `after${nth}`}}}`,
        [
          {
            at: '/items',
            each: { at: '/id', equals: ids.slice(nth * limit, (nth + 1) * limit).map((at) => `{{entry${at}}}`) },
          },
        ],
        (nth + 1) * limit < entriesPaged ? { [`after${nth + 1}`]: '/next' } : {},
      ),
    ),
  ]
}

/** The trail of another row knows nothing of it. */
const otherTrail = ({ about, auditor }: AuditTrailRow): readonly Step[] => {
  const path = about.rows[1] && about.can(auditor, 'audit', about.rows[1]) ? about.path('audit', about.rows[1]) : null
  return path === null
    ? []
    : [
        {
          as: auditor,
          method: 'GET',
          path: `${path}?limit=${longestPage(about.model)}`,
          walk: true,
          expect: { status: [200, 404], lacks: ['{{run}}'] },
        },
      ]
}

const denialsOnRecord = (auditing: AuditTrailRow): readonly Scenario[] => {
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

const readsOnRecord = (auditing: AuditTrailRow): readonly Scenario[] => {
  const { about, one } = auditing
  const reader = roleThat(about, ['read'])
  if (reader === undefined) return []
  const uncovered = shownOf(about)
  const blind = about.model.access.roles.find(
    (role) =>
      about.can(role, 'read', about.rows[0]) &&
      about.entity.fields.every(({ reveal }) => reveal === undefined || !about.mayEver(role, `reveal:${reveal}`)),
  )
  const open = about.entity.fields.filter(({ reveal, protect }) => reveal === undefined && protect !== undefined)
  return [
    ...(blind === undefined || uncovered.length === open.length
      ? []
      : [
          auditScenario(auditing, 'read-masked', 'what stays masked is not on record as uncovered', [
            { as: blind, method: 'GET', path: one, headers: marked, expect: { status: 200 } },
            onRecord(
              auditing,
              {
                '/operation': `${about.entity.name}.read`,
                '/principal': `${blind}@development`,
                '/fields': open.map(({ name }) => name),
              },
              bufferedMs,
            ),
          ]),
        ]),
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

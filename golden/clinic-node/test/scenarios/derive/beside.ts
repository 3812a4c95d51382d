import type { Scenario, StartWanted, Step } from '../scenario.ts'
import { askedEntity } from './asked-entity.ts'
import { type Derivation, whatToList } from './derivation.ts'
import { keysNowhere, production } from './starts.ts'

/** What a service has beside its API: a page in development, figures at a port of their own, and a count of whoever was refused. */
export const besideScenarios = (deriving: Derivation): readonly Scenario[] => {
  const asked = whatToList(deriving)
  if (!asked) return []
  const { path, role } = asked
  return [
    scenario('page', 'the development page opens once, for its address, and stays open for who opened it', pageSteps, {
      env: { CHARTER_EDIT_DESK: 'http://desk.example/edits' },
      says: [],
    }),
    scenario('page-data', 'what it shows is shown to a development token, and to no other', dataSteps(role), {
      env: { CHARTER_EDIT_DESK: 'http://127.0.0.1:9/edits' },
      says: [],
    }),
    scenario(
      'production',
      'in production there is no page, and no development token is believed',
      [
        get('/', { status: 404 }),
        get('/?secret=x', { status: 404 }),
        get('/_charter/page.json', { status: 404 }),
        { ...get(`${path}?limit=1`, { status: 401 }), as: role },
      ],
      { env: { ...production, ...keysNowhere }, says: [] },
    ),
    scenario(
      'figures',
      'figures are told at a port of their own, and there nothing else is',
      [
        get('http://127.0.0.1:{{port}}/metrics', { status: 200, says: ['http_server_request_duration_seconds'] }),
        get('http://127.0.0.1:{{port}}/healthz', { status: 404, lacks: ['http_server_request'] }),
        { ...get('http://127.0.0.1:{{port}}/metrics', { status: 404 }), method: 'POST' },
        get('http://127.0.0.1:{{port}}/metrics', { status: 200, lacks: ['unmatched'] }),
        get('/metrics', { status: [401, 404], lacks: ['http_server_request'] }),
      ],
      {
        env: { METRICS_PORT: '{port}', LOG_LEVEL: 'info' },
        says: [],
        // The log is of what is asked of the service itself, and tells of no code that is not there.
        logs: { says: ['"method":"GET"'], lacks: ['"method":"POST"', 'WITHOUT CODE'] },
      },
    ),
    scenario(
      'graphiql',
      'where there is no GraphiQL a service runs without',
      [get('/_charter/graphiql', { status: 404 }), get('/', empty)],
      { env: { CHARTER_GRAPHIQL: '/there/is/none' }, says: [] },
    ),
    ...manyAddresses(deriving),
  ]
}

const scenario = (id: string, title: string, steps: readonly Step[], start: StartWanted): Scenario => ({
  id: `beside.${id}`,
  title,
  cites: ['precedence'],
  rows: 'any',
  writes: false,
  in: 'rest',
  start,
  steps,
})

const get = (path: string, expect: Step['expect'], headers: Step['headers'] = {}): Step => ({
  as: null,
  method: 'GET',
  path,
  headers,
  expect,
})

const html = { 'content-type': { matches: 'text/html.*' } } as const
const shut: Step['expect'] = { status: 401, headers: { ...html, location: { absent: true } } }
/** The page itself tells nothing; no cookie opens it, which other ports of the machine would be sent too. */
const empty: Step['expect'] = {
  status: 200,
  headers: { ...html, 'cache-control': { equals: 'no-store' }, 'set-cookie': { absent: true } },
  lacks: ['Bearer', 'eyJ'],
}

const named = (host: string, status: number): Step => ({
  ...get('/', { status }),
  bare: { lines: ['GET / HTTP/1.1', `host: ${host}`] },
})

const pageSteps: readonly Step[] = [
  get('/', empty),
  get('/?secret=', shut),
  get('/?secret=short', shut),
  get(`/?secret=${'A'.repeat(32)}`, shut),
  get('{{page}}A', shut),
  {
    ...get('{{page}}', {
      status: 303,
      headers: { location: { matches: '/#opened=\\d+\\.[\\w-]{43}' }, 'set-cookie': { absent: true } },
    }),
    save: { seal: 'header:location /\\d+\\.[\\w-]{43}$/', until: 'header:location /\\d+/' },
  },
  get('{{page}}', shut),
  ...['', '{{until}}', '{{until}}.short', `99999999999.${'A'.repeat(43)}`, 'x{{seal}}'].map((seal) =>
    get('/_charter/page.json', { status: 401, body: [{ at: '/roles', absent: true }] }, { 'x-charter-page': seal }),
  ),
  get('/_charter/page.json', { status: 401 }, { cookie: 'charter-page={{seal}}' }),
  get('/_charter/page.json', { status: 200, body: [{ at: '/edit', absent: true }] }, { 'x-charter-page': '{{seal}}' }),
  get('/_charter/trail', { status: 200, body: [{ at: '/entries', present: true }] }, { 'x-charter-page': '{{seal}}' }),
  // By DNS rebinding a page of another site would name its own host.
  named('page.example', 404),
  named('127.0.0.1.example', 404),
  named('localhost:80', 200),
  named('127.0.0.1:80', 200),
  named('[::1]:80', 200),
]

const dataSteps = (role: string): readonly Step[] => {
  const data = '/_charter/page.json'
  const closed: Step['expect'] = {
    status: 401,
    headers: { 'cache-control': { equals: 'no-store' } },
    body: [
      { at: '/error', contains: 'the whole address' },
      { at: '/roles', absent: true },
    ],
  }
  return [
    get(data, closed),
    get(data, closed, { authorization: 'Bearer nonsense' }),
    get(data, closed, { authorization: 'Basic dXNlcjpwYXNz' }),
    get('/_charter/trail', closed),
    { ...get(data, closed), as: role, shows: { by: 'development', signedBy: 'another' } },
    { ...get(data, closed), as: role, shows: { by: 'provider', isUnasked: true } },
    {
      ...get(data, {
        status: 200,
        body: [
          { at: '/roles', each: { at: '/token', unique: true } },
          { at: '/edit', present: true },
        ],
      }),
      as: role,
    },
  ]
}

/** As many addresses as are counted apart, one more, and the first once again. */
const manyAddresses = (deriving: Derivation): readonly Scenario[] => {
  const asked = askedEntity(deriving)
  if (!asked) return []
  const from = (address: string): Step =>
    get(asked.list, { status: 401 }, { authorization: 'Bearer nonsense', 'x-forwarded-for': address })
  const addresses = Array.from({ length: 1000 }, (_, at) => `10.0.${Math.floor(at / 250)}.${at % 250}`)
  const counted = (address: string, rows: number, reason = 'unauthenticated'): string =>
    `"origin":\\{"address":${address}[^\\n]*"${reason}"[^\\n]*"rows":${rows}\\b`
  return [
    scenario(
      'addresses',
      'whoever is refused is counted by address, up to a thousand, and all further ones together',
      [...addresses, '192.0.2.1', '192.0.2.2', '10.0.0.0'].map(from),
      {
        env: { TRUSTED_PROXIES: '127.0.0.1, ::1' },
        says: [],
        records: [counted('null', 2), counted('"10\\.0\\.0\\.0"', 2), counted('"10\\.0\\.3\\.249"', 1)],
      },
    ),
    scenario(
      'reasons',
      'whoever is refused is counted by the reason, too',
      [from('192.0.2.1'), from('192.0.2.1'), { ...from('192.0.2.1'), expect: { status: 429 } }],
      {
        env: { TRUSTED_PROXIES: '127.0.0.1, ::1', RATE_FAILED_SIGN_INS: '2' },
        says: [],
        records: [counted('"192\\.0\\.2\\.1"', 2), counted('"192\\.0\\.2\\.1"', 1, 'too-many')],
      },
    ),
  ]
}

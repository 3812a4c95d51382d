import type { Scenario, Step } from '../scenario.ts'
import { askedEntity } from './asked-entity.ts'
import { type Derivation, filledPath } from './derivation.ts'
import { fileRates } from './file-rates.ts'
import { jobRates } from './job-rates.ts'
import { sessionRates } from './session-rates.ts'

/** A service that is told small limits, whom it may believe, and who may ask for its figures (docs/operating.md). */
export const limitedScenarios = (deriving: Derivation): readonly Scenario[] => {
  const asked = askedEntity(deriving)
  if (!asked) return []
  const { about, role, list, one, change } = asked
  const outsider = deriving.model.access.roles.find((each) => !about.mayEver(each, 'update'))
  const importing = deriving.surface.routes.find(
    ({ kind, entity }) => kind === 'import' && entity === about.entity.name,
  )
  const batch = deriving.surface.routes.find(({ kind }) => kind === 'batch')
  const into = importing && filledPath(importing.path)
  const from = (address: string, status: number): Step => ({
    as: null,
    method: 'GET',
    path: list,
    headers: { authorization: 'Bearer nonsense', 'x-forwarded-for': address },
    expect: tooMany(status),
  })
  const figures = (authorization: string | null, expect: Step['expect']): Step => ({
    as: null,
    method: 'GET',
    path: '/metrics',
    ...(authorization !== null && { headers: { authorization } }),
    expect,
  })
  const deny: Step = { as: outsider ?? null, method: 'PATCH', path: one, body: change, expect: { status: 403 } }
  const lines: Step = {
    as: role,
    method: 'POST',
    path: into ?? '',
    text: '{"unheardOf":1}',
    headers: { 'content-type': 'application/x-ndjson' },
    expect: { status: 207 },
  }
  const canary = 'canary-of-a-value'
  // Longer than a key is, however many parts it has.
  const nowhere = [list, ...about.entity.key, 'more'].map((step, at) => (at === 0 ? step : canary)).join('/')
  return [
    {
      id: 'limited.rates',
      title: 'what is costly or failing may be done so often by each, and then is refused and counted on record',
      cites: ['problems'],
      rows: 'example',
      writes: true,
      in: 'rest',
      start: {
        env: {
          RATE_FAILED_SIGN_INS: '2',
          RATE_DENIALS: '3',
          RATE_IMPORTS: '1',
          TRUSTED_PROXIES: '127.0.0.1, ::1',
          METRICS_TOKEN: token,
          LOG_LEVEL: 'info',
        },
        says: [],
        logs: {
          says: [...(outsider === undefined ? [] : ['"status":403']), '"route":"/metrics"'],
          lacks: [canary, token, 'nonsense'],
        },
        records: [
          '"address":"192\\.0\\.2\\.7"[^\\n]*"too-many"|"too-many"[^\\n]*"192\\.0\\.2\\.7"',
          '"192\\.0\\.2\\.7"[^\\n]*"unauthenticated"|"unauthenticated"[^\\n]*"192\\.0\\.2\\.7"',
          '"not-found"',
          ...(batch === undefined ? [] : ['"x{160}…sha256:[0-9a-f]{64}"']),
        ],
      },
      steps: [
        from('192.0.2.7', 401),
        from('192.0.2.7', 401),
        from('192.0.2.7', 429),
        from('192.0.2.8', 401),
        // Read from the right, and no further than the first that is not trusted.
        from('192.0.2.9, 192.0.2.7', 429),
        from('192.0.2.7, 192.0.2.10', 401),
        from('192.0.2.7, 127.0.0.1', 429),
        from('::ffff:192.0.2.7', 429),
        from('192.0.2.7:4711', 429),
        from('nonsense, 192.0.2.11', 401),
        ...(outsider === undefined
          ? []
          : [deny, deny, deny, { ...deny, expect: tooMany(429) }, { ...deny, as: `${outsider}/another` }]),
        ...(into === undefined || into === null ? [] : [lines, { ...lines, expect: tooMany(429) }]),
        ...(batch === undefined
          ? []
          : [
              {
                as: role,
                method: 'POST',
                path: batch.path,
                body: {
                  calls: [
                    { operation: 'x'.repeat(Math.min(5000, Math.floor(deriving.model.limits.bodyBytesMax / 2))) },
                  ],
                },
                expect: { status: [200, 422] },
              } as const,
            ]),
        { as: role, method: 'GET', path: `${list}?filter[${canary}]=${canary}`, expect: { status: 422 } },
        { as: role, method: 'GET', path: nowhere, expect: { status: 404 } },
        figures(null, { status: 401 }),
        figures('Bearer x', { status: 401 }),
        figures(token, { status: 401 }),
        figures(`Bearer ${token}`, {
          status: 200,
          headers: { 'content-type': { matches: 'text/plain.*' } },
          says: ['http_server_request_duration_seconds', '429'],
          lacks: [canary],
        }),
        {
          as: null,
          method: 'GET',
          path: '/readyz',
          expect: { status: 200, body: [{ at: '/status', equals: 'ready' }] },
        },
        { as: null, method: 'GET', path: '/healthz', expect: { status: 200, body: [{ at: '/status', equals: 'ok' }] } },
      ],
    },
    {
      id: 'limited.forwarded',
      title: 'of two headers that say who called, the one that is configured is believed',
      cites: ['problems'],
      rows: 'any',
      writes: false,
      in: 'rest',
      start: {
        env: { RATE_FAILED_SIGN_INS: '1', TRUSTED_PROXIES: '127.0.0.0/8', TRUSTED_PROXY_HEADER: 'forwarded' },
        says: [],
      },
      steps: (
        [
          ['for=192.0.2.7', 401],
          ['for="192.0.2.7:80";proto=https', 429],
          ['proto=https; for=192.0.2.7', 429],
          ['for="[2001:db8::1]:80"', 401],
          ['for=unknown', 401],
        ] as const
      ).map(([forwarded, status]) => ({
        ...from('192.0.2.7', status),
        headers: { authorization: 'Bearer nonsense', 'x-forwarded-for': '192.0.2.7', forwarded },
      })),
    },
    {
      id: 'limited.nobody',
      title: 'without trusted proxies no header says who called, and without a token figures are nowhere',
      cites: ['problems'],
      rows: 'any',
      writes: false,
      in: 'rest',
      start: { env: { RATE_FAILED_SIGN_INS: '1' }, says: [] },
      steps: [
        from('192.0.2.7', 401),
        from('192.0.2.8', 429),
        figures(null, { status: [401, 404] }),
        figures('Bearer ', { status: [401, 404], lacks: ['http_server'] }),
        { as: role, method: 'GET', path: `${list}?limit=1`, expect: { status: 200 } },
      ],
    },
    ...sessionRates(deriving),
    ...fileRates(deriving),
    ...jobRates(deriving),
  ]
}

const token = 'a-token-of-thirty-two-characters-'

const tooMany = (status: number): Step['expect'] =>
  status === 429
    ? { status, headers: { 'retry-after': { matches: '\\d{1,2}' } }, body: [{ at: '/code', equals: 'too-many' }] }
    : { status }

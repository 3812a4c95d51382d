import type { Scenario, Step } from '../scenario.ts'
import type { Derivation } from './derivation.ts'

/** Sessions of browsers that begin or end, each of which is on record. */
export const sessionRates = ({ model, surface: { session } }: Derivation): readonly Scenario[] => {
  const [role] = model.access.roles
  if (session === undefined || role === undefined) return []
  const begin = (as: string, expect: Step['expect']): Step => ({ as, method: 'POST', path: session, expect })
  const unkept = { 'cache-control': { equals: 'no-store' } } as const
  return [
    {
      id: 'limited.sessions',
      title: 'sessions are begun and ended so often by each',
      cites: ['sessions', 'problems'],
      rows: 'any',
      writes: true,
      in: 'rest',
      start: { env: { RATE_SESSIONS: '2' }, says: [] },
      steps: [
        { ...begin(role, { status: 201, headers: unkept }), save: { cookie: 'header:set-cookie' } },
        {
          as: null,
          method: 'DELETE',
          path: session,
          headers: { cookie: '{{cookie}}', 'sec-fetch-site': 'same-origin' },
          expect: { status: 204, headers: unkept },
        },
        begin(role, {
          status: 429,
          headers: { 'retry-after': { matches: '\\d{1,2}' }, 'set-cookie': { absent: true } },
          body: [{ at: '/code', equals: 'too-many' }],
        }),
        begin(`${role}/another`, { status: 201, headers: unkept }),
      ],
    },
  ]
}

import type { Scenario, Shown, StartWanted, Step } from '../scenario.ts'
import { type Derivation, type ListedEntity, whatToList } from './derivation.ts'
import { signsIn } from './signs-in.ts'

/** Keys of an identity provider: each signs with the one algorithm that is its own, and a set that cannot be had lets nobody in. */
export const keySetScenarios = (deriving: Derivation): readonly Scenario[] => {
  const asked = whatToList(deriving)
  if (!asked || !deriving.model.access.accepts.includes('jwt')) return []
  // The surface is the style's own plan.
  const graphql = deriving.styles.find(({ style }) => style.name === 'graphql')?.surface as Conversed | undefined
  return [
    ...(graphql ? [unheard(asked, graphql)] : []),
    scenario(
      'good',
      'a key that names no algorithm has the one of its type',
      good.map((shows) => list(asked, shows, 200)),
    ),
    scenario(
      'unfit',
      'no key serves for another algorithm than its own, for something else, or with another kind of it',
      unfit.map((shows) => list(asked, shows, 401)),
    ),
    ...['nothing', 'nonsense', 'large', ...(graphql ? [] : ['silent']), 'not-there'].map((way) =>
      scenario(
        way,
        'while there are no keys it says so, as long as it may last, and believes nobody',
        [lacking(asked)],
        startAt(way),
      ),
    ),
    scenario(
      'down-at-first',
      'a provider that was down is not asked again by the next one who comes',
      [lacking(asked), lacking(asked)],
      startAt('down-at-first'),
    ),
    scenario(
      'late',
      'a key that was not there yet is not asked for by everybody who names one',
      [list(asked, {}, 200), list(asked, { key: 'ec' }, 401), list(asked, {}, 200)],
      startAt('late'),
    ),
    scenario(
      'discovered',
      'of an issuer that is known by its name alone, the keys are where it says',
      [list(asked, { issuerAt: '/discovered' }, 200), list(asked, {}, 401)],
      startOf('/discovered'),
    ),
    ...['/of-another', '/unsafe', '/without-keys', '/unheard-of'].map((issuerAt) =>
      scenario(
        issuerAt.slice(1),
        'where an issuer does not say of itself where its keys are nobody is believed',
        [lacking(asked, { issuerAt })],
        startOf(issuerAt),
      ),
    ),
  ]
}

interface Conversed {
  readonly path: string
}

/** Who signs in over a WebSocket has an answer in ten seconds, of which a provider that is silent is left five. */
const unheard = (asked: ListedEntity, { path }: Conversed): Scenario =>
  scenario(
    'silent',
    'a provider that says nothing is not waited for without end, and meanwhile nobody is believed',
    [
      {
        as: asked.role,
        shows: { by: 'provider' },
        method: 'GET',
        path,
        turns: [signsIn, { untilClosed: true }],
        expect: { status: 101, body: [{ at: '/code', equals: 1013 }] },
      },
      lacking(asked),
    ],
    startAt('silent'),
  )

type Signed = Omit<Shown, 'by'>

const good: readonly Signed[] = [
  {},
  { header: { kid: 'unsaid' } },
  { key: 'ec' },
  { key: 'ec', header: { kid: null } },
  { key: 'ec-384' },
  { key: 'rsa' },
  { key: 'rsa', header: { kid: 'pss', alg: 'PS256' } },
]

const unfit: readonly Signed[] = [
  // Another algorithm of the same kind of key.
  { key: 'rsa', header: { alg: 'PS256' } },
  { key: 'rsa', header: { kid: 'pss' } },
  { key: 'rsa', header: { alg: 'RS512' } },
  { key: 'rsa', header: { kid: 'long-hash', alg: 'RS512' } },
  { key: 'ec', header: { alg: 'ES384' } },
  { key: 'ec-384', header: { alg: 'ES256' } },
  { key: 'ec', header: { kid: 'ec-for-384' } },
  { key: 'ec', header: { kid: 'ec-for-384', alg: 'ES384' } },
  // Another kind of it, or none.
  { key: 'ec', header: { alg: 'EdDSA' } },
  { key: 'ec', header: { alg: 'RS256' } },
  { key: 'rsa', header: { alg: 'ES256' } },
  { header: { alg: 'ES256' } },
  { header: { alg: null } },
  { header: { alg: 'none' } },
  // Somebody else's.
  { key: 'ec', header: { kid: 'ec-384', alg: 'ES384' } },
  { key: 'ec', header: { kid: 'rsa' } },
  { key: 'ec', signedBy: 'another' },
  { key: 'rsa', header: { kid: 'p' } },
  // Not for signatures, or not as any that are known.
  { key: 'ec', header: { kid: 'ec-for-encryption' } },
  { key: 'ec', header: { kid: 'ec-for-wrapping' } },
  { key: 'ec', header: { kid: 'unknown-curve' } },
  { key: 'ec', header: { kid: 'unknown-type' } },
  { signedBy: 'public-key', header: { kid: 'secret' } },
  { key: 'weak' },
  { key: 'cubed' },
  // Which of several is nobody's to guess.
  { header: { kid: null } },
]

const scenario = (id: string, title: string, steps: readonly Step[], start?: StartWanted): Scenario => ({
  id: `key-sets.${id}`,
  title,
  cites: ['precedence'],
  rows: 'any',
  writes: false,
  ...(start && { start, in: 'rest' }),
  steps,
})

/** Each service that is started asks at an address of its own. */
const startAt = (way: string): StartWanted => ({ env: { JWKS_URL: `{provider}/${way}?{port}` }, says: [] })

const startOf = (issuer: string): StartWanted => ({
  env: { JWT_ISSUER: `{provider}${issuer}`, JWKS_URL: undefined },
  says: [],
})

const list = ({ path, role }: ListedEntity, shows: Signed, status: number): Step => ({
  as: role,
  shows: { by: 'provider', ...shows },
  method: 'GET',
  path: `${path}?limit=1`,
  expect: { status, ...(status === 401 && { body: [{ at: '/code', equals: 'unauthenticated' }] }) },
})

const lacking = (asked: ListedEntity, shows: Signed = {}): Step => ({
  ...list(asked, shows, 503),
  expect: {
    status: 503,
    headers: { 'retry-after': { matches: '\\d{1,2}' } },
    body: [{ at: '/code', equals: 'unavailable' }],
  },
})

import { knownScopes, type ServiceModel } from '../../../src/runtime/index.ts'
import type { Scenario, Shown, Step } from '../scenario.ts'
import { type Derivation, type ListedEntity, whatToList } from './derivation.ts'
import { stepUpScenarios } from './step-up.ts'

/** Who is believed: each kind of credential, and each thing that can be wrong with one, in turn. */
export const signInScenarios = (deriving: Derivation): readonly Scenario[] => {
  const asked = whatToList(deriving)
  if (!asked) return []
  return [
    scenario(asked, 'good', 'good credentials are taken, whoever vouches for them', good(deriving.model)),
    ...bad(deriving.model).map(({ id, title, shows }) => scenario(asked, id, title, [{ shows, status: 401 }])),
    ...principals(deriving.model).map(({ id, title, cases }) => scenario(asked, id, title, cases)),
    ...scopes(deriving.model, asked),
    ...stepUpScenarios(deriving),
  ]
}

interface Case {
  readonly shows: Shown
  readonly status: number
  readonly more?: Partial<Step['expect']>
}

const scenario = ({ path, role }: ListedEntity, id: string, title: string, cases: readonly Case[]): Scenario => ({
  id: `sign-in.${id}`,
  title,
  cites: ['precedence'],
  rows: 'any',
  writes: false,
  steps: cases.map(({ shows, status, more = {} }) => ({
    as: role,
    shows,
    method: 'GET',
    path: `${path}?limit=1`,
    expect: {
      status,
      ...(status === 401 && {
        headers: { 'www-authenticate': { matches: 'Bearer.*' } },
        body: [{ at: '/code', equals: 'unauthenticated' }],
      }),
      ...more,
    },
  })),
})

const kindsOf = ({ access: { accepts } }: ServiceModel): readonly Shown['by'][] => [
  'development',
  ...(accepts.includes('jwt') ? (['provider'] as const) : []),
  ...(accepts.includes('gateway') ? (['gateway'] as const) : []),
]

/** At the edge of what is good, too: clocks may differ by a few seconds. Where rows say who has which roles, others give none. */
const good = (model: ServiceModel): readonly Case[] => [
  ...(model.access.membership ? (['development'] as const) : kindsOf(model)).flatMap((by): readonly Case[] => [
    { shows: { by }, status: 200 },
    { shows: { by, claims: { aud: ['another', model.name] } }, status: 200 },
    { shows: { by, claims: { nbf: 3 } }, status: 200 },
    { shows: { by, claims: { exp: -3 } }, status: 200 },
  ]),
  ...(['JWT', 'at+jwt', 'application/at+jwt', null] as const).map(
    (typ): Case => ({ shows: { by: 'development', header: { typ } }, status: 200 }),
  ),
  ...(model.access.accepts.includes('api-key') && !model.access.membership
    ? ([
        { shows: { by: 'api-key' }, status: 200 },
        { shows: { by: 'api-key', in: 'bearer' }, status: 200 },
      ] as const)
    : []),
]

interface Bad {
  readonly id: string
  readonly title: string
  readonly shows: Shown
}

const bad = (model: ServiceModel): readonly Bad[] => [
  ...kindsOf(model).flatMap((by) => badTokens(model, by)),
  ...(model.access.accepts.includes('jwt') ? badProviderTokens : []),
  ...(model.access.accepts.includes('gateway') ? badAssertions : []),
  ...(model.access.accepts.includes('api-key') ? badKeys : []),
  ...unasked(model),
]

/** Good ones, of kinds that the charter does not name. */
const unasked = ({ access: { accepts } }: ServiceModel): readonly Bad[] =>
  (['provider', 'gateway', 'api-key'] as const)
    .filter(
      (by) => !accepts.includes(by === 'provider' ? 'jwt' : by) && !(by === 'provider' && accepts.includes('oauth2')),
    )
    .map((by) => ({
      id: `${by}.unasked`,
      title: 'a good credential of a kind that the charter does not accept',
      shows: { by, isUnasked: true },
    }))

const badTokens = (model: ServiceModel, by: Shown['by']): readonly Bad[] => {
  const claim = (id: string, title: string, claims: NonNullable<Shown['claims']>): Bad => ({
    id: `${by}.${id}`,
    title,
    shows: { by, claims },
  })
  const made = (id: string, title: string, shows: Omit<Shown, 'by'>): Bad => ({
    id: `${by}.${id}`,
    title,
    shows: { by, ...shows },
  })
  const { tenantClaim, personClaim, principal, membership } = model.access
  return [
    claim('issuer', 'a token of an issuer that is not known', { iss: 'https://another.example' }),
    claim('no-issuer', 'a token of no issuer', { iss: null }),
    claim('audience', 'a token for another service', { aud: 'another' }),
    claim('audiences', 'a token for other services', { aud: ['another', 'a third'] }),
    claim('no-audience', 'a token for nobody', { aud: null }),
    claim('expired', 'a token that has ended', { exp: -60 }),
    claim('endless', 'a token without an end', { exp: null }),
    claim('end-never', 'a token whose end never comes', { exp: '1e999' }),
    claim('issued-never', 'a token whose time of issue never comes', { iat: '1e999' }),
    claim('end-text', 'a token whose end is no number', { exp: '9999999999' }),
    claim('early', 'a token whose time has not come', { nbf: 60 }),
    claim('early-text', 'a token whose beginning is no number', { nbf: '0' }),
    claim('issued-text', 'a token whose time of issue is no number', { iat: 'now' }),
    claim('nobody', 'a token of nobody', { sub: null }),
    claim('empty', 'a token of a nameless one', { sub: '' }),
    claim('subject-number', 'a token of somebody whose name is no text', { sub: 7 }),
    ...(['nonce', 'at_hash', 'c_hash'] as const).map((name) =>
      claim(`id-token-${name}`, 'an ID token, which says who signed in elsewhere', { [name]: 'x' }),
    ),
    ...(tenantClaim === undefined
      ? []
      : [
          // Rows say where those belong whose token does not.
          ...(membership ? [] : [claim('no-tenant', 'a token without a tenant', { [tenantClaim]: null })]),
          claim('empty-tenant', 'a token with an empty tenant', { [tenantClaim]: '' }),
          claim('tenant-list', 'a token of several tenants', { [tenantClaim]: ['tenant-1'] }),
        ]),
    ...(personClaim === undefined
      ? []
      : [
          claim('no-person', 'a token that names no person', { [personClaim]: null }),
          claim('empty-person', 'a token that names a person by nothing', { [personClaim]: '' }),
          claim('person-number', 'a token that names a person by a number', { [personClaim]: 7 }),
          claim('person-list', 'a token of several persons', { [personClaim]: ['ada', 'ben'] }),
          claim('person-long', 'a token whose person is past what a name is long', { [personClaim]: 'a'.repeat(256) }),
        ]),
    ...principal
      .filter(({ isRequired }) => isRequired)
      .map(({ name, claim: called }) =>
        claim(`no-${name}`, `a token that does not say the ${name} that rules ask for`, { [called]: null }),
      ),
    made('unsigned', 'a token that nobody signed', { signedBy: 'none' }),
    made('public-key', 'a token signed with the public key as a secret', { signedBy: 'public-key' }),
    made('stranger', 'a token signed with another key', { signedBy: 'another' }),
    made('altered', 'a token whose signature was altered', { text: 'altered' }),
    made('padded', 'a token with padding', { text: 'padded' }),
    made('respelt', 'a token whose signature is spelt another way', { text: 'respelt' }),
    made('long', 'a token that is too long to read', { text: 'long' }),
    made('critical', 'a token with an extension that must be understood', { header: { crit: ['b64'], b64: true } }),
    made('type', 'a token of another type', { header: { typ: 'secevent+jwt' } }),
  ]
}

const badProviderTokens: readonly Bad[] = [
  ['unknown-key', 'a token under a key that the provider does not have', 'unknown'],
  ['encryption-key', 'a token under a key that is for encryption', 'for-encryption'],
  ['other-algorithm', 'a token under a key of another algorithm', 'for-another-algorithm'],
].map(([id = '', title = '', kid = '']) => ({
  id: `provider.${id}`,
  title,
  shows: { by: 'provider', header: { kid } },
}))

const badAssertions: readonly Bad[] = [
  {
    id: 'gateway.long-lived',
    title: 'an assertion that holds for over a minute',
    shows: { by: 'gateway', claims: { exp: 90 } },
  },
  {
    id: 'gateway.undated',
    title: 'an assertion that does not say when it was made',
    shows: { by: 'gateway', claims: { iat: null } },
  },
  { id: 'gateway.future', title: 'an assertion that is yet to be made', shows: { by: 'gateway', claims: { iat: 30 } } },
  {
    id: 'gateway.access-token',
    title: 'an access token in the gateway’s place',
    shows: { by: 'gateway', header: { typ: 'at+jwt' } },
  },
  { id: 'gateway.as-bearer', title: 'a gateway’s assertion as a bearer token', shows: { by: 'gateway', in: 'bearer' } },
  {
    id: 'gateway.as-access-token',
    title: 'an access token that a gateway has signed',
    shows: { by: 'gateway', header: { typ: 'at+jwt' }, in: 'bearer' },
  },
  // Of others, as short as a gateway's own: whose they are decides.
  {
    id: 'gateway.provider',
    title: 'a provider’s token in the gateway’s header',
    shows: { by: 'provider', header: { typ: 'gateway+jwt' }, in: 'gateway', claims: { exp: 30 } },
  },
  {
    id: 'gateway.development',
    title: 'a development token in the gateway’s header',
    shows: { by: 'development', header: { typ: 'gateway+jwt' }, in: 'gateway', claims: { exp: 30 } },
  },
]

const badKeys: readonly Bad[] = [
  { id: 'key.ended', title: 'an API key that has ended', shows: { by: 'api-key', endsInSeconds: -1 } },
  {
    id: 'key.unknown',
    title: 'an API key that the service has not given out',
    shows: { by: 'api-key', text: 'respelt' },
  },
  { id: 'key.long', title: 'an API key that is too long', shows: { by: 'api-key', text: 'long' } },
]

interface Principals {
  readonly id: string
  readonly title: string
  readonly cases: readonly Case[]
}

/** What a credential says of a person is taken as it says, and no further. */
const principals = (model: ServiceModel): readonly Principals[] => [
  {
    id: 'roles',
    title: 'a role that the charter does not have is none, and roles may stand in one text',
    cases: [
      { shows: { by: 'development', claims: { roles: ['nobody-in-particular'] } }, status: 403 },
      { shows: { by: 'development', claims: { roles: null } }, status: 403 },
      { shows: { by: 'development', claims: { roles: 7 } }, status: 403 },
      { shows: { by: 'development', claims: { roles: `nobody ${model.access.roles.join(' ')}` } }, status: 200 },
    ],
  },
]

/** As many scopes as a token has room for in a header. */
const fitting = (scopes: readonly string[]): readonly string[] => {
  let length = 0
  return scopes.filter((scope) => {
    length += scope.length + 1
    return length <= 4000
  })
}

/** What a credential may be used for at most, on top of its roles (RFC 6750 section 3.1). */
const scopes = (model: ServiceModel, asked: ListedEntity): readonly Scenario[] => {
  const enough = [`${asked.entity}:read`, `${asked.entity}:write`, `${model.name}:read`, `${model.name}:write`]
  const others = fitting(knownScopes(model).filter((scope) => !enough.includes(scope)))
  const lacking: Case['more'] = {
    headers: { 'www-authenticate': { matches: `.*insufficient_scope.*${asked.entity}:read.*` } },
    body: [{ at: '/code', equals: 'forbidden' }],
  }
  const held = (by: Shown['by'], scope: readonly string[]): Shown =>
    by === 'api-key' ? { by, scopes: scope } : { by, claims: { scope: scope.join(' ') } }
  const { accepts } = model.access
  const kinds: readonly Shown['by'][] = [
    'development',
    ...(accepts.includes('oauth2') && accepts.includes('jwt') ? (['provider'] as const) : []),
    ...(accepts.includes('api-key') ? (['api-key'] as const) : []),
  ]
  return [
    ...(accepts.includes('oauth2') && !accepts.includes('jwt')
      ? [
          scenario(
            asked,
            'scope.plain',
            'where access tokens alone are taken, one that says no scope is good for nothing',
            [
              { shows: { by: 'provider', isUnasked: true }, status: 403, more: lacking },
              { shows: { by: 'provider', isUnasked: true, claims: { scope: enough[0] ?? '' } }, status: 200 },
            ],
          ),
        ]
      : []),
    ...kinds.flatMap((by) => [
      ...enough.map((scope) =>
        scenario(asked, `scope.${by}.${scope}`, `the scope ${scope} is enough to list`, [
          { shows: held(by, [scope]), status: 200 },
        ]),
      ),
      scenario(asked, `scope.${by}.others`, 'other scopes, however many, are not enough, and the one needed is named', [
        { shows: held(by, others), status: 403, more: lacking },
        { shows: held(by, []), status: 403, more: lacking },
      ]),
    ]),
    ...(accepts.includes('oauth2') && accepts.includes('jwt')
      ? [
          scenario(
            asked,
            'scope.silent',
            'an access token that says no scope is good for nothing; a plain one for what its roles may',
            [
              { shows: { by: 'provider', header: { typ: 'at+jwt' } }, status: 403, more: lacking },
              {
                shows: { by: 'provider', header: { typ: 'at+jwt' }, claims: { scp: enough.slice(0, 1) } },
                status: 200,
              },
              { shows: { by: 'provider' }, status: 200 },
            ],
          ),
        ]
      : []),
  ]
}

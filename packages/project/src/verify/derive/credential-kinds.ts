import type { Scenario, Step } from '../scenario.ts'
import { newBody } from './bodies.ts'
import { aboutEntity, type Derivation, whatToList } from './derivation.ts'

/** A credential counts as what it is, however often it was taken before in its own header. */
export const credentialKindScenarios = (deriving: Derivation): readonly Scenario[] => {
  const listing = whatToList(deriving)
  if (!listing) return []
  const good: Step = { as: listing.role, method: 'GET', path: listing.path, expect: { status: 200 } }
  const elsewhere = (headers: Readonly<Record<string, string>>): Step => ({
    as: null,
    method: 'GET',
    path: listing.path,
    headers,
    expect: { status: 401 },
  })
  const others: readonly Step[] = [
    elsewhere({ 'x-api-key': '{{credential}}' }),
    elsewhere({ 'x-gateway-assertion': '{{credential}}' }),
    elsewhere({ authorization: 'Basic {{credential}}' }),
    // As many letters as the scheme that is taken.
    elsewhere({ authorization: 'Digest {{credential}}' }),
  ]
  const { accepts, membership } = deriving.model.access
  const takesKeys = accepts.includes('api-key')
  return [
    {
      id: 'sign-in.kinds',
      title: 'a credential is none of another kind, also where it was just taken as its own',
      cites: ['nobody'],
      rows: 'any',
      writes: false,
      in: 'rest',
      steps: [
        good,
        ...others,
        ...(takesKeys && !membership
          ? [{ ...good, shows: { by: 'api-key' } } as const, elsewhere({ 'x-gateway-assertion': '{{credential}}' })]
          : []),
      ],
    },
    ...(takesKeys ? keyEnds : []).map(
      ({ id, title, shows, withinMs }): Scenario => ({
        id: `sign-in.key.${id}`,
        title,
        cites: ['nobody'],
        rows: 'any',
        writes: false,
        in: 'rest',
        steps: [
          { ...good, shows: { by: 'api-key', ...shows } },
          { ...elsewhere({ 'x-api-key': '{{credential}}' }), withinMs },
        ],
      }),
    ),
    ...whyTold(deriving),
  ]
}

/** Who is known is kept: not past the end of the key, and for three seconds after somebody ends it before. */
const keyEnds = [
  {
    id: 'ends',
    title: 'an API key that was taken is taken until it ends, and no longer',
    shows: { endsInSeconds: 2 },
    withinMs: 2500,
  },
  {
    id: 'revoked',
    title: 'an API key that was taken and is revoked is taken for three seconds more at most',
    shows: { revokedInMs: 500 },
    withinMs: 5000,
  },
] as const

/** The charter's own lines are for who develops it. */
const whyTold = (deriving: Derivation): readonly Scenario[] => {
  const { accepts, roles } = deriving.model.access
  const others = [
    ...(accepts.includes('api-key') ? (['api-key'] as const) : []),
    ...(accepts.includes('jwt') ? (['provider'] as const) : []),
  ]
  for (const entity of deriving.model.entities) {
    const about = aboutEntity(deriving, entity)
    const path = about.path('create')
    const outsider = roles.find((role) => !about.mayEver(role, 'create'))
    const insider = roles.find((role) => about.mayEver(role, 'create'))
    const body = insider === undefined ? null : newBody(about, insider)
    if (path === null || outsider === undefined || body === null) continue
    const refused = (by: 'development' | (typeof others)[number]): Step => ({
      as: outsider,
      shows: { by },
      method: 'POST',
      path,
      body,
      expect: { status: 403, body: [{ at: '/why', ...(by === 'development' ? { present: true } : { absent: true }) }] },
    })
    return [
      {
        id: 'sign-in.why',
        title: 'which line of the charter decided is told to development tokens alone',
        cites: ['precedence'],
        rows: 'any',
        writes: false,
        in: 'rest',
        steps: [refused('development'), ...others.map(refused)],
      },
    ]
  }
  return []
}

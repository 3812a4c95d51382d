import type { Json, JsonObject } from '../../../src/runtime/index.ts'
import type { Expect, Place, Scenario, Shown, Step, Turn } from '../scenario.ts'
import { newBody, writable } from './bodies.ts'
import { type About, type Derivation, isAllowedAlways } from './derivation.ts'
import { type GraphqlAsked, graphqlAskedOf, inGraphql } from './graphql-asked.ts'
import { signsIn } from './signs-in.ts'

/** What becomes of rows, told as it happens to whoever may list them, and resumed after what was told. */
export const changeScenarios = (deriving: Derivation): readonly Scenario[] =>
  graphqlAskedOf(deriving).flatMap((asked, at): readonly Scenario[] => {
    const root = asked.entity.roots.changes
    const filtered = asked.entity.fields.find(({ as }) => as === asked.field)?.filterAs
    if (root === undefined || filtered === undefined) return []
    const followed = { ...asked, root, filtered }
    // Rows are changed over REST meanwhile.
    const isChanged = deriving.styles.some(({ style }) => style.name === 'rest')
    const changed = isChanged ? [told(followed), ...(at === 0 ? [many(followed), lapsed(followed)] : [])] : []
    return [...changed, ...(at === 0 ? [ended(followed, isChanged)] : [])]
  })

interface Followed extends GraphqlAsked {
  /** Field of the subscription. */
  readonly root: string
  /** Name of the key's field in a filter. */
  readonly filtered: string
}

const told = (followed: Followed): Scenario => {
  const { about, role, list, body, root, field, entity } = followed
  const hidden = hiddenWrite(followed)
  const removal = removalOf(followed)
  const foreign = foreignRemoval(followed)
  const row = (change: string): string => `/payload/data/${root}/${change}`
  // The first part of a key in several may be another row's too.
  const quote = typeof followed.row[keyNameOf(about)] === 'string' ? '"' : ''
  const until = about.entity.key.length > 1 ? '"created"' : `"${field}":${quote}{{made}}${quote}`
  return scenario(followed, 'told', 'changes are told to whoever may list the row, after the last that was told', [
    begun(followed),
    ...(removal?.steps ?? []),
    ...(hidden?.steps ?? []),
    ...(foreign?.steps ?? []),
    { as: role, method: 'POST', path: list, body, expect: { status: 201 }, save: { made: `/${keyNameOf(about)}` } },
    conversation(followed, [...begin, resumed(followed), { until }], {
      body: [
        {
          at: '/heard',
          some: {
            [row('change')]: 'created',
            [row(`key/${field}`)]: '{{made}}',
            [row(`${entity.member}/${field}`)]: '{{made}}',
          },
        },
        ...(removal?.isTold
          ? [{ at: '/heard', some: { [row('change')]: 'deleted', [row(entity.member)]: null } }]
          : []),
      ],
      lacks: [
        ...(removal?.isTold === false ? ['"change":"deleted"'] : []),
        ...(hidden?.lacks ?? []),
        ...(foreign?.lacks ?? []),
      ],
    }),
    {
      ...conversation(followed, [...begin, resumed(followed), hear(1)], refusal('stale-cursor')),
      as: `${role}/another`,
    },
  ])
}

/** More than are told at once, on one connection and on others of the same caller. */
const manyStreams = 5

const many = (followed: Followed): Scenario => {
  const { role, one, change, root } = followed
  const subscribed = Array.from({ length: manyStreams }, (_, at) => resumed(followed, `stream ${at}`))
  return scenario(followed, 'many', 'one change is told to every stream of its caller', [
    begun(followed),
    { as: role, method: 'PATCH', path: one, body: change, expect: { status: 200 } },
    conversation(followed, [...begin, ...subscribed, hear(manyStreams)], {
      body: subscribed.map((_, at) => ({
        at: '/heard',
        some: { '/id': `stream ${at}`, [`/payload/data/${root}/change`]: 'updated' },
      })),
    }),
  ])
}

/** What clocks may differ by lets a token in that has ended; nothing is told to it. */
const lapsed = (followed: Followed): Scenario => {
  const { role, one, change } = followed
  return scenario(followed, 'lapsed', 'nothing is told to a sign-in that has ended', [
    begun(followed),
    { as: role, method: 'PATCH', path: one, body: change, expect: { status: 200 } },
    {
      ...conversation(followed, [...begin, resumed(followed), hear(1)], refusal('unauthenticated')),
      shows: { by: 'development', claims: { exp: -1, sub: `${role}@development` } },
    },
  ])
}

/** Five seconds, and the rest for a busy machine: less than until it is looked at once more. */
const endedMs = 6_500
/** By then whether a sign-in stands was looked at once. */
const lookedMs = 4_500

/** Followed with a token that ends meanwhile, or a key that is revoked: told within seconds, whether or not anything happens. */
const ended = (followed: Followed, isChanged: boolean): Scenario => {
  const followedWith = (shows: Shown): Step => ({
    ...conversation(
      followed,
      [...begin, subscribe(followed, {}), { until: 'unauthenticated', withinMs: endedMs }],
      refusal('unauthenticated'),
    ),
    shows,
  })
  const { list, body, root } = followed
  const { accepts, membership } = followed.about.model.access
  const goesOn = conversation(
    followed,
    [
      ...begin,
      subscribe(followed, {}),
      { until: 'unauthenticated', withinMs: lookedMs },
      { until: '"created"', asks: { method: 'POST', path: list, body } },
    ],
    { body: [{ at: '/heard', some: { [`/payload/data/${root}/change`]: 'created' } }], lacks: ['unauthenticated'] },
  )
  return scenario(followed, 'ended', 'a stream goes on while the sign-in that opened it stands, and ends with it', [
    ...(isChanged ? [goesOn] : []),
    followedWith({ by: 'development', claims: { exp: 2 } }),
    // Where rows say who has which roles, a key has none.
    ...(accepts.includes('api-key') && !membership ? [followedWith({ by: 'api-key', revokedInMs: 1000 })] : []),
  ])
}

const scenario = ({ about }: Followed, id: string, title: string, steps: readonly Step[]): Scenario =>
  inGraphql(`changes.${about.entity.name}.${id}`, title, steps, { cites: ['events'], writes: true })

const hear = (count: number): Turn => ({ hear: count })
const begin: readonly Turn[] = [signsIn, hear(1)]

const refusal = (code: string): Expect => ({
  body: [
    { at: '/heard/1/type', equals: 'error' },
    { at: '/heard/1/payload/0/extensions/code', equals: code },
  ],
})

const conversation = ({ surface, role }: Followed, turns: readonly Turn[], expect: Expect): Step => ({
  as: role,
  method: 'GET',
  path: surface.path,
  turns,
  expect: { status: 101, ...expect },
})

const subscribe = ({ root, field, entity }: Followed, variables: JsonObject, id = 'followed'): Turn => {
  const query = `subscription S($after: String, $filter: ${entity.types.filter}) { ${root}(after: $after, filter: $filter) { change cursor key { ${field} } ${entity.member} { ${field} } } }`
  return { say: { type: 'subscribe', id, payload: { query, variables } } }
}

const resumed = (followed: Followed, id?: string): Turn => subscribe(followed, { after: '{{cursor}}' }, id)

/** Followed from now on, until a change is told; keeps its cursor. What a filter leaves out is not told. */
const begun = (followed: Followed): Step => {
  const { about, one, row, change, root, field, filtered } = followed
  const data = `/heard/1/payload/data/${root}`
  const told: readonly Place[] = [
    { at: `${data}/change`, equals: 'updated' },
    { at: `${data}/key/${field}`, equals: row[keyNameOf(about)] ?? null },
  ]
  const turns: readonly Turn[] = [
    ...begin,
    subscribe(followed, { filter: { [filtered]: { isNull: true } } }, 'left out'),
    subscribe(followed, { filter: { [filtered]: { isNull: false } } }),
    { until: '"updated"', asks: { method: 'PATCH', path: one, body: change } },
  ]
  return {
    ...conversation(followed, turns, { body: told, lacks: ['left out'] }),
    save: { cursor: `${data}/cursor` },
  }
}

const keyNameOf = ({ entity }: About): string => entity.key[0] ?? ''

interface Meanwhile {
  readonly steps: readonly Step[]
}

interface Hidden extends Meanwhile {
  readonly lacks: readonly string[]
}

/** What may not be read is not found by who writes either. */
const mayBoth =
  (about: About, action: string, row: JsonObject | undefined, claims = 0) =>
  (role: string): boolean =>
    [action, 'read'].every((each) => about.can(role, each, row, claims))

const maySend = (about: About, role: string, change: JsonObject): boolean => {
  const names = writable(about, role, 'replace').map(({ name }) => name)
  return Object.keys(change).every((name) => names.includes(name))
}

/** A change, by somebody with other claims, of a row that the follower may not list. */
const hiddenWrite = ({ about, role, change }: Followed): Hidden | null => {
  const { roles } = about.model.access
  for (const row of about.rows) {
    const other = roles.filter(mayBoth(about, 'update', row, 1)).find((each) => maySend(about, each, change))
    const key: Json = row[keyNameOf(about)] ?? null
    const path = about.path('update', row)
    if (
      other === undefined ||
      path === null ||
      about.can(role, 'list', row) ||
      typeof key !== 'string' ||
      key.length < 8
    )
      continue
    const step: Step = { as: `${other}#1`, method: 'PATCH', path, body: change, expect: { status: 200 } }
    return { steps: [step], lacks: [key] }
  }
  return null
}

/** A row that is made and deleted: told where the follower may list every row, since nothing is left to decide on. */
const removalOf = ({ about, role, list }: Followed): (Meanwhile & { readonly isTold: boolean }) | null => {
  const { model, rows } = about
  const remover = model.access.roles.find(mayBoth(about, 'delete', rows[0]))
  // Another than is made afterwards: a row that is only marked as deleted keeps its key.
  const body = newBody(about, role, 1)
  if (remover === undefined || body === null || about.path('remove', rows[0]) === null) return null
  return {
    steps: [
      { as: role, method: 'POST', path: list, body, expect: { status: 201 }, save: { location: 'header:location' } },
      { as: remover, method: 'DELETE', path: '{{location}}', expect: { status: 204 } },
    ],
    isTold: isAllowedAlways(about, role, 'list'),
  }
}

/** A row of another tenant that somebody there deletes. What refers to it may keep it there. */
const foreignRemoval = ({ about }: Followed): Hidden | null => {
  const { tenantField } = about.entity
  if (tenantField === undefined) return null
  for (const row of about.rows) {
    const remover = about.model.access.roles.find(mayBoth(about, 'delete', row, 1))
    const key: Json = row[keyNameOf(about)] ?? null
    const path = about.path('remove', row)
    if (remover === undefined || path === null || typeof key !== 'string' || key.length < 8) continue
    return {
      steps: [{ as: `${remover}#1`, method: 'DELETE', path, expect: { status: [204, 409] } }],
      lacks: [key],
    }
  }
  return null
}

import { canonicalJson, type Json } from '@charter/runtime'
import type { AccessRow } from './access-row.ts'
import type { Charter, Entity, Field, Route, Settings } from './charter.ts'
import { type AccessChange, diffAccess } from './diff-access.ts'
import { membershipBreaks } from './membership-breaks.ts'
import { moveBreaks } from './move-breaks.ts'
import type { Break, Style } from './style.ts'
import type { Widening } from './widening.ts'

/** What changed between two charters. Plain data; `formatDiff` says it in lines. */
export interface Diff {
  readonly structure: readonly StructureChange[]
  /** By style name: what its clients notice. */
  readonly styles: Readonly<Record<string, readonly Break[]>>
  readonly access: readonly AccessChange[]
  /** Who may see more of classified fields, and what keeps those less. */
  readonly widenings: readonly Widening[]
}

/** `about`: `Patient`, `Patient.ssn`, or a section (`access`, `limits`). `details`: what differs, each `name: before → after`. */
export interface StructureChange {
  readonly kind: 'added' | 'removed' | 'renamed' | 'changed'
  readonly what: 'entity' | 'field' | 'relation' | 'operation' | 'route' | 'type' | 'section'
  readonly about: string
  /** The name before, of what was renamed. */
  readonly was?: string
  readonly details: readonly string[]
}

export interface DiffContext {
  readonly styles: readonly Pick<Style, 'name' | 'breaks'>[]
  /** The access matrix of a charter. */
  readonly access: (charter: Charter) => readonly AccessRow[]
  /** What widens between two charters; left out where nobody has to accept it. */
  readonly widenings?: (before: Charter, after: Charter) => readonly Widening[]
}

/**
 * Structure (renames followed by lock id or `was`), what breaks clients of each style that either charter serves, and who
 * gains or loses what.
 */
export const diffCharters = (
  before: Charter,
  after: Charter,
  { styles, access, widenings = () => [] }: DiffContext,
): Diff => {
  const served = styles.filter(({ name }) => before.serves.includes(name) || after.serves.includes(name))
  return {
    structure: diffStructure(before, after),
    styles: Object.fromEntries(
      served.map((style) => [
        style.name,
        [
          ...style.breaks(before, after),
          ...versionBreaks(before, after),
          ...moveBreaks(before, after),
          ...hookBreaks(before, after),
          ...rightsBreaks(before, after),
          ...membershipBreaks(before, after),
          ...personBreaks(before, after),
        ],
      ]),
    ),
    access: diffAccess({ before, after, rowsBefore: access(before), rowsAfter: access(after) }),
    widenings: widenings(before, after),
  }
}

/** Code that runs before a write may refuse it. */
const hookBreaks = (before: Charter, after: Charter): readonly Break[] =>
  pairsOf(before.entities, after.entities).flatMap(([was, { name, hooks }]): readonly Break[] =>
    hooks?.includes('before') && !was.hooks?.includes('before')
      ? [
          {
            about: name,
            sentence:
              'What is written may be refused that was taken: code of the service’s own runs before it (`hooks`).',
            severity: 'breaking',
          },
        ]
      : [],
  )

/** With whose rights a body acts is seen by its callers, and by whoever answers for the rows. */
const rightsBreaks = (before: Charter, after: Charter): readonly Break[] =>
  after.operations.flatMap(({ id, name, rights }): readonly Break[] => {
    const was = before.operations.find((each) => each.id === id)?.rights
    if (was === rights || (was === undefined && rights === 'caller')) return []
    return rights === 'caller'
      ? [{ about: name, sentence: 'Its body has the rights of its caller, and may be refused.', severity: 'breaking' }]
      : [
          {
            about: name,
            sentence: 'Its body has the rights of the service: what it reads and writes, no rule is asked of.',
            severity: 'additive',
          },
        ]
  })

/** Whoever was one person is another to every row that names them, and to every rule that asks who they are. */
const personBreaks = (before: Charter, after: Charter): readonly Break[] => {
  const [was, is] = [before, after].map(({ access }) => access.person?.claim ?? 'sub')
  if (was === is) return []
  const sentence = `Everybody is somebody else: the claim \`${is}\` names the person, where it was \`${was}\`. Rows that hold a \`principal.id\` hold the old one, and a credential without it is refused.`
  return [{ about: 'access', sentence, severity: 'breaking' }]
}

/** Every style carries a version. */
const versionBreaks = (before: Charter, after: Charter): readonly Break[] =>
  after.ifMatch === 'required' && before.ifMatch === undefined
    ? [
        {
          about: after.name,
          sentence: 'A change or deletion that does not say of which version (`If-Match`) is refused.',
          severity: 'breaking',
        },
      ]
    : []

const diffStructure = (before: Charter, after: Charter): readonly StructureChange[] => [
  ...firstSections.flatMap((name) => diffSection(name, before[name], after[name])),
  ...namesOf(before.settings, after.settings).flatMap((name) =>
    diffSection(name, before.settings[name], after.settings[name]),
  ),
  ...lastSections.flatMap((name) => diffSection(name, before[name], after[name])),
  ...diffNamed('entity', '', before.entities, after.entities, entityTraits, goneFiles(after)),
  ...pairsOf(before.entities, after.entities).flatMap(([from, to]) => diffMembers(from, to, goneFiles(after))),
  ...diffNamed('operation', '', operationsOf(before), operationsOf(after), withSettings),
  ...diffNamed('route', '', before.routes, after.routes, routeTraits),
  ...diffNamed('type', '', typesOf(before), typesOf(after), (type) => ({ type: type.type })),
]

/** What styles are told stands between the two. */
const firstSections = ['name', 'title', 'version', 'description', 'serves', 'frameworks', 'sources', 'state'] as const
const lastSections = ['atRest', 'cors', 'ifMatch', 'access', 'policies', 'limits'] as const

const diffSection = (name: string, before: unknown, after: unknown): readonly StructureChange[] => {
  const details = detailsOf(traits(before, name), traits(after, name))
  return details.length ? [{ kind: 'changed', what: 'section', about: name, details }] : []
}

const traits = (value: unknown, name: string): Traits =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : { [name]: value }

const namesOf = (...of: readonly object[]): readonly string[] => [...new Set(of.flatMap((each) => Object.keys(each)))]

const operationsOf = ({ operations, internal }: Charter) => [...operations, ...internal]

const typesOf = (charter: Charter) => Object.values(charter.types).map((type) => ({ id: type.name, ...type }))

/** Who may do what is the access part's to say; samples are no part of the API. */
const entityTraits = ({
  fields: _fields,
  relations: _relations,
  samples: _samples,
  allow: _allow,
  ...others
}: Entity): Traits => withSettings(others)

/** As written: the input of a route is what it says of a request, and who may is the access part's to say. */
const routeTraits = ({ input: _input, roles: _roles, hasKey: _hasKey, result: _result, ...others }: Route): Traits =>
  others

/** Each style's settings as a trait of its own. */
const withSettings = (of: { readonly settings?: Settings }): Traits =>
  Object.fromEntries(
    Object.entries(of).flatMap(([name, value]) =>
      name === 'settings' ? Object.entries(of.settings ?? {}) : [[name, value]],
    ),
  )

const diffMembers = (before: Entity, after: Entity, gone: Gone): readonly StructureChange[] => [
  ...diffNamed('field', `${after.name}.`, before.fields, after.fields, (field) => ({ ...field }), gone),
  ...diffNamed('relation', `${after.name}.`, before.relations, after.relations, withSettings),
]

/** What is said of a thing that is no more. */
type Gone = (thing: Partial<Pick<Field, 'file'> & Pick<Entity, 'fields'>>) => readonly string[]

/** What becomes of the files of fields that are no more, or of an entity's. */
const goneFiles =
  ({ entities }: Charter): Gone =>
  ({ file, fields = [] }) => {
    if (file === undefined && fields.every((field) => field.file === undefined)) return []
    const isServed = entities.some((entity) => entity.fields.some((field) => field.file !== undefined))
    return isServed
      ? ['files that no other row names are removed once `charter migrate --contract` is done']
      : ['its files stay: no field is a file any more, so no service removes them']
  }

interface Named {
  readonly id: string
  readonly name: string
}

type Traits = Readonly<Record<string, unknown>>

/** Pairs of the same thing: by stable id, whatever it is called now. */
const pairsOf = <T extends Named>(before: readonly T[], after: readonly T[]): readonly (readonly [T, T])[] => {
  const byId = new Map(before.map((thing) => [thing.id, thing]))
  return after.flatMap((thing) => {
    const known = byId.get(thing.id)
    return known ? [[known, thing] as const] : []
  })
}

const diffNamed = <T extends Named>(
  what: StructureChange['what'],
  prefix: string,
  before: readonly T[],
  after: readonly T[],
  traitsOf: (thing: T) => Traits,
  gone: (thing: T) => readonly string[] = () => [],
): readonly StructureChange[] => {
  const pairs = pairsOf(before, after)
  const kept = new Set(pairs.flat())
  const removed = before.filter((thing) => !kept.has(thing))
  const added = after.filter((thing) => !kept.has(thing))
  const changed = pairs.flatMap(([from, to]): StructureChange[] => {
    const details = detailsOf(traitsOf(from), traitsOf(to))
    const about = `${prefix}${to.name}`
    if (from.name !== to.name) return [{ kind: 'renamed', what, about, was: `${prefix}${from.name}`, details }]
    return details.length ? [{ kind: 'changed', what, about, details }] : []
  })
  return [
    ...removed.map(
      (thing): StructureChange => ({ kind: 'removed', what, about: `${prefix}${thing.name}`, details: gone(thing) }),
    ),
    ...added.map((thing): StructureChange => ({ kind: 'added', what, about: `${prefix}${thing.name}`, details: [] })),
    ...changed,
  ]
}

/** Where a thing stands, how it got its id and what it was called are no change in what it means. */
const silent: ReadonlySet<string> = new Set(['place', 'places', 'id', 'was', 'formerly', 'name', 'text'])

const detailsOf = (before: Traits, after: Traits): readonly string[] => {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const isOnlyName = names.length === 1
  return names
    .filter((name) => isOnlyName || !silent.has(name))
    .filter((name) => textOf(before[name]) !== textOf(after[name]))
    .map((name) => `${name}: ${textOf(before[name])} → ${textOf(after[name])}`)
}

const textOf = (value: unknown): string => {
  if (value === undefined) return 'none'
  // Charters are plain data; places fall away so that moving a line is no change.
  const plain = JSON.parse(
    JSON.stringify(value, (key, each) => (key === 'place' || key === 'id' ? undefined : each)),
  ) as Json
  return typeof plain === 'string' ? plain : canonicalJson(plain)
}

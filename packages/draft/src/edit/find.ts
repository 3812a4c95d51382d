import { type Charter, type Entity, kebabOf, nearest, singularNoun } from '@charter/charter'
import { memberName, readField, slug, wordsOf } from './reading.ts'

/** A field or relation that is written in the document. */
export interface Member {
  readonly entity: string
  readonly name: string
  readonly kind: 'field' | 'relation'
}

/** What a noun may mean; several where the words leave it open, none where nothing fits, then what is near. */
export interface Matches<T> {
  readonly found: readonly T[]
  readonly near?: string
}

/** A noun without articles, quotation marks and words like `entity` or `field`. */
export const bare = (text: string): string =>
  text
    .replace(/["']/g, (sign, at: number) => (sign === "'" && /\w/.test(text[at + 1] ?? '') && at > 0 ? sign : ''))
    .trim()
    .replace(/^(?:(?:an?|the|each|every|all|any|their|its|our|your|new|of|both|existing)\s+)+/i, '')
    .replace(
      /^(?:entity|table|field|column|attribute|property|role|operation|action|relation|resource|type)\s+(?:called\s+|named\s+)?(?=\S)/i,
      '',
    )
    .replace(
      /\s+(?:entity|entities|table|field|column|attribute|property|role|operation|relation|resource|records?|rows?)$/i,
      (tail, at: number) => (at > 0 ? (/(?:record|row)/i.test(tail) ? tail : '') : tail),
    )
    .trim()

const keyOf = (noun: string): string => {
  const words = [...wordsOf(noun)]
  const last = words.pop() ?? ''
  return [...words, singularNoun(last)].join(' ')
}

/** Entities by exact name, else those of whose name the noun is a part. */
export const entitiesFor = (noun: string, { entities }: Charter): Matches<string> => {
  const key = keyOf(bare(noun))
  const names = entities.map(({ name, plural }) => ({ name, keys: [keyOf(name), keyOf(plural)] }))
  const exact = names.filter(
    ({ keys }) => keys.includes(key) || keys.some((each) => each.replaceAll(' ', '') === key.replaceAll(' ', '')),
  )
  const part =
    exact.length > 0 || key === '' ? exact : names.filter(({ keys }) => keys.some((each) => isPart(key, each)))
  const near = nearest(
    key,
    names.map(({ keys }) => keys[0] ?? ''),
  )
  const nearName = names.find(({ keys }) => keys[0] === near)?.name
  return { found: part.map(({ name }) => name), ...(part.length === 0 && nearName !== undefined && { near: nearName }) }
}

/** The entity of which a noun is the whole name, and whether the noun is its plural; null where there is none. */
export const entityCalled = (
  noun: string,
  { entities }: Charter,
): { readonly name: string; readonly isPlural: boolean } | null => {
  const words = wordsOf(noun)
  const found = entities.find(({ name, plural }) => [keyOf(name), keyOf(plural)].includes(keyOf(noun)))
  const [last = '', own = ''] = [words.at(-1), found && wordsOf(found.name).at(-1)]
  return found ? { name: found.name, isPlural: last !== own } : null
}

const isPart = (key: string, whole: string): boolean => whole.startsWith(`${key} `) || whole.endsWith(` ${key}`)

/** Written fields and relations of an entity. */
export const membersOf = ({ name: entity, fields, relations }: Entity): readonly Member[] => [
  ...fields
    .filter(({ impliedBy }) => impliedBy === undefined)
    .map(({ name }): Member => ({ entity, name, kind: 'field' })),
  ...relations.map(({ name }): Member => ({ entity, name, kind: 'relation' })),
]

/** Members of one entity that a noun names: exactly, else as the end or beginning of a longer name. */
export const membersIn = (
  noun: string,
  entity: Entity,
): { readonly exact: readonly Member[]; readonly part: readonly Member[] } => {
  const key = keyOf(bare(noun))
  if (key === '') return { exact: [], part: [] }
  const house = readField(bare(noun), entity.name)?.name
  const members = membersOf(entity)
  const exact = members.filter(({ name }) => keyOf(name) === key || name === house || name === memberName(bare(noun)))
  return { exact, part: members.filter(({ name }) => isPart(key, keyOf(name))) }
}

/**
 * Fields and relations for `Order.status`, `status of orders`, `the order's status`, `order status` or `status` alone,
 * which looks in `topic` first.
 */
export const membersFor = (noun: string, charter: Charter, topic?: string): Matches<Member> => {
  const readings = readingsOf(noun, charter)
  const among = (entities: readonly Entity[], name: string) => entities.map((entity) => membersIn(name, entity))
  const own = charter.entities.filter(({ name }) => name === topic)
  const whole = [...(own.length > 0 ? [own] : []), charter.entities].map((entities) => ({ entities, name: noun }))
  for (const level of ['exact', 'part'] as const) {
    const said = readings.flatMap(({ entities, name }) => among(entities, name).flatMap((each) => each[level]))
    const plain = whole.map(({ entities, name }) => among(entities, name).flatMap((each) => each[level]))
    const first = plain.find((each) => each.length > 0) ?? []
    const found = distinct(readings.some(({ isPlain }) => isPlain) ? said : [...said, ...first])
    if (found.length > 0) return { found }
  }
  const names = charter.entities.flatMap((entity) => membersOf(entity).map(({ name }) => keyOf(name)))
  const near = nearest(keyOf(bare(noun)), names)
  return { found: [], ...(near !== undefined && { near: memberName(near) }) }
}

const distinct = (members: readonly Member[]): readonly Member[] =>
  members.filter(
    ({ entity, name }, at) => members.findIndex((each) => each.entity === entity && each.name === name) === at,
  )

interface NameMatch {
  readonly entities: readonly Entity[]
  readonly name: string
  /** The words say plainly which entity: nothing else is looked at. */
  readonly isPlain: boolean
}

const readingsOf = (noun: string, charter: Charter): readonly NameMatch[] => {
  const entitiesOf = (text: string) => {
    const { found } = entitiesFor(text, charter)
    return charter.entities.filter(({ name }) => found.includes(name))
  }
  const [, owner, name] =
    /^(\w+)\.(\w+)$/.exec(noun.trim().replaceAll('"', '')) ?? /^(.+?)(?:'s|s')\s+(.+)$/.exec(noun) ?? []
  if (owner !== undefined && name !== undefined && entitiesOf(owner).length > 0)
    return [{ entities: entitiesOf(owner), name, isPlain: true }]
  const splits = [...noun.matchAll(/\s(?:of|on|in|from|for|to|at)(?=\s)/gi)].map(({ 0: { length }, index }) => ({
    name: noun.slice(0, index),
    entities: index === 0 ? [] : entitiesOf(noun.slice(index + length).trim()),
  }))
  const owned = splits.filter(({ entities }) => entities.length > 0)
  if (owned.length > 0) return owned.map((split) => ({ ...split, isPlain: true }))
  const words = bare(noun).split(/\s+/)
  return words.slice(1).flatMap((_, at): NameMatch[] => {
    const entities = entitiesOf(words.slice(0, at + 1).join(' '))
    return entities.length > 0 ? [{ entities, name: words.slice(at + 1).join(' '), isPlain: false }] : []
  })
}

export const rolesFor = (noun: string, { access }: Charter): Matches<string> => {
  const wanted = slug(bare(noun))
  const exact = access.roles.filter((role) => role === wanted || slug(role) === wanted)
  const part =
    exact.length > 0
      ? exact
      : access.roles.filter((role) => isPart(wanted.replaceAll('-', ' '), role.replaceAll('-', ' ')))
  const near = nearest(wanted, access.roles)
  return { found: part, ...(part.length === 0 && near !== undefined && { near }) }
}

export const operationsFor = (noun: string, { operations }: Charter): Matches<string> => {
  const key = keyOf(bare(noun))
  const exact = operations.filter(({ name }) => keyOf(name) === key)
  const part = exact.length > 0 ? exact : operations.filter(({ name }) => isPart(key, keyOf(name)))
  return { found: part.map(({ name }) => name) }
}

/** The nouns of a list, each with what the next says that they are of: `phone and email of members`. */
export const listedNouns = (text: string): readonly string[] => {
  const nouns = text.split(/\s*,\s*(?:and\s+)?|\s+and\s+/i).map((noun) => noun.replace(/^the\s+/i, ''))
  let owner: string | undefined
  const said = nouns.toReversed().map((noun) => {
    const own = /\s(?:of|from)\s+(.+)$/i.exec(noun)?.[1] ?? /\s(?:on|in|for)\s+(.+)$/i.exec(noun)?.[1]
    if (own === undefined && owner !== undefined) return `${noun} of ${owner}`
    owner = own
    return noun
  })
  return said.toReversed()
}

/** `LabResult`: `lab results`. */
export const nounText = (name: string): string => kebabOf(name).replaceAll('-', ' ')

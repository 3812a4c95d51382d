import { inverseName } from './inverse-name.ts'
import type { PlannedEntity, PlannedRelation } from './plan.ts'
import { camel, claim, pluralName, wordsOf } from './words.ts'

/** A foreign key whose target is served. */
export interface Reference {
  /** Name of the entity referred to. */
  readonly target: string
  /** Columns that refer, as the source names them: their words name the relation. */
  readonly columns: readonly string[]
  readonly targetColumns: readonly string[]
  /** Fields that refer, in the order of `to`. */
  readonly by: readonly string[]
  /** Fields of the target that are referred to, where they are not its key. */
  readonly to?: readonly string[]
}

export interface ReferringEntity extends Omit<PlannedEntity, 'relations'> {
  readonly references: readonly Reference[]
}

interface Link extends Reference {
  readonly from: ReferringEntity
  readonly goal: ReferringEntity
  readonly name: string
}

/**
 * The relations of each entity, in the order given: to-one from references, their other sides, and many-to-many over
 * tables that only join. Names come from the words of columns and entities, so they depend on no order but the one given.
 */
export const planRelations = (entities: readonly ReferringEntity[]): readonly (readonly PlannedRelation[])[] => {
  const byName = new Map(entities.map((entity) => [entity.name, entity]))
  const taken = new Map(
    entities.map((entity) => [entity, new Set(entity.fields.map((field) => field.name.toLowerCase()))]),
  )
  const namesOf = (entity: ReferringEntity) => taken.get(entity) ?? new Set<string>()
  const links = entities.flatMap((entity) => linksOf(entity, byName, namesOf(entity)))
  const planned = new Map(entities.map((entity) => [entity, [] as PlannedRelation[]]))
  for (const { from, target, by, to, name } of links)
    planned.get(from)?.push({ name, kind: 'one', target, by, ...(to && { to }) })
  const rivals = countRivals(links)
  for (const link of links) planned.get(link.goal)?.push(...manySide(link, rivals, namesOf(link.goal)))
  for (const [here, there] of joins(links)) planned.get(here.goal)?.push(throughSide(here, there, namesOf(here.goal)))
  return entities.map((entity) => planned.get(entity) ?? [])
}

const linksOf = (
  from: ReferringEntity,
  byName: ReadonlyMap<string, ReferringEntity>,
  names: Set<string>,
): readonly Link[] =>
  from.references.flatMap((reference) => {
    const goal = byName.get(reference.target)
    return goal ? [{ ...reference, from, goal, name: claim(names, ...wishes(from, goal, reference)) }] : []
  })

const keyWords = new Set(['id', 'key', 'code', 'no', 'nr', 'number', 'fk', 'ref', 'uuid', 'uid', 'pk'])

/** Whether a column is named as a key and not as the thing: `patient_id`, `countrycode`. */
export const isNamedAsKey = (column: string, targetColumn: string, target: string): boolean =>
  stemOf(column, targetColumn, target) !== camel(wordsOf(column))

/** A column's name without what makes it a key; empty where nothing else is in it. */
const stemOf = (column: string, targetColumn: string, target: string): string => {
  const words = wordsOf(column)
  const last = words.at(-1)?.toLowerCase() ?? ''
  const key = wordsOf(targetColumn)
  const isTold = words.slice(-key.length).join(' ').toLowerCase() === key.join(' ').toLowerCase()
  if (key.length > 0 && isTold && (words.length > key.length || !isFolded(last)))
    return camel(words.slice(0, -key.length))
  if (keyWords.has(last)) return camel(words.slice(0, -1))
  const whole = target.toLowerCase()
  // Folded names hold no words: `shiptoaddressid` refers to `address`.
  const suffix = suffixOf(last)
  if (suffix === undefined) return camel(words)
  const rest = last.slice(0, -suffix.length)
  if (rest.endsWith(whole))
    return camel([...words.slice(0, -1), rest.slice(0, -whole.length), ...wordsOf(target)].filter((word) => word))
  return last === key.at(-1)?.toLowerCase() ? camel([...words.slice(0, -1), rest]) : camel(words)
}

const suffixOf = (word: string): string | undefined =>
  [...keyWords].find((suffix) => word.endsWith(suffix) && word.length > suffix.length)

const isFolded = (word: string): boolean => suffixOf(word) !== undefined

/** Named by its column without what makes it a key; over several columns, by what it refers to or what tells it apart. */
const wishes = (
  from: ReferringEntity,
  goal: ReferringEntity,
  { columns, targetColumns }: Reference,
): readonly string[] => {
  const target = camel(wordsOf(goal.name))
  const rivals = from.references.filter((each) => each.target === goal.name)
  const isOnly = rivals.length === 1
  if (columns.length > 1) {
    const own = columns.filter((column) =>
      rivals.every((each) => each.columns === columns || !each.columns.includes(column)),
    )
    const apart = own.map((column) => stemOf(column, targetColumns[columns.indexOf(column)] ?? '', goal.name))
    const all = camel([...wordsOf(columns.join(' ')), goal.name])
    return isOnly
      ? [target, all]
      : [camel(apart.flatMap(wordsOf)), camel([...apart.flatMap(wordsOf), ...wordsOf(goal.name)]), all]
  }
  const own = stemOf(columns[0] ?? '', targetColumns[0] ?? '', goal.name)
  return [own || target, ...(isOnly && from !== goal ? [target] : []), camel([...wordsOf(own), ...wordsOf(goal.name)])]
}

const countRivals = (links: readonly Link[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const { from, goal } of links) {
    const pair = `${from.name} ${goal.name}`
    counts.set(pair, (counts.get(pair) ?? 0) + 1)
  }
  return counts
}

/** The other side of a to-one: the plural of who refers, said apart where several do. */
const manySide = (
  { from, goal, name }: Link,
  rivals: ReadonlyMap<string, number>,
  names: Set<string>,
): readonly PlannedRelation[] => {
  if (from.key.length === 0) return []
  const isOnly = rivals.get(`${from.name} ${goal.name}`) === 1
  const plural = pluralName(camel(wordsOf(from.name)))
  const isSelf = from === goal
  const told = inverseName({ plural, name, goal: goal.name, isSelf })
  const apart = camel([...wordsOf(plural), 'by', ...wordsOf(name)])
  return [
    {
      name: claim(names, ...(isOnly && !isSelf ? [plural] : []), told, apart),
      kind: 'many',
      target: from.name,
      inverse: name,
    },
  ]
}

/** Pairs of links of tables that only join: their key is exactly two references, and nothing else must be given. */
const joins = (links: readonly Link[]): readonly (readonly [Link, Link])[] => {
  const byEntity = new Map<ReferringEntity, Link[]>()
  for (const link of links) {
    const found = byEntity.get(link.from)
    if (found) found.push(link)
    else byEntity.set(link.from, [link])
  }
  return [...byEntity].flatMap(([between, ends]) => {
    const [first, second] = ends
    if (ends.length !== 2 || !first || !second || !isJoin(between, [...first.by, ...second.by])) return []
    return [[first, second] as const, [second, first] as const]
  })
}

const isJoin = (between: ReferringEntity, by: readonly string[]): boolean =>
  between.key.length === by.length &&
  new Set(by).size === by.length &&
  between.key.every((name) => by.includes(name)) &&
  between.fields.every(
    (field) =>
      by.includes(field.name) ||
      field.isOptional ||
      field.isReadOnly ||
      field.default !== undefined ||
      /time|date/i.test(field.type.kind),
  )

const throughSide = (here: Link, there: Link, names: Set<string>): PlannedRelation => {
  const plural = pluralName(camel(wordsOf(there.goal.name)))
  const apart = camel([...wordsOf(plural), 'by', ...wordsOf(there.name)])
  return {
    name: claim(names, ...(here.goal === there.goal ? [] : [plural]), apart),
    kind: 'many',
    target: there.goal.name,
    through: { entity: here.from.name, here: here.name, there: there.name },
  }
}

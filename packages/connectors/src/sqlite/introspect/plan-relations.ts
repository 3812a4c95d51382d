import type { Loss } from '@charter/charter'
import type { ForeignKey } from './catalogue.ts'
import type { PlannedEntity, PlannedRelation } from './plan.ts'
import { camel, claim, pluralName, wordsOf } from './words.ts'

type Unrelated = Omit<PlannedEntity, 'relations'>

interface Link {
  readonly from: Unrelated
  readonly to: Unrelated
  /** Fields of `from` in the order of the target's key. */
  readonly by: readonly string[]
  readonly name: string
}

/** The relations of each entity, in the order given: to-one from foreign keys, and their other sides. */
export const planRelations = (
  entities: readonly Unrelated[],
  losses: Loss[],
): readonly (readonly PlannedRelation[])[] => {
  const byTable = new Map(entities.map((entity) => [entity.table.name.toLowerCase(), entity]))
  const taken = new Map(
    entities.map((entity) => [entity, new Set(entity.fields.map((field) => field.name.toLowerCase()))]),
  )
  const links = entities.flatMap((entity) => linksOf(entity, byTable, namesOf(taken, entity), losses))
  const planned = new Map(entities.map((entity) => [entity, [] as PlannedRelation[]]))
  for (const { from, to, by, name } of links) planned.get(from)?.push({ name, kind: 'one', target: to.name, by })
  for (const link of links) planned.get(link.to)?.push(...manySide(link, links, namesOf(taken, link.to)))
  for (const [here, there] of joins(links))
    planned.get(here.to)?.push(throughSide(here, there, namesOf(taken, here.to)))
  return entities.map((entity) => planned.get(entity) ?? [])
}

const namesOf = (taken: ReadonlyMap<Unrelated, Set<string>>, entity: Unrelated): Set<string> =>
  taken.get(entity) ?? new Set()

const linksOf = (
  from: Unrelated,
  byTable: ReadonlyMap<string, Unrelated>,
  names: Set<string>,
  losses: Loss[],
): readonly Link[] =>
  from.table.foreignKeys.flatMap((foreignKey) => {
    const to = byTable.get(foreignKey.table.toLowerCase())
    const by = to && fieldsBy(from, to, foreignKey)
    const about = `${from.table.name}.${foreignKey.from.join(', ')}`
    if (!to || !by) {
      const why = to ? `columns of ${foreignKey.table} that are not its key` : `${foreignKey.table}, which is not there`
      losses.push({
        reason: 'dangling-reference',
        about,
        sentence: `${about} refers to ${why}; it is served as a plain field.`,
      })
      return []
    }
    return [{ from, to, by, name: claim(names, ...wishes(from, to, foreignKey)) }]
  })

/** The referring fields in the order of the target's key, or null where the key is not what is referred to. */
const fieldsBy = (
  from: Unrelated,
  to: Unrelated,
  { from: columns, to: targets }: ForeignKey,
): readonly string[] | null => {
  const keyColumns = to.key.map((name) => to.fields.find((field) => field.name === name)?.column.toLowerCase())
  const referred = targets?.map((name) => name.toLowerCase()) ?? keyColumns
  if (keyColumns.length === 0 || referred.length !== columns.length || keyColumns.length !== columns.length) return null
  const by = keyColumns.map((name) => {
    const column = columns[referred.indexOf(name ?? '')]?.toLowerCase()
    return from.fields.find((field) => field.column.toLowerCase() === column)?.name
  })
  return by.every((name) => name !== undefined) ? by : null
}

const keyWords = new Set(['id', 'key', 'code', 'no', 'nr', 'number', 'fk', 'ref', 'uuid'])

/** Named by its column without what makes it a key; over several columns, by what it refers to. */
const wishes = (from: Unrelated, to: Unrelated, { from: columns }: ForeignKey): readonly string[] => {
  const target = camel(wordsOf(to.name))
  const words = wordsOf(columns[0] ?? '')
  const stem = words.slice(0, keyWords.has(words.at(-1)?.toLowerCase() ?? '') ? -1 : undefined)
  const own = stem.length > 0 ? camel(stem) : target
  const isOnly =
    from.table.foreignKeys.filter((each) => each.table.toLowerCase() === to.table.name.toLowerCase()).length === 1
  if (columns.length > 1) return [isOnly ? target : camel([...wordsOf(columns.join(' ')), to.name])]
  return [own, ...(isOnly && from !== to ? [target] : []), camel([...stem, ...wordsOf(to.name)])]
}

/** The other side of a to-one: the plural of who refers, said apart where several do. */
const manySide = (link: Link, links: readonly Link[], names: Set<string>): readonly PlannedRelation[] => {
  const { from, to, name } = link
  if (from.key.length === 0) return []
  const rivals = links.filter((each) => each.from === from && each.to === to)
  const plural = pluralName(camel(wordsOf(from.name)))
  const apart = camel([...wordsOf(plural), 'by', ...wordsOf(name)])
  return [
    {
      name: claim(names, ...(rivals.length === 1 && from !== to ? [plural] : []), apart),
      kind: 'many',
      target: from.name,
      inverse: name,
    },
  ]
}

/** Pairs of links of tables that only join: their key is exactly two references, and nothing else must be given. */
const joins = (links: readonly Link[]): readonly (readonly [Link, Link])[] => {
  const byTable = new Map<Unrelated, Link[]>()
  for (const link of links) byTable.set(link.from, [...(byTable.get(link.from) ?? []), link])
  return [...byTable].flatMap(([between, ends]) => {
    const [first, second] = ends
    if (ends.length !== 2 || !first || !second || !isJoin(between, [...first.by, ...second.by])) return []
    return [[first, second] as const, [second, first] as const]
  })
}

const isJoin = (between: Unrelated, by: readonly string[]): boolean =>
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
  const plural = pluralName(camel(wordsOf(there.to.name)))
  const apart = camel([...wordsOf(plural), 'by', ...wordsOf(there.name)])
  return {
    name: claim(names, ...(here.to === there.to ? [] : [plural]), apart),
    kind: 'many',
    target: there.to.name,
    through: { entity: here.from.name, here: here.name, there: there.name },
  }
}

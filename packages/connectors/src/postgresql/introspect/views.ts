import type { Node, SelectStmt } from 'libpg-query'
import type { Catalogue, Column, Relation } from './catalogue.ts'
import { columnIn, functionIn, parseQuery } from './parse.ts'
import { type Promises, type Range, type Ranges, rangesOf, resolve } from './view-ranges.ts'

/**
 * What is proven of the rows of each view, by its id, from what its tables promise and the shape of its query. PostgreSQL's alone: it
 * writes through views, and gives their queries in a form that its own grammar reads.
 */
export const inferViews = (catalogue: Catalogue): ReadonlyMap<number, Promises> => {
  const byName = new Map(catalogue.relations.map((each) => [nameOf(each.schema, each.name), each]))
  const known = new Map<number, Promises>()
  const promisesOf = (relation: Relation, isWithChildren: boolean): Promises => {
    if (relation.definition === null) return ofTable(relation, catalogue, isWithChildren)
    const found = known.get(relation.id)
    if (found) return found
    // Held while it is looked at: a circle of views ends here.
    known.set(relation.id, nothing(relation))
    const made = ofView(relation, catalogue.rowChanging, (schema, name, inherits) => {
      const base = byName.get(nameOf(schema, name))
      return base ? promisesOf(base, inherits) : null
    })
    known.set(relation.id, made)
    return made
  }
  for (const relation of catalogue.relations) if (relation.definition !== null) promisesOf(relation, true)
  return known
}

const nameOf = (schema: string, name: string): string => `${schema}\0${name}`

const nothing = ({ columns }: Relation): Promises => ({
  columns: columns.map(({ name }) => name),
  notNull: new Set(),
  keys: [],
  repeated: new Map(),
  needed: new Set(),
  withheld: [],
})

/** A table read with those that inherit from it keeps none of its promises: theirs can be others. */
const ofTable = (relation: Relation, { types }: Catalogue, isWithChildren: boolean): Promises => {
  const needed = new Set(relation.columns.filter((column) => isNeeded(relation, column, types)).map(({ name }) => name))
  if (isWithChildren && relation.children.length > 0) return { ...nothing(relation), needed }
  const notNull = new Set(relation.columns.filter((column) => column.isNotNull).map(({ name }) => name))
  const keys = relation.uniqueIndexes
    .filter(({ isPartial }) => !isPartial)
    .map(({ columns }) => columns)
    .filter((columns) => columns.every((name) => notNull.has(name)))
  return { ...nothing(relation), notNull, keys, needed }
}

/** Whether nothing fills a column in that may not be empty; a trigger may, but for a default that fails before. */
const isNeeded = ({ triggers }: Relation, column: Column, types: Catalogue['types']): boolean =>
  (triggers.length === 0 || column.unsetSetting !== undefined) &&
  (column.isNotNull || types.get(column.typeId)?.isNotNull === true) &&
  (column.default ?? types.get(column.typeId)?.default ?? column.identity) === null &&
  !column.isGenerated

type Lookup = Parameters<typeof rangesOf>[2]

const ofView = (view: Relation, rowChanging: ReadonlySet<string>, lookup: Lookup): Promises => {
  const query = parseQuery(view.definition ?? '')
  if (query?.op !== 'SETOP_NONE' || query.withClause || !query.fromClause) return nothing(view)
  if ((query.groupClause ?? []).some((each) => 'GroupingSet' in each)) return nothing(view)
  const ranges = rangesOf(query.fromClause, query.whereClause, lookup)
  if (!ranges) return nothing(view)
  const outputs = outputsOf(view, query, ranges)
  const notNull = new Set(
    [...outputs]
      .filter(([, { range, column }]) => !range.isNullable && range.promises?.notNull.has(column))
      .map(([name]) => name),
  )
  // DISTINCT, LIMIT and conditions take rows away, which leaves a key one; grouping makes others.
  const isGrouped = (query.groupClause ?? []).length > 0 || query.groupDistinct === true
  const isChanged = isGrouped || (query.targetList ?? []).some((target) => calls(target, rowChanging))
  const keys = isChanged ? [] : ranges.all.flatMap((range) => keysBy(range, ranges, outputs))
  return { ...nothing(view), notNull, keys, repeated: repeatedIn(outputs, ranges), ...neededIn(view, outputs, ranges) }
}

/** Of a view that PostgreSQL makes rows through by itself, which is over one table or other view. */
const neededIn = (
  view: Relation,
  outputs: ReadonlyMap<string, Output>,
  { all: [range, ...others] }: Ranges,
): Pick<Promises, 'needed' | 'withheld'> => {
  if (!range?.promises || others.length > 0 || view.triggers.length > 0) return { needed: new Set(), withheld: [] }
  const given = new Map(
    view.columns.flatMap((column) => {
      const below = column.mayInsert && column.isReadable ? outputs.get(column.name)?.column : undefined
      return below === undefined ? [] : [[below, column] as const]
    }),
  )
  const needed = [...range.promises.needed]
  return {
    needed: new Set(needed.flatMap((name) => (given.get(name)?.default === null ? [given.get(name)?.name ?? ''] : []))),
    withheld: [...range.promises.withheld, ...needed.filter((name) => !given.has(name))],
  }
}

/** Outputs whose column, or the one that it stands for below, another output before has. */
const repeatedIn = (outputs: ReadonlyMap<string, Output>, { all }: Ranges): ReadonlyMap<string, string> => {
  const first = new Map<string, string>()
  const repeated = new Map<string, string>()
  for (const [name, { range, column }] of outputs) {
    const origin = `${all.indexOf(range)} ${range.promises?.repeated.get(column) ?? column}`
    const before = first.get(origin)
    if (before === undefined) first.set(origin, name)
    else repeated.set(name, before)
  }
  return repeated
}

interface Output {
  readonly range: Range
  readonly column: string
}

/** Which column of the view is which column of what it is over, where it is a plain one. Targets stand in the view's order. */
const outputsOf = (view: Relation, query: SelectStmt, ranges: Ranges): ReadonlyMap<string, Output> =>
  new Map(
    (query.targetList ?? []).flatMap((target, at) => {
      const path = 'ResTarget' in target ? columnIn(target.ResTarget.val) : null
      const found = path && resolve(path, ranges.all)
      const name = view.columns[at]?.name
      return found && name !== undefined ? [[name, found] as const] : []
    }),
  )

/** Keys of a range that are keys of the whole, because a row of it determines the rows of all others. */
const keysBy = (
  anchor: Range,
  ranges: Ranges,
  outputs: ReadonlyMap<string, Output>,
): readonly (readonly string[])[] => {
  if (!anchor.promises || anchor.isNullable || !determinesAll(anchor, ranges)) return []
  return anchor.promises.keys.flatMap((key) => {
    const names = key.map(
      (column) => [...outputs].find(([, each]) => each.range === anchor && each.column === column)?.[0],
    )
    return names.every((name) => name !== undefined) ? [names] : []
  })
}

const determinesAll = (anchor: Range, { all, equalities }: Ranges): boolean => {
  const determined = new Set([anchor])
  const isFixed = (range: Range, column: string): boolean =>
    equalities.some(({ sides: [one, other], within }) => {
      if (within && !within.has(range)) return false
      if (other === 'constant') return one.range === range && one.column === column
      const isOne = one.range === range && one.column === column && determined.has(other.range)
      return isOne || (other.range === range && other.column === column && determined.has(one.range))
    })
  for (let before = 0; before < determined.size; ) {
    before = determined.size
    for (const range of all)
      if (range.promises?.keys.some((key) => key.every((column) => isFixed(range, column)))) determined.add(range)
  }
  return determined.size === all.length
}

/** Whether an expression calls one of these functions, subqueries left aside: they give one value. */
const calls = (node: unknown, names: ReadonlySet<string>): boolean => {
  if (typeof node !== 'object' || node === null) return false
  if (Array.isArray(node)) return node.some((each) => calls(each, names))
  if ('SubLink' in node) return false
  // Members of a parsed tree are nodes themselves.
  if ('FuncCall' in node && names.has(functionIn(node as Node) ?? '')) return true
  return Object.values(node).some((each) => calls(each, names))
}

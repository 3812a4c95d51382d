import { includedIn, isObject, type Json, type JsonObject, type Selection } from '@charter/runtime'
import type { GraphqlEntity, GraphqlSurface } from '../transport/surface.ts'
import { filterOf, orderOf } from './filter.ts'
import { incoming, Unsayable, valueSelection } from './value.ts'

/** A document being written: its variables, and their types. */
export interface DocumentDraft {
  readonly surface: GraphqlSurface
  readonly definitions: string[]
  readonly variables: Record<string, Json>
}

/** A new variable that holds the value. */
export const variable = ({ definitions, variables }: DocumentDraft, type: string, value: Json): string => {
  const name = `v${definitions.length}`
  definitions.push(`$${name}: ${type}`)
  variables[name] = value
  return `$${name}`
}

/** What is selected, and how its answer is read back. */
export interface Selected {
  readonly text: string
  read(value: Json): Json
}

/** The entity of a name. Throws Unsayable where there is none. */
export const entityNamed = ({ entities }: GraphqlSurface, name: string): GraphqlEntity => {
  const found = entities.find((each) => each.name === name)
  if (!found) throw new Unsayable(`GraphQL has no ${name}.`)
  return found
}

interface Part {
  readonly name: string
  readonly key: string
  readonly text: string
  read(value: Json): Json
}

/** A row: fields in the order asked, then what is included. */
export const rowSelected = (writing: DocumentDraft, entity: GraphqlEntity, select: Selection): Selected => {
  const names = select.fields ? [...new Set(select.fields)] : entity.fields.map(({ name }) => name)
  const fields = names.map((name) => fieldPart(writing.surface, entity, name))
  const keys = new Set(fields.map(({ key }) => key))
  const included = includedIn(select).map(({ member, relation, selection }): Part => {
    const key = keyFor(member, keys)
    const { text, read } = relationSelected(writing, entity, relation, key, selection)
    return { name: member, key, text, read }
  })
  const parts = [...fields, ...included]
  return {
    text: parts.length === 0 ? '{ __typename }' : `{ ${parts.map(({ text }) => text).join(' ')} }`,
    read: (value) =>
      isObject(value) ? Object.fromEntries(parts.map(({ name, key, read }) => [name, read(value[key] ?? null)])) : null,
  }
}

const keyFor = (member: string, keys: Set<string>): string => {
  let key = /^(?!__)[A-Za-z_]\w*$/.test(member) ? member : 'included'
  while (keys.has(key)) key += '_'
  keys.add(key)
  return key
}

const fieldPart = (surface: GraphqlSurface, entity: GraphqlEntity, name: string): Part => {
  const field = entity.fields.find((each) => each.name === name)
  if (!field) throw new Unsayable(`GraphQL has no field "${name}" of ${entity.name}.`)
  return {
    name,
    key: field.as,
    text: field.as + valueSelection(surface, field.shape),
    read: (value) => incoming(surface, field.shape, value),
  }
}

const relationSelected = (
  writing: DocumentDraft,
  entity: GraphqlEntity,
  name: string,
  key: string,
  inner: Selection,
): Selected => {
  const relation = entity.relations.find((each) => each.name === name)
  if (!relation) throw new Unsayable(`GraphQL has no relation "${name}" of ${entity.name}.`)
  const target = entityNamed(writing.surface, relation.target)
  const field = key === relation.as ? key : `${key}: ${relation.as}`
  if (relation.kind === 'one') {
    // Of one row there are no pages, and no order.
    const { filter } = inner
    const row = rowSelected(writing, target, inner)
    const given = filter ? filterArgument(writing, target, filter) : []
    return { text: `${field}${argumentList(given)} ${row.text}`, read: row.read }
  }
  const page = pageSelected(writing, target, inner)
  return { text: `${field}${argumentList(pageArguments(writing, target, inner))} ${page.text}`, read: page.read }
}

/** `(a, b)`; nothing for none. */
export const argumentList = (given: readonly string[]): string => (given.length === 0 ? '' : `(${given.join(', ')})`)

const filterArgument = (writing: DocumentDraft, entity: GraphqlEntity, filter: NonNullable<Selection['filter']>) => [
  `filter: ${variable(writing, entity.types.filter, filterOf(writing.surface, entity, filter))}`,
]

/** `first` and `after` or `last` and `before`, `filter` and `orderBy` of a selection, their values in variables. */
export const pageArguments = (writing: DocumentDraft, entity: GraphqlEntity, select: Selection): readonly string[] => [
  ...boundArguments(writing, select),
  ...(select.filter ? filterArgument(writing, entity, select.filter) : []),
  ...(select.sort
    ? [`orderBy: ${variable(writing, `[${entity.types.orderBy}!]`, orderOf(entity, select.sort) as Json)}`]
    : []),
]

const boundArguments = (writing: DocumentDraft, { limit, after, isBackward }: Selection): readonly string[] => {
  const [size, from] = isBackward ? ['last', 'before'] : ['first', 'after']
  if (isBackward && limit === undefined && after === undefined)
    throw new Unsayable('GraphQL reads a list from its end by a number of rows, or before a cursor.')
  return [
    ...(limit === undefined ? [] : [`${size}: ${variable(writing, 'Int', limit)}`]),
    ...(after === undefined ? [] : [`${from}: ${variable(writing, 'String', after)}`]),
  ]
}

/** A page of rows, with its cursor and, where it is asked, its count and theirs. */
export const pageSelected = (writing: DocumentDraft, entity: GraphqlEntity, select: Selection): Selected => {
  const row = rowSelected(writing, entity, select)
  const count = select.count ? ' totalCount isTotalCountExact' : ''
  return {
    text: `{ nodes ${row.text} ${pageInfoOf(select)}${cursorsOf(select)}${count} }`,
    read: (value) => pageOf(value, select, row.read),
  }
}

/** Where the page goes on, the way it is read, and the ends of it. */
export const pageInfoOf = ({ isBackward, cursors }: Selection): string => {
  const [more, cursor, other] = isBackward
    ? ['hasPreviousPage', 'startCursor', 'endCursor']
    : ['hasNextPage', 'endCursor', 'startCursor']
  return `pageInfo { ${more} ${cursor}${cursors === 'ends' ? ` ${other}` : ''} }`
}

/** The cursor of each row, where they are asked for. */
export const cursorsOf = ({ cursors }: Selection): string => (cursors === 'all' ? ' edges { cursor }' : '')

/** A connection as a page. */
export const pageOf = (value: Json, select: Selection, row: (value: Json) => Json): Json => {
  if (!isObject(value)) return null
  const items = Array.isArray(value.nodes) ? value.nodes.map((each: Json) => row(each)) : []
  const info: JsonObject = isObject(value.pageInfo) ? value.pageInfo : {}
  const { startCursor = null, endCursor = null } = info
  const isMore = select.isBackward ? info.hasPreviousPage : info.hasNextPage
  const next = select.isBackward ? startCursor : endCursor
  const count = { value: value.totalCount ?? null, isExact: value.isTotalCountExact ?? null }
  const ends = items.length > 1 ? [startCursor, endCursor] : items.length === 1 ? [startCursor] : []
  const edges = Array.isArray(value.edges) ? value.edges : []
  const cursors =
    select.cursors === 'all' ? edges.map((edge: Json) => (isObject(edge) ? (edge.cursor ?? null) : null)) : ends
  return {
    items,
    next: isMore === true ? next : null,
    ...(count.value !== null && { count }),
    ...(select.cursors && { cursors }),
  }
}

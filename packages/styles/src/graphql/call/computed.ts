import { isObject, type Json, type JsonObject, type Selection } from '@charter/runtime'
import type { GraphqlEntity, GraphqlField } from '../transport/surface.ts'
import { filterOf } from './filter.ts'
import { type DocumentDraft, rowSelected, type Selected, variable } from './selection.ts'
import { incoming, Unsayable } from './value.ts'

const measures = ['sum', 'average', 'min', 'max'] as const

const filterArgument = (writing: DocumentDraft, entity: GraphqlEntity, { filter }: Selection): readonly string[] =>
  filter ? [`filter: ${variable(writing, entity.types.filter, filterOf(writing.surface, entity, filter))}`] : []

/** Arguments and selection of `patientsAggregate`. */
export const aggregateSelected = (
  writing: DocumentDraft,
  entity: GraphqlEntity,
  select: Selection,
): readonly [readonly string[], Selected] => {
  const { groupBy = [], ...asked } = select.aggregate ?? {}
  const grouped = groupBy.map((name) => fieldNamed(entity, name))
  const given = [
    ...filterArgument(writing, entity, select),
    ...(grouped.length > 0
      ? [
          `groupBy: ${variable(
            writing,
            `[${entity.types.groupBy}!]`,
            grouped.map(({ as }) => as),
          )}`,
        ]
      : []),
  ]
  const parts = [
    ['key', grouped] as const,
    ...measures.map((name) => [name, (asked[name] ?? []).map((each) => fieldNamed(entity, each))] as const),
  ]
  const text = parts.flatMap(([name, fields]) =>
    fields.length > 0 ? [`${name} { ${fields.map(({ as }) => as).join(' ')} }`] : [],
  )
  const group = (value: Json): Json => {
    const from = isObject(value) ? value : {}
    return {
      ...Object.fromEntries(parts.map(([name, fields]) => [name, valuesOf(writing, fields, name, from[name] ?? null)])),
      count: from.count ?? null,
    }
  }
  return [
    given,
    {
      text: `{ groups { count ${text.join(' ')} } isComplete }`,
      read: (value) => {
        const { groups = null, isComplete = null } = isObject(value) ? value : ({} as JsonObject)
        return { groups: Array.isArray(groups) ? groups.map((each: Json) => group(each)) : [], isComplete }
      },
    },
  ]
}

const valuesOf = (
  { surface }: DocumentDraft,
  fields: readonly GraphqlField[],
  part: string,
  value: Json,
): JsonObject => {
  const isComputed = part === 'sum' || part === 'average'
  const from = isObject(value) ? value : {}
  return Object.fromEntries(
    fields.map(({ name, as, shape }) => {
      const of = from[as] ?? null
      return [name, isComputed ? of : incoming(surface, shape, of)]
    }),
  )
}

const fieldNamed = (entity: GraphqlEntity, name: string): GraphqlField => {
  const found = entity.fields.find((each) => each.name === name)
  if (!found) throw new Unsayable(`GraphQL has no field "${name}" of ${entity.name}.`)
  return found
}

/** Arguments and selection of `patientChanged`. */
export const changeSelected = (
  writing: DocumentDraft,
  entity: GraphqlEntity,
  select: Selection,
): readonly [readonly string[], Selected] => {
  const row = rowSelected(writing, entity, select)
  const keys = entity.key.map((name) => fieldNamed(entity, name))
  const after = select.after === undefined ? [] : [`after: ${variable(writing, 'String', select.after)}`]
  return [
    [...after, ...filterArgument(writing, entity, select)],
    {
      text: `{ cursor at change key { ${keys.map(({ as }) => as).join(' ')} } ${entity.member} ${row.text} }`,
      read: (value) => {
        const { cursor = null, at = null, change = null, key = null, ...rest } = isObject(value) ? value : {}
        const of = rest[entity.member] ?? null
        return { cursor, at, change, key: valuesOf(writing, keys, 'key', key), row: of === null ? null : row.read(of) }
      },
    },
  ]
}

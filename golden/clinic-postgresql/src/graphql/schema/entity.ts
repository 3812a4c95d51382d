import {
  type EntityModel,
  type InputMode,
  isNeeded,
  ownedEntity,
  ownedRelations,
  writtenFields,
} from '../../runtime/index.ts'
import { type Directory, type Entry, entryOf } from '../directory.ts'
import type { GraphqlRelation } from '../surface.ts'
import { entityFilter, entityOrder } from './filters.ts'
import { block, deprecated, deprecatedOf, type Line } from './text.ts'
import { declaredTypes, inputType, outputType } from './value-types.ts'

/** The types of one entity's rows, pages, filters and values. */
export const entityTypes = (directory: Directory, entry: Entry): readonly string[] => {
  const { names, model, fieldModels } = entry
  return [
    rowType(directory, entry),
    ...connectionTypes(directory, entry),
    ...(model.offers.includes('list') ? [entityFilter(entry), entityOrder(entry)] : []),
    keyInput(directory, entry),
    ...valueInputs(directory, entry),
    ...[...names.fields, ...(names.writeOnly ?? [])].flatMap(({ name, shape }) =>
      declaredTypes(directory.surface, shape, fieldModels.get(name)?.type),
    ),
  ]
}

const rowType = (directory: Directory, entry: Entry): string => {
  const { names, model, fieldModels } = entry
  const { surface } = directory
  const hasKey = names.key.length > 0
  const keys = hasKey ? ` implements Node @key(fields: "id") @key(fields: "${keyNames(entry).join(' ')}")` : ''
  const fields = names.fields.map(
    (field): Line => ({
      text: `${field.as}: ${outputType(surface, field.shape)}${field.isNullable ? '' : '!'}${deprecatedOf(fieldModels.get(field.name))}`,
      description: fieldModels.get(field.name)?.description,
    }),
  )
  const renamed = names.fields.flatMap((field): readonly Line[] =>
    field.was === undefined
      ? []
      : [
          {
            text: `${field.was}: ${outputType(surface, field.shape)}${field.isNullable ? '' : '!'}${deprecated(`Renamed to ${field.as}.`)}`,
          },
        ],
  )
  return block(
    `type ${names.types.object}${keys}`,
    [
      ...(hasKey ? [{ text: 'id: ID!', description: 'Names this record among all records.' }] : []),
      ...fields,
      ...renamed,
      ...names.relations.map((relation) => relationLine(directory, relation)),
      {
        text: `${names.etag}: String`,
        description: 'Entity tag for `ifMatch`, where the record was asked for by its key and nothing is included.',
      },
    ],
    model.description,
  )
}

const keyNames = ({ names }: Entry): readonly string[] =>
  names.key.map((name) => names.fields.find((field) => field.name === name)?.as ?? name)

const relationLine = (directory: Directory, { as, kind, target: name }: GraphqlRelation): Line => {
  const target = entryOf(directory, name)
  const { names } = target
  return kind === 'one'
    ? { text: `${as}(filter: ${names.types.filter}): ${names.types.object}` }
    : { text: `${as}(${listArguments(target)}): ${names.types.connection}! ${listSize(directory)}` }
}

/** `first`, `after`, `last`, `before`, `filter`, `orderBy`. */
export const listArguments = ({ names: { types, fields } }: Entry): string =>
  `first: Int, after: String, last: Int, before: String, filter: ${types.filter}${fields.some(({ isSortable }) => isSortable) ? `, orderBy: [${types.orderBy}!]` : ''}`

/** How many rows a list is taken to have, for its cost. */
export const listSize = ({ model }: Directory, by: readonly string[] = ['first', 'last']): string =>
  `@listSize(assumedSize: ${model.limits.pageSizeDefault}, slicingArguments: ${JSON.stringify(by).replace(',', ', ')}, sizedFields: ["nodes", "edges"], requireOneSlicingArgument: false)`

const connectionTypes = (directory: Directory, { names }: Entry): readonly string[] => {
  const { object, connection, edge } = names.types
  return [
    block(`type ${connection}`, connectionLines(directory, object, edge)),
    block(`type ${edge}`, [
      {
        text: 'cursor: String',
        description:
          'After which a page begins, or before which one ends; null only where rows have no key, and long values.',
      },
      { text: `node: ${object}!` },
    ]),
  ]
}

const connectionLines = ({ model }: Directory, object: string, edge: string): readonly Line[] => [
  { text: `edges: [${edge}!]!` },
  { text: `nodes: [${object}!]!` },
  { text: 'pageInfo: PageInfo!' },
  {
    text: 'totalCount: Int @cost(weight: 10)',
    description: `How many records there are, counted up to ${model.limits.countMax}.`,
  },
  { text: 'isTotalCountExact: Boolean @cost(weight: 10)', description: 'Whether all of them were counted.' },
]

const keyInput = ({ surface }: Directory, { names }: Entry): string =>
  block(
    `input ${names.types.key}`,
    names.key.flatMap((name) => {
      const field = names.fields.find((each) => each.name === name)
      return field ? [{ text: `${field.as}: ${inputType(surface, field.shape)}!` }] : []
    }),
  )

const valueInputs = (directory: Directory, entry: Entry): readonly string[] => {
  const { names, model } = entry
  const { types } = names
  const owned = names.relations
    .filter(({ isOwned }) => isOwned)
    .map(({ as, input }): Line => ({ text: `${as}: [${input}!]` }))
  // Where nothing can be written the type has no members, and is not there: see `valueType`.
  const of = (mode: InputMode) =>
    model.offers.includes(mode)
      ? block(`input ${types[valueTypes[mode]]}`, [...valueLines(directory, entry, model, mode), ...owned])
      : ''
  return [
    ...(['create', 'replace', 'update'] as const).map(of),
    ...ownedRelations(model).flatMap((relation) => {
      const named = names.relations.find(({ name }) => name === relation.name)
      const target = entryOf(directory, relation.target)
      return named ? [ownedInput(directory, named, target, ownedEntity(target.model, relation))] : []
    }),
  ]
}

const valueTypes = { create: 'createValue', replace: 'replaceValue', update: 'patch' } as const

/** The type of a write's value; JSON where no field takes one. */
export const valueType = ({ names, model }: Entry, mode: InputMode): string =>
  writtenFields(model, mode).length > 0 || ownedRelations(model).length > 0 ? names.types[valueTypes[mode]] : 'JSON'

const valueLines = (
  { surface }: Directory,
  { names }: Entry,
  model: Pick<EntityModel, 'fields' | 'writeOnly'>,
  mode: InputMode,
): readonly Line[] =>
  writtenFields(model, mode).flatMap((field): Line[] => {
    const named = [...names.fields, ...(names.writeOnly ?? [])].find(({ name }) => name === field.name)
    if (!named) return []
    const type = `${inputType(surface, named.shape)}${isNeeded(field, mode) ? '!' : ''}`
    return [{ text: `${named.as}: ${type}`, description: field.description }]
  })

/** A row that is written with its parent, which gives it its reference. */
const ownedInput = (directory: Directory, { input }: GraphqlRelation, target: Entry, model: EntityModel): string => {
  const lines = valueLines(directory, target, model, 'create')
  return block(`input ${input}`, lines.length > 0 ? lines : [{ text: '_: JSON' }])
}

import type { OperationModel } from '@charter/runtime'
import { type Directory, type Entry, entryOf } from '../directory.ts'
import type { GraphqlOperation } from '../surface.ts'
import { listArguments, listSize } from './entity.ts'
import { needsValue, resultTypeName } from './mutations.ts'
import { block, deprecatedOf, type Line } from './text.ts'
import { inputType } from './value-types.ts'

/** `Query`, `Mutation`, `Subscription`. */
export const rootTypes = (directory: Directory, isSubgraph: boolean): readonly string[] => {
  const entries = [...directory.entries.values()]
  const operations = directory.surface.operations
  return [
    block('type Query', [
      ...nodeLines(entries),
      ...entries.flatMap((entry) => deprecatedWith(entry, queryLines(directory, entry))),
      ...operations.filter(({ effect }) => effect === 'read').map((operation) => operationQuery(directory, operation)),
      ...(isSubgraph ? [] : federationLines(entries)),
    ]),
    block('type Mutation', [
      ...entries.flatMap((entry) => deprecatedWith(entry, mutationLines(entry))),
      ...operations
        .filter(({ effect }) => effect === 'write')
        .map((operation) => operationMutation(directory, operation)),
    ]),
    block(
      'type Subscription',
      entries.flatMap(({ names: { roots, types } }) =>
        roots.changes === undefined
          ? []
          : [{ text: `${roots.changes}(after: String, filter: ${types.filter}): ${types.change}!` }],
      ),
    ),
  ]
}

// Behind a gateway each service knows its own ids alone, so the gateway's clients do not see these two.
const nodeLines = (entries: readonly Entry[]): readonly Line[] =>
  entries.some(hasKey)
    ? [
        { text: 'node(id: ID!): Node @shareable @inaccessible', description: 'The record of an id.' },
        {
          text: 'nodes(ids: [ID!]!): [Node]! @shareable @inaccessible @listSize(assumedSize: 100)',
          description: 'The records of ids, in their order.',
        },
      ]
    : []

const federationLines = (entries: readonly Entry[]): readonly Line[] => [
  { text: '_service: _Service!', description: 'This service as a subgraph (Apollo Federation 2).' },
  ...(entries.some(hasKey) ? [{ text: '_entities(representations: [_Any!]!): [_Entity]!' }] : []),
]

/** Whether rows of the entity can be named. */
export const hasKey = ({ names }: Entry): boolean => names.key.length > 0

const queryLines = (directory: Directory, entry: Entry): readonly Line[] => {
  const { names } = entry
  const { roots, types } = names
  const keys = names.key.flatMap((name) => names.fields.find((field) => field.name === name) ?? [])
  const key = keys.map(({ as, shape }) => `${as}: ${inputType(directory.surface, shape)}!`).join(', ')
  return [
    ...(roots.read === undefined ? [] : [{ text: `${roots.read}(${key}): ${types.object}` }]),
    ...(roots.list === undefined
      ? []
      : [{ text: `${roots.list}(${listArguments(entry)}): ${types.connection} ${listSize(directory)}` }]),
    ...(roots.aggregate === undefined
      ? []
      : [
          {
            text: `${roots.aggregate}(filter: ${types.filter}${names.fields.some(({ isSortable }) => isSortable) ? `, groupBy: [${types.groupBy}!]` : ''}): ${types.aggregate} @cost(weight: 50)`,
          },
        ]),
    ...(roots.audit === undefined
      ? []
      : [
          {
            text: `${roots.audit}(key: ${types.key}!, first: Int, after: String): AuditConnection ${listSize(directory, ['first'])}`,
            description: 'Who did what to the record, newest first.',
          },
        ]),
  ]
}

/** What is asked of an entity that is deprecated is so too. */
const deprecatedWith = ({ model }: Entry, lines: readonly Line[]): readonly Line[] =>
  lines.map((line) => ({ ...line, text: line.text + deprecatedOf(model) }))

const mutationLines = ({ names: { roots, types } }: Entry): readonly Line[] =>
  (['create', 'replace', 'update', 'delete'] as const).flatMap((action) =>
    roots[action] === undefined
      ? []
      : [
          {
            text: `${roots[action]}(input: ${types[`${action}Input`]}!): ${types[`${action}Payload`]} @cost(weight: 10)`,
          },
        ],
  )

const operationQuery = (directory: Directory, operation: GraphqlOperation): Line => {
  const { keyOf, input, types, as } = operation
  const given = [
    ...(keyOf === null ? [] : [`key: ${entryOf(directory, keyOf).names.types.key}!`]),
    ...(input.length > 0 ? [`input: ${types.value}${needsValue(operation) ? '!' : ''}`] : []),
  ]
  const text = `${as}${given.length > 0 ? `(${given.join(', ')})` : ''}: ${resultTypeName(directory, operation)}`
  return { text: text + deprecatedOf(modelOf(directory, operation)), description: descriptionOf(directory, operation) }
}

const operationMutation = (directory: Directory, operation: GraphqlOperation): Line => {
  const { keyOf, types, as } = operation
  const isNeeded = keyOf !== null || needsValue(operation)
  return {
    text: `${as}(input: ${types.input}${isNeeded ? '!' : ''}): ${types.payload} @cost(weight: 10)${deprecatedOf(modelOf(directory, operation))}`,
    description: descriptionOf(directory, operation),
  }
}

const descriptionOf = (directory: Directory, operation: GraphqlOperation): string | undefined =>
  modelOf(directory, operation)?.description

const modelOf = ({ model }: Directory, { name }: GraphqlOperation): OperationModel | undefined =>
  model.operations.find((each) => each.name === name)

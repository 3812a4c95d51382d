import { type Directory, type Entry, entryOf } from '../directory.ts'
import type { GraphqlOperation } from '../surface.ts'
import { valueType } from './entity.ts'
import { block, type Line } from './text.ts'
import { declaredTypes, membersInput, memberTypes, outputType } from './value-types.ts'

const actions = ['create', 'replace', 'update', 'delete'] as const

const payloadLines: readonly Line[] = [
  {
    text: 'isReplayed: Boolean!',
    description: 'Whether this answer was given before, under the same idempotency key.',
  },
  { text: 'problem: Problem', description: 'Why nothing was changed. Where it is not asked for, `errors` say so.' },
]

const guardLines = (hasKey: boolean): readonly Line[] => [
  ...(hasKey ? [{ text: 'ifMatch: [String!]', description: 'Entity tags of the record as it was last seen.' }] : []),
  { text: 'idempotencyKey: String', description: 'The same key twice has one effect.' },
]

/** Inputs and payloads of what may be done to an entity's rows. */
export const writeTypes = (entry: Entry): readonly string[] =>
  actions.flatMap((action) => {
    const { names } = entry
    if (names.roots[action] === undefined) return []
    const { types } = names
    const value = action === 'delete' ? null : valueType(entry, action)
    return [
      block(`input ${types[`${action}Input`]}`, [
        ...(action === 'create' ? [] : [{ text: `key: ${types.key}!` }]),
        ...(value ? [{ text: `${action === 'update' ? 'patch' : 'value'}: ${value}!` }] : []),
        ...guardLines(action !== 'create'),
      ]),
      block(`type ${types[`${action}Payload`]}`, [
        ...(action === 'delete'
          ? [{ text: 'deletedId: ID' }]
          : [{ text: `${names.member}: ${types.object}` }, { text: 'etag: String' }]),
        ...payloadLines,
      ]),
    ]
  })

/** Input and payload of a custom operation. */
export const operationTypes = (directory: Directory, operation: GraphqlOperation): readonly string[] => {
  const { surface, model } = directory
  const members = model.operations.find(({ name }) => name === operation.name)?.input ?? []
  const { types, input, result, keyOf } = operation
  const values = [membersInput(surface, types.value, input, members), ...memberTypes(surface, input, members)]
  const results =
    result && 'shape' in result ? declaredTypes(surface, result.shape, resultType(directory, operation), 'output') : []
  if (operation.effect === 'read') return [...values, ...results]
  return [
    ...values,
    ...results,
    block(`input ${types.input}`, [
      ...(keyOf === null ? [] : [{ text: `key: ${entryOf(directory, keyOf).names.types.key}!` }]),
      ...(input.length > 0 ? [{ text: `value: ${types.value}${needsValue(operation) ? '!' : ''}` }] : []),
      ...guardLines(keyOf !== null),
    ]),
    block(`type ${types.payload}`, [
      ...(result ? [{ text: `result: ${resultTypeName(directory, operation)}` }] : []),
      { text: 'etag: String' },
      { text: 'job: String', description: 'The id of the run, where the operation goes on past its answer.' },
      ...payloadLines,
    ]),
  ]
}

/** Whether an operation has members that must be given. */
export const needsValue = ({ input }: GraphqlOperation): boolean =>
  input.some(({ isOptional, hasDefault }) => !isOptional && !hasDefault)

const resultType = ({ model }: Directory, { name }: GraphqlOperation) => {
  const result = model.operations.find((each) => each.name === name)?.result
  return result && 'type' in result ? result.type : undefined
}

/** What a custom operation answers with. */
export const resultTypeName = (directory: Directory, { result }: GraphqlOperation): string => {
  if (!result) return 'Boolean'
  if ('shape' in result) return outputType(directory.surface, result.shape)
  const { object } = entryOf(directory, result.entity).names.types
  return result.isList ? `[${object}!]` : object
}

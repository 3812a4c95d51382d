import { type Call, isObject, type Json, type JsonObject, ownMember, type Selection } from '@charter/runtime'
import { auditShape } from '../transport/fixed-shapes.ts'
import { inputType } from '../transport/schema/value-types.ts'
import type { EntityRoot, GraphqlEntity, GraphqlOperation, GraphqlSurface } from '../transport/surface.ts'
import { aggregateSelected, changeSelected } from './computed.ts'
import {
  argumentList,
  cursorsOf,
  type DocumentDraft,
  entityNamed,
  pageArguments,
  pageInfoOf,
  pageOf,
  pageSelected,
  rowSelected,
  type Selected,
  variable,
} from './selection.ts'
import { incoming, outgoing, outgoingMembers, outgoingRow, Unsayable, valueSelection } from './value.ts'

/** A Call as a document with its variables; `read` gives the Outcome's value from that of the field `result`. */
export interface GraphqlCall {
  readonly query: string
  readonly variables: JsonObject
  readonly isStream: boolean
  read(value: Json): Json
}

/** The field's name in every answer. */
export const resultKey = 'result'

/** Throws Unsayable for a Call that GraphQL cannot carry. */
export const documentOf = (surface: GraphqlSurface, call: Call): GraphqlCall => {
  const writing: DocumentDraft = { surface, definitions: [], variables: {} }
  const { kind, field, read } = fieldOf(writing, call)
  const definitions = argumentList(writing.definitions)
  return {
    query: `${kind} Call${definitions} { ${resultKey}: ${field} }`,
    variables: writing.variables,
    isStream: kind === 'subscription',
    read,
  }
}

interface Field {
  readonly kind: 'query' | 'mutation' | 'subscription'
  readonly field: string
  read(value: Json): Json
}

const fieldOf = (writing: DocumentDraft, call: Call): Field => {
  const { surface } = writing
  const operation = surface.operations.find(({ name }) => name === call.operation)
  if (operation) return operationField(writing, operation, call)
  const at = call.operation.lastIndexOf('.')
  const entity = entityNamed(surface, call.operation.slice(0, at))
  // Whether it is one, the next line asks.
  const action = call.operation.slice(at + 1) as EntityRoot
  const root = Object.hasOwn(entity.roots, action) ? entity.roots[action] : undefined
  if (root === undefined) throw new Unsayable(`GraphQL offers no field for ${call.operation}.`)
  return entityField(writing, entity, action, root, call)
}

const entityField = (
  writing: DocumentDraft,
  entity: GraphqlEntity,
  action: EntityRoot,
  root: string,
  call: Call,
): Field => {
  const select: Selection = call.select ?? {}
  const query = (given: readonly string[], { text, read }: Selected): Field => ({
    kind: 'query',
    field: `${root}${argumentList(given)} ${text}`,
    read,
  })
  switch (action) {
    case 'read':
      return query(keyArguments(writing, entity, call), rowSelected(writing, entity, select))
    case 'list':
      return query(pageArguments(writing, entity, select), pageSelected(writing, entity, select))
    case 'audit': {
      const of = `key: ${variable(writing, `${entity.types.key}!`, keyObject(writing.surface, entity, call))}`
      return query([of, ...pageArguments(writing, entity, select)], auditSelected(writing.surface, select))
    }
    case 'aggregate':
      return query(...aggregateSelected(writing, entity, select))
    case 'changes':
      return { ...query(...changeSelected(writing, entity, select)), kind: 'subscription' }
    default:
      return writeField(writing, entity, action, root, call)
  }
}

const keyOf = (entity: GraphqlEntity, { input, operation }: Call): JsonObject => {
  const { key = {} } = input
  if (entity.key.some((name) => (ownMember(key, name) ?? null) === null))
    throw new Unsayable(`${operation} needs the key of a row.`)
  return key
}

const keyArguments = (writing: DocumentDraft, entity: GraphqlEntity, call: Call): readonly string[] => {
  const key = keyOf(entity, call)
  return entity.key.map((name) => {
    const field = entity.fields.find((each) => each.name === name)
    const shape = field?.shape ?? ({ kind: 'scalar', name: 'JSON' } as const)
    const value = outgoing(writing.surface, shape, key[name] ?? null, `${entity.name}.${name}`)
    return `${field?.as ?? name}: ${variable(writing, `${inputType(writing.surface, shape)}!`, value)}`
  })
}

const keyObject = (surface: GraphqlSurface, entity: GraphqlEntity, call: Call): Json =>
  outgoingRow(surface, entity, keyOf(entity, call))

const auditSelected = (surface: GraphqlSurface, select: Selection): Selected => ({
  text: `{ nodes${valueSelection(surface, auditShape)} ${pageInfoOf(select)}${cursorsOf(select)} }`,
  read: (value) => pageOf(value, select, (entry) => incoming(surface, auditShape, entry)),
})

const writeField = (
  writing: DocumentDraft,
  entity: GraphqlEntity,
  action: 'create' | 'replace' | 'update' | 'delete',
  root: string,
  call: Call,
): Field => {
  const { surface } = writing
  const { value } = call.input
  const input = {
    ...(action !== 'create' && { key: keyObject(surface, entity, call) }),
    ...(value !== undefined && { [action === 'update' ? 'patch' : 'value']: outgoingRow(surface, entity, value) }),
  }
  const given = `input: ${variable(writing, `${entity.types[`${action}Input`]}!`, input)}`
  if (action === 'delete') return { kind: 'mutation', field: `${root}(${given}) { isReplayed }`, read: () => null }
  const row = rowSelected(writing, entity, call.select ?? {})
  return {
    kind: 'mutation',
    field: `${root}(${given}) { ${entity.member} ${row.text} }`,
    read: (payload) => (isObject(payload) ? row.read(payload[entity.member] ?? null) : null),
  }
}

const operationField = (writing: DocumentDraft, operation: GraphqlOperation, call: Call): Field => {
  const { surface } = writing
  const target = operation.keyOf === null ? null : entityNamed(surface, operation.keyOf)
  const value = outgoingMembers(surface, operation.input, call.input.value ?? {}, operation.name)
  const isGiven = operation.input.length > 0 || !isObject(value) || Object.keys(value).length > 0
  const { text, read } = resultSelected(writing, operation, call.select ?? {})
  if (operation.effect === 'read') {
    if (isGiven && operation.input.length === 0)
      throw new Unsayable(`GraphQL has no input for ${operation.name}, which takes none.`)
    const given = [
      ...(target ? [`key: ${variable(writing, `${target.types.key}!`, keyObject(surface, target, call))}`] : []),
      ...(isGiven ? [`input: ${variable(writing, `${operation.types.value}!`, value)}`] : []),
    ]
    return { kind: 'query', field: `${operation.as}${argumentList(given)}${text}`, read }
  }
  const input = { ...(target && { key: keyObject(surface, target, call) }), ...(isGiven && { value }) }
  const given = `input: ${variable(writing, `${operation.types.input}!`, input)}`
  return {
    kind: 'mutation',
    field: `${operation.as}(${given}) { ${operation.result ? `result${text}` : 'isReplayed'} }`,
    read: (payload) => (isObject(payload) && operation.result ? read(payload.result ?? null) : null),
  }
}

const resultSelected = (writing: DocumentDraft, { result }: GraphqlOperation, select: Selection): Selected => {
  if (!result) return { text: '', read: () => null }
  if ('shape' in result) {
    const { shape } = result
    return {
      text: valueSelection(writing.surface, shape),
      read: (value) => incoming(writing.surface, shape, value),
    }
  }
  const row = rowSelected(writing, entityNamed(writing.surface, result.entity), select)
  return {
    text: ` ${row.text}`,
    read: (value) => (Array.isArray(value) ? value.map((each: Json) => row.read(each)) : row.read(value)),
  }
}

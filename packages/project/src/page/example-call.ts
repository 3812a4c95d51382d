import { exampleRows } from '@charter/charter'
import type { PageInput } from '@charter/page'
import {
  type Call,
  calledOperations,
  type EntityModel,
  isRoute,
  type Json,
  type JsonObject,
  type Member,
  type OperationModel,
  type ServiceModel,
  type Type,
  writtenFields,
} from '@charter/runtime'
import type { RestRoute } from '@charter/styles'
import { tellingFields } from './telling-fields.ts'

/** A call that the contract takes, with what a person may change of it. */
export interface ExampleCall {
  readonly call: Call
  readonly inputs: readonly ExampleInput[]
}

export interface ExampleInput {
  /** `key.id`, `value.ward`, `limit`. */
  readonly name: string
  readonly label: string
  readonly value: Json
  /** Others that the contract takes as well, as the calls that have them. */
  readonly others: readonly { readonly value: Json; readonly call: Call }[]
  /** All values there are. */
  readonly choices: readonly string[] | null
  /** A day or a moment, which is picked from a calendar; or text of several lines. */
  readonly kind?: PageInput['kind']
}

const rowsMade = 4
const choicesMax = 40
const limitShown = 5

/**
 * The example of a route's operation, without fields that somebody may not write; null where there is none (an entity that no example
 * row could be made for).
 */
export const exampleCall = (
  route: RestRoute,
  model: ServiceModel,
  without: ReadonlySet<string> = new Set(),
): ExampleCall | null => {
  const operation = calledOperations(model).find(({ name }) => name === route.operation)
  const entity = model.entities.find(({ name }) => name === route.entity)
  const keys = entity ? (exampleRows(model, rowsMade).rows[entity.name] ?? []) : []
  const bodies = operation ? inputRows(operation, model) : keys
  const members = bodyMembers(route, { entity, operation, model, without })
  const [key = {}] = keys
  const [body = {}] = bodies
  const keyFields = entity?.fields.filter(({ name }) => route.keyFields.includes(name)) ?? []
  if ((keyFields.length > 0 || (members && !operation)) && keys.length === 0) return null
  const isList = route.kind === 'list' || route.kind === 'nested'
  const call: Call = {
    operation: route.operation,
    input: {
      ...(keyFields.length > 0 && { key: membersOf(keyFields, key) }),
      ...(members && { value: membersOf(members, body) }),
    },
    ...(isList && { select: { limit: limitShown, count: true } }),
    principal: null,
    context: { origin: { style: 'page', requestId: 'example' }, ...versionAsked(route, model) },
  }
  return {
    call,
    inputs: [
      ...keyFields.map((field) => inputOf(field, 'key', keys, call)),
      ...(members ?? [])
        .filter(({ name }) => isPlain(body[name]))
        .map((member) => inputOf(member, 'value', bodies, call)),
      ...(isList ? [limitInput(call)] : []),
      ...textInput(route, model),
      ...(operation && isRoute(operation) ? routeInputs(operation.input, bodies, call) : []),
    ],
  }
}

/** What stands in the address of a route of the charter's own: each parameter by its name. */
const routeInputs = (input: readonly Member[], rows: readonly JsonObject[], call: Call): readonly ExampleInput[] =>
  input.flatMap(({ name: part, type }) =>
    type.kind !== 'record' || part === 'headers'
      ? []
      : type.members.flatMap((member) => {
          const values = rows.map((row) => (row[part] as JsonObject | undefined)?.[member.name])
          const [value] = values
          if (value === undefined || !isPlain(value)) return []
          const given = call.input.value as JsonObject
          const filled = (other: Json): Call => ({
            ...call,
            input: { value: { ...given, [part]: { ...(given[part] as JsonObject), [member.name]: other } } },
          })
          const other = values.find((each) => each !== undefined && each !== value && isPlain(each))
          const choices = choicesOf(member.type)
          return [
            {
              name: `value.${part}.${member.name}`,
              label: member.name,
              value,
              choices: choices?.map(String) ?? null,
              others: (choices ?? (other === undefined ? [] : [other]))
                .filter((each) => each !== value)
                .map((each) => ({ value: each, call: filled(each) })),
            },
          ]
        }),
  )

/** Where a change has to say of which version: of any, as nobody has read the row yet. */
const versionAsked = ({ kind }: RestRoute, { ifMatch }: ServiceModel): Pick<Call['context'], 'ifMatch'> =>
  ifMatch === 'required' && ['replace', 'update', 'remove'].includes(kind) ? { ifMatch: ['*'] } : {}

const isPlain = (value: Json | undefined): boolean => value !== undefined && value !== null && typeof value !== 'object'

const inputOf = (
  { name, type }: { readonly name: string; readonly type: Type },
  of: 'key' | 'value',
  rows: readonly JsonObject[],
  call: Call,
): ExampleInput => {
  const value = rows[0]?.[name] ?? null
  const choices = choicesOf(type)
  const taken = choices ?? rows.map((row) => row[name] ?? null)
  return {
    name: `${of}.${name}`,
    label: name,
    value,
    choices: choices?.map(String) ?? null,
    ...(isTemporal(type.kind) && { kind: type.kind }),
    others: [...new Set(taken)]
      .filter((other) => isPlain(other) && other !== value && typeof other === typeof value)
      // One other value shows where an input stands; of a closed set each may be spelled otherwise.
      .slice(0, choices ? choicesMax : 1)
      .map((other) => ({
        value: other,
        call: { ...call, input: { ...call.input, [of]: { ...(call.input[of] as JsonObject), [name]: other } } },
      })),
  }
}

type Temporal = 'date' | 'time' | 'dateTime' | 'instant'
const isTemporal = (kind: string): kind is Temporal => ['date', 'time', 'dateTime', 'instant'].includes(kind)

/** What stands in a body that is no row: the lines of an import, the calls of a batch. */
const textInput = ({ kind, entity }: RestRoute, model: ServiceModel): readonly ExampleInput[] => {
  const text = { others: [], choices: null, kind: 'lines' as const }
  if (kind === 'batch')
    return [
      {
        name: 'calls',
        label: 'calls',
        value: JSON.stringify([{ operation: `${model.entities[0]?.name}.list` }]),
        ...text,
      },
    ]
  const unit = model.entities.find(({ name }) => name === entity)
  if (kind !== 'import' || !unit) return []
  const rows = (exampleRows(model, rowsMade).rows[unit.name] ?? []).slice(0, 2)
  const lines = rows.map((row) => JSON.stringify(membersOf(writtenFields(unit, 'create'), row)))
  return [{ name: 'lines', label: 'rows, one a line', value: lines.join('\n'), ...text }]
}

const choicesOf = (type: Type): readonly Json[] | null =>
  type.kind === 'enum' && type.values.length <= choicesMax
    ? type.values
    : type.kind === 'boolean'
      ? [true, false]
      : null

const limitInput = (call: Call): ExampleInput => ({
  name: 'limit',
  label: 'limit',
  value: limitShown,
  choices: null,
  others: [{ value: limitShown + 1, call: { ...call, select: { ...call.select, limit: limitShown + 1 } } }],
})

/** What the body of a route holds; null where it has none. */
const bodyMembers = ({ kind }: RestRoute, { entity, operation, model, without }: Body): readonly Member[] | null => {
  if (operation) return operation.input.length > 0 || operation.effect === 'write' ? operation.input : null
  if (kind !== 'create' && kind !== 'replace' && kind !== 'update') return null
  const fields = (entity ? writtenFields(entity, kind) : []).filter(({ name }) => !without.has(name))
  if (kind !== 'update' || !entity) return fields
  const needed = fields.filter(({ isOptional }) => !isOptional)
  const telling = tellingFields(model, entity)
  const changed = needed.find(({ name }) => !telling.has(name)) ?? needed[0] ?? fields[0]
  return changed ? [changed] : []
}

interface Body {
  readonly entity: EntityModel | undefined
  readonly operation: OperationModel | undefined
  readonly model: ServiceModel
  readonly without: ReadonlySet<string>
}

const inputRows = (operation: OperationModel, model: ServiceModel): readonly JsonObject[] => {
  const asEntity = {
    ...model,
    entities: [
      {
        name: 'input',
        key: [],
        fields: operation.input.map((member) => ({
          ...member,
          writable: 'always' as const,
          isFilterable: false,
          isSortable: false,
        })),
        relations: [],
        offers: [],
        unique: [],
        checks: [],
        source: '',
        isOwned: true,
      },
    ],
  }
  return exampleRows(asEntity, rowsMade).rows.input ?? []
}

const membersOf = (members: readonly Member[], row: JsonObject): JsonObject =>
  Object.fromEntries(
    members.flatMap(({ name }): [string, Json][] => (row[name] === undefined ? [] : [[name, row[name] ?? null]])),
  )

import protobuf, { type Field, type Method, type Namespace, type Service, type Type } from 'protobufjs'
import type { EntitySight, GrpcSight, OperationSight, TypeSight } from './sight.ts'
import { upperSnakeCase } from './surface/spelling.ts'

/** What a contract shows, from its text alone: comments are not read. Throws for a text that is no contract of ours. */
export const readGrpc = (contract: Readonly<Record<string, string>>): GrpcSight => {
  const [text = ''] = Object.values(contract)
  const { root, package: name = '' } = protobuf.parse(text, { keepCase: true })
  for (const file of ['field_mask', 'timestamp']) addWellKnown(root, file)
  root.resolveAll()
  const packaged = root.lookup(name) as Namespace | null
  if (!packaged) throw new Error('The text has no package.')
  const all = packaged.nestedArray
  const types = new Map(all.filter((each) => each instanceof protobuf.Type).map((type) => [type.name, type]))
  const services = all.filter((each) => each instanceof protobuf.Service)
  const rows = new Set(
    services.map((service) => service.name.replace(/Service$/, '')).filter((base) => types.has(`${base}Select`)),
  )
  const reading: ProtoIndex = { types, rows }
  return {
    package: name,
    entities: Object.fromEntries([...rows].map((row) => [row, entitySight(reading, row, services)])),
    operations: Object.fromEntries(services.flatMap((service) => operationSights(reading, service))),
  }
}

const addWellKnown = (root: protobuf.Root, file: string): void => {
  const common = protobuf.common.get(`google/protobuf/${file}.proto`)
  if (common?.nested) root.addJSON(common.nested)
}

interface ProtoIndex {
  readonly types: ReadonlyMap<string, Type>
  readonly rows: ReadonlySet<string>
}

const typeNamed = ({ types }: ProtoIndex, name: string): Type => {
  const found = types.get(name)
  if (!found) throw new Error(`The contract has no message ${name}.`)
  return found
}

/** A field of a row that leads to rows: `one Order`, `many Order`. */
const relationOf = ({ rows }: ProtoIndex, { type }: Field): string | null => {
  if (rows.has(type)) return `one ${type}`
  const target = type.replace(/Page$/, '')
  return target !== type && rows.has(target) ? `many ${target}` : null
}

const entitySight = (reading: ProtoIndex, row: string, services: readonly Service[]): EntitySight => {
  const { fieldsArray } = typeNamed(reading, row)
  const related = fieldsArray.filter((field) => relationOf(reading, field) !== null)
  const service = services.find(({ name }) => name === `${row}Service`)
  const offers = service?.methodsArray.map((method) => offerOf(reading, row, method)).filter((offer) => offer !== null)
  return {
    key:
      reading.types
        .get(`${row}Key`)
        ?.fieldsArray.map(({ name }) => name)
        .sort() ?? [],
    fields: Object.fromEntries(
      fieldsArray.filter((field) => !related.includes(field)).map((field) => [field.name, sightOf(field, [])]),
    ),
    relations: Object.fromEntries(related.map((field) => [field.name, relationOf(reading, field) ?? ''])),
    offers: [...(offers ?? [])].sort(),
  }
}

const byPrefix = { Get: 'read', Create: 'create', Replace: 'replace', Update: 'update', Delete: 'delete' } as const

/** What a method does to rows; null for the charter's own operations. */
const offerOf = (reading: ProtoIndex, row: string, { name, responseStream }: Method): string | null => {
  const { types } = reading
  const file = fileOfferOf(reading, row, name)
  if (file) return file
  const prefixed = Object.entries(byPrefix).find(([prefix]) => name === prefix + row)
  if (prefixed) return prefixed[1]
  if (name === `List${row}AuditEntries`) return 'audit'
  const fields = new Set(types.get(`${name}Response`)?.fieldsArray.map((field) => field.name))
  if (fields.has('cursor') && responseStream) return 'changes'
  if (fields.has('groups')) return 'aggregate'
  if (fields.has('next_page_token')) return responseStream ? 'stream' : 'list'
  return null
}

/** `read Scan`: what a method does with the bytes of a file; null for all others. */
const fileOfferOf = ({ types }: ProtoIndex, row: string, method: string): string | null => {
  const verb = ['Read', 'Send', 'Remove'].find((each) => method.startsWith(each + row))
  if (verb === undefined) return null
  const file = method.slice(verb.length + row.length)
  const streamed = [`Read${row}${file}Response`, `Send${row}${file}Request`]
  return streamed.some((each) => types.get(each)?.oneofsArray.some(({ name }) => name === 'part'))
    ? `${verb.toLowerCase()} ${file}`
    : null
}

const operationSights = (reading: ProtoIndex, service: Service): readonly (readonly [string, OperationSight])[] => {
  const row = service.name.replace(/Service$/, '')
  const on = reading.rows.has(row) ? row : null
  return service.methodsArray
    .filter((method) => on === null || offerOf(reading, row, method) === null)
    .map((method) => [method.name, operationSight(reading, on, method)] as const)
}

const operationSight = (reading: ProtoIndex, on: string | null, method: Method): OperationSight => {
  const request = typeNamed(reading, method.requestType)
  const [answer] = typeNamed(reading, method.responseType).fieldsArray.filter(({ name }) => name !== 'etag')
  const input = reading.types.get(`${method.name}Input`)?.fieldsArray ?? []
  const rows = answer && relationOf(reading, answer)
  return {
    on,
    hasKey: request.fields.key !== undefined,
    input: Object.fromEntries(input.map((field) => [field.name, sightOf(field, [])])),
    result: !answer ? null : rows ? (answer.repeated ? rows.replace('one', 'many') : rows) : sightOf(answer, []),
    isStream: method.responseStream ?? false,
  }
}

/** `within`: the messages that the field stands in. */
const sightOf = (field: Field, within: readonly string[]): TypeSight => {
  const { resolvedType, type } = field
  if (!resolvedType) return type
  if (resolvedType instanceof protobuf.Enum) return { enum: valuesOf(resolvedType) }
  if (type.startsWith('google.')) return type
  return messageSight(resolvedType, within)
}

/** Without what all values of the enum begin with, and without the one that stands for nothing said. */
const valuesOf = ({ name, values }: protobuf.Enum): readonly string[] =>
  Object.keys(values)
    .filter((value) => values[value] !== 0)
    .map((value) => value.slice(upperSnakeCase(name).length + 1))

const messageSight = (message: Type, within: readonly string[]): TypeSight => {
  const { name, fieldsArray } = message
  if (within.includes(name)) return name
  const inside = [...within, name]
  const [only, ...more] = fieldsArray
  if (only && more.length === 0 && only.name === 'items' && only.repeated) return { list: sightOf(only, inside) }
  if (only && more.length === 0 && only.name === 'entries' && only.map) return { map: sightOf(only, inside) }
  const sights = Object.fromEntries(fieldsArray.map((field) => [field.name, sightOf(field, inside)]))
  const isUnion = message.oneofsArray.some(({ name: oneof }) => !oneof.startsWith('_'))
  return isUnion ? { union: sights } : { record: sights }
}

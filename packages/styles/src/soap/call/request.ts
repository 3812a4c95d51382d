import {
  type Call,
  canonicalJson,
  type EntityModel,
  everyField,
  type Included,
  includedIn,
  isObject,
  type Json,
  type JsonObject,
  ownedRelations,
  ownMember,
  type Predicate,
  type Selection,
} from '@charter/runtime'
import type { SoapSurface } from '../surface.ts'
import { readEnvelope, writeEnvelope } from '../transport/envelope.ts'
import type { SoapOperation } from '../transport/names.ts'
import { readRequest } from '../transport/request.ts'
import { entityIn, type SoapModel, soapModel, writeBody } from '../transport/row.ts'
import { textOfScalar } from '../transport/scalar.ts'
import { writeMembers } from '../transport/value.ts'
import { element, nil, textElement, Unsayable, type Xml } from '../transport/write-xml.ts'

export interface SoapRequest {
  readonly operation: SoapOperation
  readonly text: string
}

/**
 * A Call as an envelope of SOAP 1.2, or a sentence that says why there is none. What was written is read back: a value that
 * would be read as another one (a number where the contract has text) is not sent.
 */
export const requestOf = (surface: SoapSurface, call: Call): SoapRequest | string => {
  const operation = surface.names.operations.find((each) => each.operation === call.operation)
  if (!operation) return `SOAP has no operation for ${call.operation}.`
  const model = soapModel(surface.model)
  try {
    const written = writeRequest(surface, operation, model, call)
    const text = writeEnvelope('1.2', element(operation.name, written, { xmlns: surface.names.namespace }))
    const wrong = differenceOf(surface, operation, model, call, text)
    return wrong ?? { operation, text }
  } catch (error) {
    if (error instanceof Unsayable) return error.message
    throw error
  }
}

const writeRequest = (
  surface: SoapSurface,
  operation: SoapOperation,
  model: SoapModel,
  { input, select, context }: Call,
): Xml => {
  const entity = operation.entity === undefined ? undefined : entityIn(model, operation.entity)
  const custom =
    operation.kind === 'custom' ? surface.model.operations.find(({ name }) => name === operation.operation) : undefined
  const key = input.key && element('key', writeMembers(input.key, entity?.fields ?? [], model.types))
  return [
    key ?? '',
    input.value === undefined
      ? ''
      : custom
        ? writeInput(input.value, custom.input, model)
        : entity
          ? writeBody('value', input.value, entity, model)
          : '',
    select ? element('select', writeSelection(select)) : '',
    // No tag at all matches nothing; an empty one does neither.
    ...(context.ifMatch?.length === 0 ? [''] : (context.ifMatch ?? [])).map((tag) => textElement('ifMatch', tag)),
    context.idempotencyKey === undefined ? '' : textElement('idempotencyKey', context.idempotencyKey),
  ].join('')
}

const writeInput = (value: Json, members: Parameters<typeof writeMembers>[1], model: SoapModel): Xml => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Unsayable('The input has members.')
  return element('value', writeMembers(value as JsonObject, members, model.types))
}

const writeSelection = (select: Selection): Xml => {
  const { fields, include, filter, sort, limit, after, count, aggregate } = select
  const names = (of: readonly string[]): Xml => of.map((name) => textElement('field', name)).join('')
  return [
    fields ? element('fields', names(fields)) : '',
    include ? element('include', includedIn(select).map(writeInclude).join('')) : '',
    filter ? element('filter', writeFilter(filter)) : '',
    sort
      ? element(
          'sort',
          sort
            .map(({ field, isDescending }) => textElement('by', field, isDescending ? { descending: 'true' } : {}))
            .join(''),
        )
      : '',
    limit === undefined ? '' : textElement('limit', String(limit)),
    after === undefined ? '' : textElement('after', after),
    count === undefined ? '' : textElement('count', String(count)),
    aggregate
      ? element(
          'aggregate',
          Object.entries(aggregate)
            .map(([measure, of]) => element(measure, names(of as readonly string[])))
            .join(''),
        )
      : '',
  ].join('')
}

const writeInclude = ({ member, relation, selection }: Included): Xml =>
  element(relation, writeSelection(selection), relation === member ? {} : { as: member })

const writeFilter = (filter: Predicate): Xml => {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return element(filter.kind, filter.of.map(writeFilter).join(''))
    case 'not':
      return element('not', writeFilter(filter.of))
    case 'compare':
      return where(filter.left, filter.op, [filter.right])
    case 'in':
      return where(filter.left, 'in', filter.right)
    case 'like':
      return where(filter.left, 'like', [operandOf(filter.pattern)])
    case 'startsWith':
      return where(filter.left, 'startsWith', [operandOf(filter.prefix)])
    case 'isNull':
      return where(filter.left, 'isNull', [])
    default:
      throw new Unsayable(`A filter of SOAP does not say "${filter.kind}".`)
  }
}

type Operand = Extract<Predicate, { kind: 'compare' }>['left']

const operandOf = (value: Json): Operand => ({ kind: 'value', value, type: { kind: 'text' } })

const where = (left: Operand, op: string, right: readonly Operand[]): Xml => {
  if (left.kind !== 'field' || left.path.length !== 1) throw new Unsayable('A filter of SOAP is over a field.')
  const values = right.map((operand) => {
    if (operand.kind !== 'value') throw new Unsayable('A filter of SOAP compares with values.')
    return operand.value === null ? nil('value') : textElement('value', textOfScalar(operand.value))
  })
  return element('where', values.join(''), { field: left.path[0] ?? '', op })
}

/** What a service would read otherwise than it was meant; null where it would not. */
const differenceOf = (
  surface: SoapSurface,
  operation: SoapOperation,
  model: SoapModel,
  call: Call,
  text: string,
): string | null => {
  const read = readEnvelope(Buffer.from(text), '1.2')
  if ('problem' in read) return read.problem.detail
  const { unreadable, input, select } = readRequest(read.envelope.request, operation, surface.model, model)
  if (unreadable) return unreadable.errors?.[0]?.message ?? unreadable.detail
  const entity = operation.entity === undefined ? undefined : entityIn(model, operation.entity)
  const custom = surface.model.operations.find(({ name }) => name === operation.operation)
  const declared = (value: Json | undefined): Json | undefined =>
    custom ? known(value, custom.input) : entity ? knownBody(value, entity, model) : value
  const same = (one: unknown, other: unknown): boolean =>
    canonicalJson((one ?? null) as Json) === canonicalJson((other ?? null) as Json)
  if (!same(input.key, call.input.key)) return 'A key field would be read as another value than it is.'
  if (!same(declared(input.value), declared(call.input.value)))
    return 'A value would be read as another than it is: its type is not the contract’s.'
  if (!same(select, call.select)) return 'The selection would be read otherwise than it is.'
  return null
}

/** Members that nobody declared are refused by their names, whatever their values are. */
const known = (value: Json | undefined, members: readonly { readonly name: string }[]): Json | undefined =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, each]) => [
          name,
          members.some((member) => member.name === name) ? each : null,
        ]),
      )
    : value

const knownBody = (value: Json | undefined, entity: EntityModel, model: SoapModel): Json | undefined => {
  const owned = ownedRelations(entity)
  const body = known(value, [...everyField(entity), ...owned])
  if (!isObject(body)) return body
  const rows = owned.flatMap(({ name, target }) => {
    const given = ownMember(body, name)
    const of = entityIn(model, target)
    return Array.isArray(given)
      ? [[name, (given as readonly Json[]).map((row) => knownBody(row, of, model) ?? null)] as const]
      : []
  })
  return { ...body, ...Object.fromEntries(rows) }
}

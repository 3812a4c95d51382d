import {
  type CallInput,
  InputErrors,
  type Json,
  type JsonObject,
  type Problem,
  problem,
  type Selection,
  type ServiceModel,
} from '../runtime/index.ts'
import type { SoapOperation } from './names.ts'
import { childOf, type XmlElement } from './parse-xml.ts'
import { entityIn, readBody, type SoapModel } from './row.ts'
import { selectionIn } from './selection.ts'
import { readMembers, refuseTwice, type XmlContext } from './value.ts'

/** What a request element asks, and what of it could not be read. */
export interface SoapAsked {
  readonly input: CallInput
  readonly select?: Selection
  readonly ifMatch?: readonly string[]
  readonly idempotencyKey?: string
  readonly unreadable?: Problem
}

const parts = ['key', 'value', 'select', 'ifMatch', 'idempotencyKey']

export const readRequest = (
  request: XmlElement,
  { kind, entity, operation }: SoapOperation,
  service: Pick<ServiceModel, 'operations'>,
  model: SoapModel,
): SoapAsked => {
  const reading: XmlContext = { types: model.types, errors: new InputErrors() }
  const unknown = request.children.find(({ name }) => !parts.includes(name))
  if (unknown)
    reading.errors.push({
      path: `/${unknown.name}`,
      code: 'unknown',
      message: `Only ${parts.join(', ')} are read here.`,
    })
  refuseTwice(
    request.children.filter(({ name }) => name !== 'ifMatch'),
    '',
    reading,
  )
  const of = entity === undefined ? null : entityIn(model, entity)
  const custom = kind === 'custom' ? service.operations.find(({ name }) => name === operation) : undefined
  const keyed = childOf(request, 'key')
  const valued = childOf(request, 'value')
  const answers = custom
    ? custom.result && 'entity' in custom.result
      ? entityIn(model, custom.result.entity)
      : null
    : of
  const key: JsonObject | undefined = keyed && readMembers(keyed, of?.fields ?? [], '/key', reading)
  const value: Json | undefined =
    valued &&
    (custom ? readMembers(valued, custom.input, '', reading) : of ? readBody(valued, of, model, reading) : null)
  const select = selectionIn(request, answers, model, reading)
  const tags = request.children.filter(({ name }) => name === 'ifMatch').map(({ text }) => text)
  const idempotencyKey = childOf(request, 'idempotencyKey')?.text
  if (idempotencyKey !== undefined && !/^[\x21-\x7e]{1,255}$/.test(idempotencyKey))
    reading.errors.push({
      path: '/idempotencyKey',
      code: 'format',
      message: 'Give 1 to 255 visible ASCII characters without spaces.',
    })
  return {
    input: { ...(key && { key }), ...(value !== undefined && { value }) },
    ...(select && { select }),
    ...(tags.length > 0 && { ifMatch: tags }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(reading.errors.length > 0 && { unreadable: problem('invalid-input', { errors: reading.errors }) }),
  }
}

import type { EntityModel } from '../../../src/runtime/index.ts'
import type { Scenario, Step } from '../scenario.ts'
import type { GrpcSurface } from '../surfaces.ts'
import { aboutEntity, type Derivation } from './derivation.ts'
import { messageOf, wrongKeys } from './grpc-writes.ts'
import { framed, integer, lengthy } from './protobuf.ts'

type Service = GrpcSurface['services'][number]
type Field = GrpcSurface['messages'][number]['fields'][number]

/** A field of a body that is called as one of the request around it is: what is wrong with it is told as of the body. */
export const grpcNamesakeScenarios = (deriving: Derivation, surface: GrpcSurface): readonly Scenario[] => {
  const steps = surface.services.flatMap((service) => {
    const entity = deriving.model.entities.find(({ name }) => name === service.of)
    return entity
      ? [...inBodies(deriving, surface, service, entity), ...inKeys(deriving, surface, service, entity)]
      : []
  })
  if (steps.length === 0) return []
  const title = 'what is wrong with a field that is called as one of the request is told as of the body'
  return [{ id: 'grpc.namesakes', title, cites: ['problems'], rows: 'any', writes: true, in: 'grpc', steps }]
}

const inBodies = (
  deriving: Derivation,
  surface: GrpcSurface,
  service: Service,
  entity: EntityModel,
): readonly Step[] => {
  const method = service.methods.find(({ kind }) => kind === 'create')
  const request = messageOf(surface, method?.request)
  const role = deriving.model.access.roles.find((each) => aboutEntity(deriving, entity).mayEver(each, 'create'))
  const value = request?.fields.find(({ member }) => member === 'value')
  if (!method || !request || !value || value.type.kind !== 'message' || role === undefined) return []
  const body = messageOf(surface, value.type.of)?.fields ?? []
  return body
    .filter(({ name, member }) => request.fields.some((each) => each.name === name || each.member === member))
    .flatMap((field) => wrong(surface, entity, field))
    .map(([bytes, path]) => ({
      as: role,
      method: 'POST',
      path: `/${surface.package}.${service.name}/${method.name}`,
      bytes: framed(lengthy(value.number, bytes)),
      expect: { headers: { 'grpc-status': { equals: '3' } }, says: [`${value.name}.${path}`] },
    }))
}

/** A text that is too long, an item that is too great, and JSON with a name twice: each with where it is told. */
const wrong = (
  surface: GrpcSurface,
  { fields }: EntityModel,
  { name, member, number, type: of }: Field,
): readonly (readonly [bytes: Buffer, path: string])[] => {
  const type = fields.find((each) => each.name === member)?.type
  const items = of.kind === 'message' ? messageOf(surface, of.of)?.fields[0] : undefined
  if (type?.kind === 'text' && type.lengthMax !== undefined)
    return [[lengthy(number, 'x'.repeat(type.lengthMax + 1)), name]]
  if (type?.kind === 'json') return [[lengthy(number, '{"a":1,"a":2}'), `${name}.a`]]
  if (type?.kind !== 'array' || type.items.kind !== 'int32' || type.items.max === undefined || !items) return []
  return [[lengthy(number, integer(items.number, Number(type.items.max) + 1)), `${name}.${items.name}[0]`]]
}

/** Where a field of the row is called `key`, a key that is none is told as that of the request still. */
const inKeys = (deriving: Derivation, surface: GrpcSurface, service: Service, entity: EntityModel): readonly Step[] => {
  const method = service.methods.find(({ kind }) => kind === 'update')
  const request = messageOf(surface, method?.request)
  const role = deriving.model.access.roles.find((each) => aboutEntity(deriving, entity).mayEver(each, 'update'))
  if (!method || !request || role === undefined || !entity.fields.some(({ name }) => name === 'key')) return []
  return wrongKeys(surface, request, entity).map(([bytes, says, lacks]) => ({
    as: role,
    method: 'POST',
    path: `/${surface.package}.${service.name}/${method.name}`,
    bytes: framed(bytes),
    expect: { headers: { 'grpc-status': { equals: '3' } }, says: [says], lacks: [lacks] },
  }))
}

import type { Scenario, Step } from '../scenario.ts'
import type { GrpcSurface } from '../surfaces.ts'
import { aboutEntity, type Deriving } from './deriving.ts'
import { messageOf } from './grpc-writes.ts'
import { framed, lengthy } from './protobuf.ts'

/** A field of a body that is called as one of the request around it is: what is wrong with it is told as of the body. */
export const grpcNamesakeScenarios = (deriving: Deriving, surface: GrpcSurface): readonly Scenario[] => {
  const steps = surface.services.flatMap((service) => {
    const entity = deriving.model.entities.find(({ name }) => name === service.of)
    const method = service.methods.find(({ kind }) => kind === 'create')
    const request = messageOf(surface, method?.request)
    const role =
      entity && deriving.model.access.roles.find((each) => aboutEntity(deriving, entity).mayEver(each, 'create'))
    const value = request?.fields.find(({ member }) => member === 'value')
    if (!entity || !method || !request || !value || value.type.kind !== 'message' || role === undefined) return []
    const body = messageOf(surface, value.type.of)?.fields ?? []
    const namesakes = body.filter(
      ({ name, type }) => type.kind === 'string' && request.fields.some((each) => each.name === name),
    )
    return namesakes.flatMap(({ name, member, number }): readonly Step[] => {
      const type = entity.fields.find((field) => field.name === member)?.type
      if (type?.kind !== 'text' || type.lengthMax === undefined) return []
      return [
        {
          as: role,
          method: 'POST',
          path: `/${surface.package}.${service.name}/${method.name}`,
          bytes: framed(lengthy(value.number, lengthy(number, 'x'.repeat(type.lengthMax + 1)))),
          expect: { headers: { 'grpc-status': { equals: '3' } }, says: [`${value.name}.${name}`] },
        },
      ]
    })
  })
  if (steps.length === 0) return []
  const title = 'what is wrong with a field that is called as one of the request is told as of the body'
  return [{ id: 'grpc.namesakes', title, cites: ['problems'], rows: 'any', writes: true, in: 'grpc', steps }]
}

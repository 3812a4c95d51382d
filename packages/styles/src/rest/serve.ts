import type { EntityModel, OperationModel, RouteModel, ServiceBackend, ServiceModel } from '@charter/runtime'
import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import { addressOf, type RestRoute, type RestSurface } from './surface.ts'
import { createRest, type Rest } from './transport/rest.ts'

/** The same handlers that a generated service names in its routes file, looped over the surface. */
export const serve = (surface: RestSurface, serving: ServiceBackend, app: FastifyInstance): void => {
  const rest = createRest(serving)
  if (surface.session !== undefined) rest.session(app, surface.session)
  for (const route of surface.routes)
    if (route.kind === 'own')
      rest.own(app, ownIn(serving.model, route.operation), { method: route.method, url: route.path })
    else addRoute(app, rest, serving.model, surface, route)
  for (const file of surface.files ?? [])
    rest[file.isTaken ? 'file' : 'fileToRead'](app, entityIn(serving.model, file), file.field, file.path)
}

const addRoute = (
  app: FastifyInstance,
  rest: Rest,
  model: ServiceModel,
  surface: RestSurface,
  route: RestRoute,
): void =>
  void app.route({
    // Said here, HEAD shares what Fastify keeps of a route; else it would make another of each.
    method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
    url: route.path,
    handler: handlerFor(rest, model, surface, route),
  })

const ownIn = (model: ServiceModel, name: string): RouteModel => {
  const found = model.routes?.find((route) => route.name === name)
  if (!found) throw new Error(`The model has no route ${name}.`)
  return found
}

const handlerFor = (rest: Rest, model: ServiceModel, surface: RestSurface, route: RestRoute): RouteHandlerMethod => {
  switch (route.kind) {
    case 'batch':
      return rest.batch()
    case 'own':
      throw new Error(`${route.operation} is added by itself`)
    case 'operation':
      return rest.operation(
        operationIn(model, route.operation),
        addressOf(surface, operationIn(model, route.operation).job),
      )
    case 'nested':
      return rest.nested(entityIn(model, route), route.relation ?? '')
    case 'create':
      return rest.create(entityIn(model, route), addressOf(surface, route.entity))
    default:
      return rest[route.kind](entityIn(model, route))
  }
}

const entityIn = (model: ServiceModel, { entity, path }: Pick<RestRoute, 'entity' | 'path'>): EntityModel => {
  const found = model.entities.find(({ name }) => name === entity)
  if (!found) throw new Error(`The route ${path} is of ${entity}, which the model does not have.`)
  return found
}

const operationIn = (model: ServiceModel, name: string): OperationModel => {
  const found = model.operations.find((operation) => operation.name === name)
  if (!found) throw new Error(`The model has no operation ${name}.`)
  return found
}

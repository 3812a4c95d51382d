import { type CrudOperation, type JsonObject, textOf } from '@charter/runtime'
import type { RestSurface } from '@charter/styles'
import type { Emitting } from '../emitting.ts'

/** The address at which an entity's operation is asked, its key filled in from a row; null where it has no route. */
export type AddressOf = (entity: string, action: CrudOperation, row: JsonObject) => string | null

export const restSurfaceOf = ({ surfaces }: Pick<Emitting, 'surfaces'>): RestSurface | null =>
  (surfaces.rest as RestSurface | undefined) ?? null

/** Null where the service does not speak REST. */
export const restAddresses = (emitting: Emitting): AddressOf | null => {
  const surface = restSurfaceOf(emitting)
  if (!surface) return null
  return (entity, action, row) => {
    const route = surface.routes.find(
      ({ operation, kind }) => operation === `${entity}.${action}` && kind !== 'search' && kind !== 'nested',
    )
    return route
      ? route.path
          .split('/')
          .map((step) => (step.startsWith(':') ? encodeURIComponent(textOf(row[step.slice(1)] ?? null)) : step))
          .join('/')
      : null
  }
}

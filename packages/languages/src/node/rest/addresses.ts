import { type CrudOperation, type JsonObject, pathStep } from '@charter/runtime'
import type { RestRoute, RestSurface } from '@charter/styles'
import type { EmitContext } from '../emit-context.ts'

/** The address at which an entity's operation is asked, its key filled in from a row; null where it has no route. */
export type AddressOf = (entity: string, action: CrudOperation, row: JsonObject) => string | null

export const restSurfaceOf = ({ surfaces }: Pick<EmitContext, 'surfaces'>): RestSurface | null =>
  (surfaces.rest as RestSurface | undefined) ?? null

/** Null where the service does not speak REST. */
export const restAddresses = (emitting: EmitContext): AddressOf | null => {
  const surface = restSurfaceOf(emitting)
  if (!surface) return null
  const isRow = ({ kind }: RestRoute): boolean => !['search', 'nested', 'batch', 'import'].includes(kind)
  const paths = new Map(surface.routes.filter(isRow).map(({ operation, path }) => [operation, path.split('/')]))
  return (entity, action, row) =>
    paths
      .get(`${entity}.${action}`)
      ?.map((step) => (step.startsWith(':') ? pathStep(row[step.slice(1)] ?? null) : step))
      .join('/') ?? null
}

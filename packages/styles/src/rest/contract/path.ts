import type { EntityModel } from '@charter/runtime'
import type { RestRoute } from '../surface.ts'
import { compact, type Schema } from './json.ts'
import { typeSchema } from './type-schema.ts'

/** `/api/patients/:id` below `/api` is `/patients/{id}`. */
export const pathTemplate = ({ path }: Pick<RestRoute, 'path'>, base: string): string =>
  path
    .slice(base.length)
    .split('/')
    .map((step) => (step.startsWith(':') ? `{${step.slice(1)}}` : step))
    .join('/')

/** What a path says of the row's key. */
export const keyParameters = (
  { keyFields }: Pick<RestRoute, 'keyFields'>,
  entity: EntityModel | undefined,
): readonly Schema[] =>
  keyFields.map((name) => {
    const field = entity?.fields.find((each) => each.name === name)
    return compact({
      name,
      in: 'path',
      required: true,
      description: field?.description,
      schema: typeSchema(field?.type ?? { kind: 'text' }),
    })
  })

import { exampleValue } from '@charter/charter'
import {
  type FieldModel,
  isDerived,
  isJsonType,
  type Json,
  type OperationModel,
  type ServiceModel,
} from '@charter/runtime'
import type { AnyRouteBody, OperationBody, RouteAnswer, ServiceHooks } from '@charter/runtime/service'

/** What a custom operation answers where nobody has written its body: the row it is on, or an example of its result. */
export const exampleBody = ({ types }: ServiceModel, { name, result }: OperationModel): OperationBody => {
  const example = (of: NonNullable<OperationModel['result']>): Json =>
    'type' in of ? (exampleValue(of.type, { types, ordinal: 0, name }) ?? null) : of.isList ? [] : {}
  return async ({ row }) =>
    result === null ? null : 'entity' in result && !result.isList && row ? row : example(result)
}

/** What routes answer where nobody has written them: an example of the first media type that they name. */
export const exampleRoutes = ({ routes = [] }: ServiceModel): Readonly<Record<string, AnyRouteBody>> =>
  Object.fromEntries(
    routes.map(({ name, route: { answers } }) => {
      const type = answers[0] ?? ''
      const body = isJsonType(type) ? {} : `An example of ${type}.`
      return [name, async (): Promise<RouteAnswer> => ({ type, body })]
    }),
  )

/** What hooks do where nobody has written them: nothing, but that fields which they alone can give have an example of their value. */
export const exampleHooks = ({ entities, types }: ServiceModel): ServiceHooks => {
  const example = ({ name, type }: FieldModel): Json => exampleValue(type, { types, ordinal: 0, name }) ?? null
  return Object.fromEntries(
    entities.flatMap(({ name, hooks, fields }) => {
      if (!hooks) return []
      const derived = fields.filter((field) => isDerived({ hooks }, field))
      const given = Object.fromEntries(derived.map((field) => [field.name, example(field)]))
      const before = async ({ action }: { readonly action: string }) => (action === 'create' ? given : undefined)
      const nothing = async () => {}
      return [[name, { before, after: nothing, committed: nothing }]]
    }),
  )
}

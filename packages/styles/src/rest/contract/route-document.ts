import { isJsonType, type Member, nounOf, type RouteModel, type ServiceModel } from '@charter/runtime'
import type { RestRoute } from '../surface.ts'
import { deprecationSentence } from './deprecation-sentence.ts'
import { compact, reference, type Schema } from './json.ts'
import { problemResponses } from './responses.ts'
import { memberSchema, typeSchema } from './type-schema.ts'

/** A route of the charter's own as an OpenAPI operation, but for its id: what it takes of a request, and its media types. */
export const routeDocument = (own: RouteModel, { kind, method }: RestRoute, model: ServiceModel): Schema => {
  const { name, description = `The route ${name}.`, deprecated, input, route } = own
  const part = (of: string): readonly Member[] => {
    const type = input.find((each) => each.name === of)?.type
    return type?.kind === 'record' ? type.members : []
  }
  const parameters = [
    ...part('params').map((member) => parameter(member, 'path')),
    ...part('query').map((member) => parameter(member, 'query')),
    ...part('headers').map((member) => parameter(member, 'header')),
    ...(method === 'GET' || route.isOpen ? [] : [reference('parameters', 'IdempotencyKey')]),
  ]
  const summary = nounOf(name)
  return compact({
    tags: ['Service'],
    summary: summary.charAt(0).toUpperCase() + summary.slice(1),
    description: deprecated ? `${description} ${deprecationSentence(deprecated)}` : description,
    deprecated: deprecated && true,
    parameters: parameters.length > 0 ? parameters : undefined,
    requestBody: route.body && {
      required: true,
      content: { [route.body.type]: compact({ schema: bodySchema(own) }) },
    },
    responses: {
      '2XX': {
        description: 'What its code answers.',
        headers: { 'X-Request-Id': reference('headers', 'RequestId') },
        content: Object.fromEntries(route.answers.map((type) => [type, compact({ schema: answerSchema(type) })])),
      },
      ...problemResponses(kind, model),
    },
  })
}

const parameter = (member: Member, place: 'path' | 'query' | 'header'): Schema => {
  const { description, ...schema } = memberSchema({ ...member, isOptional: false })
  return compact({
    name: member.name,
    in: place,
    required: place === 'path' || (!member.isOptional && !member.default),
    description,
    schema,
  })
}

/** OpenAPI 3.1: of what is no JSON and no text, the media type says all there is. */
const bodySchema = ({ input, route }: RouteModel): Schema | undefined => {
  const type = input.find(({ name }) => name === 'body')?.type
  return route.body?.as === 'json' && type ? typeSchema(type) : answerSchema(route.body?.type ?? '')
}

const answerSchema = (type: string): Schema | undefined =>
  isJsonType(type) ? {} : type.startsWith('text/') ? { type: 'string' } : undefined

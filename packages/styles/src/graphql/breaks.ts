import type { Break, Charter } from '@charter/charter'
import {
  buildSchema,
  findSchemaChanges,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import { contract } from './contract/contract.ts'
import { surfaceOf } from './surface.ts'

/** Which changes between two charters clients notice: those of the schema, as GraphQL has them, and tighter limits. */
export const breaks = (before: Charter, after: Charter): readonly Break[] => {
  if (before.serves.includes('graphql') && !after.serves.includes('graphql'))
    return [{ about: after.name, sentence: 'GraphQL is no longer served.', severity: 'breaking' }]
  const now = schemaOf(after)
  const answered = answeredTypes(now)
  const changes = findSchemaChanges(schemaOf(before), now)
  return [
    ...changes.map(({ type, description }): Break => {
      const about = aboutOf(description)
      const isAsked = type === 'VALUE_ADDED_TO_ENUM' && !answered.has(about.split('.')[0] ?? '')
      return { about, sentence: description, severity: isAsked || isSafe(type) ? 'additive' : 'breaking' }
    }),
    ...limitBreaks(before, after),
  ]
}

/** The contract is our own: that it is a schema is tested where it is written. */
const schemaOf = (charter: Charter) =>
  buildSchema(contract(charter, surfaceOf(charter))['schema.graphql'] ?? '', { assumeValidSDL: true })

/** What graphql-js calls dangerous breaks clients too: a new value of an enum is one that they do not know. */
const isSafe = (type: string): boolean =>
  /_ADDED$|_CHANGED_SAFE$|_REMOVED_SAFE$/.test(type) && !dangerous.includes(type)

const dangerous = ['REQUIRED_ARG_ADDED', 'REQUIRED_INPUT_FIELD_ADDED', 'VALUE_ADDED_TO_ENUM', 'TYPE_ADDED_TO_UNION']

/** Types that answers hold: a new value of an enum that is only asked with is nothing to learn. */
const answeredTypes = (schema: GraphQLSchema): ReadonlySet<string> =>
  new Set(
    Object.values(schema.getTypeMap())
      .filter((type) => isObjectType(type) || isInterfaceType(type))
      .flatMap((type) => Object.values(type.getFields()).map((field) => getNamedType(field.type).name)),
  )

const aboutOf = (description: string): string =>
  (/[A-Za-z_]\w*\.\w+/.exec(description) ??
    /\b(?!(?:Enum|Field|Argument|Type|Input)\b)[A-Z]\w+/.exec(description))?.[0] ?? ''

const limitBreaks = (before: Charter, after: Charter): readonly Break[] =>
  (['depth', 'cost'] as const).flatMap((name): readonly Break[] => {
    const [was, is] = [surfaceOf(before).limits[name], surfaceOf(after).limits[name]]
    if (is >= was) return []
    return [
      { about: after.name, sentence: `The ${name} of documents goes from ${was} down to ${is}.`, severity: 'breaking' },
    ]
  })

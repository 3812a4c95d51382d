import type { Break, Charter } from '@charter/charter'
import { buildSchema, findSchemaChanges } from 'graphql'
import { contract } from './contract/contract.ts'
import { surfaceOf } from './surface.ts'

/** Which changes between two charters clients notice: those of the schema, as GraphQL has them, and tighter limits. */
export const breaks = (before: Charter, after: Charter): readonly Break[] => {
  if (before.serves.includes('graphql') && !after.serves.includes('graphql'))
    return [{ about: after.name, sentence: 'GraphQL is no longer served.', severity: 'breaking' }]
  const changes = findSchemaChanges(schemaOf(before), schemaOf(after))
  return [
    ...changes.map(
      ({ type, description }): Break => ({
        about: aboutOf(description),
        sentence: description,
        severity: isSafe(type) ? 'additive' : 'breaking',
      }),
    ),
    ...limitBreaks(before, after),
  ]
}

const schemaOf = (charter: Charter) => buildSchema(contract(charter, surfaceOf(charter))['schema.graphql'] ?? '')

/** What graphql-js calls dangerous breaks clients too: a new value of an enum is one that they do not know. */
const isSafe = (type: string): boolean =>
  /_ADDED$|_CHANGED_SAFE$|_REMOVED_SAFE$/.test(type) && !dangerous.includes(type)

const dangerous = ['REQUIRED_ARG_ADDED', 'REQUIRED_INPUT_FIELD_ADDED', 'VALUE_ADDED_TO_ENUM', 'TYPE_ADDED_TO_UNION']

const aboutOf = (description: string): string => /[A-Za-z_][\w.]*\.[\w]+|\b[A-Z]\w+/.exec(description)?.[0] ?? ''

const limitBreaks = (before: Charter, after: Charter): readonly Break[] =>
  (['depth', 'cost'] as const).flatMap((name): readonly Break[] => {
    const [was, is] = [surfaceOf(before).limits[name], surfaceOf(after).limits[name]]
    if (is >= was) return []
    return [
      { about: after.name, sentence: `The ${name} of documents goes from ${was} down to ${is}.`, severity: 'breaking' },
    ]
  })

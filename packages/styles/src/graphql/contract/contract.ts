import { type Charter, toModel } from '@charter/charter'
import { directoryOf } from '../transport/directory.ts'
import { schemaText } from '../transport/schema/schema.ts'
import type { GraphqlSurface } from '../transport/surface.ts'

/** The contract: one schema that is valid by itself, the same bytes for the same charter. */
export const contract = (charter: Charter, surface: GraphqlSurface): Readonly<Record<string, string>> => ({
  'schema.graphql': schemaText(directoryOf(surface, toModel(charter, [])), 'whole'),
})

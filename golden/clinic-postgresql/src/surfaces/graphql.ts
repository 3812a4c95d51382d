// Generated from the charter "clinic". What you change here is merged when generating again.

import { readFileSync } from 'node:fs'
import type { GraphqlSurface } from '../graphql/surface.ts'

/** What the schema calls the parts of the service. */
export const graphqlSurface: GraphqlSurface = JSON.parse(
  readFileSync(new URL('./graphql.json', import.meta.url), 'utf8'),
)

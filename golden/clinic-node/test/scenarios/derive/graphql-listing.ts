import type { GraphqlAsked } from './graphql-asked.ts'

/** An entity that is listed, somebody who sees all of its first example row, and that row. */
export type GraphqlListing = Omit<GraphqlAsked, 'one' | 'list' | 'body' | 'change'>

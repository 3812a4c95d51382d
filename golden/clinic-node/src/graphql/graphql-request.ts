import type { JsonObject } from '../runtime/index.ts'

/** A GraphQL request (GraphQL over HTTP, section 5). */
export interface GraphqlRequest {
  readonly query: string | null
  readonly operationName: string | null
  readonly variables: JsonObject
  readonly extensions: JsonObject
}

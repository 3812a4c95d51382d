import type { WireRequest } from '@charter/charter'
import type { Call } from '@charter/runtime'
import { conditionHeaders } from '../../exchange.ts'
import type { GraphqlSurface } from '../transport/surface.ts'
import { documentOf, type GraphqlCall } from './request.ts'
import { Unsayable } from './value.ts'

/** A Call as the HTTP request that is sent, or a sentence saying why GraphQL cannot carry it. */
export const wireOf = (surface: GraphqlSurface, call: Call): WireRequest | string => {
  const document = written(surface, call)
  return typeof document === 'string' ? document : wireOfDocument(surface, document, call)
}

/** The document, or why there is none. */
export const written = (surface: GraphqlSurface, call: Call): GraphqlCall | string => {
  try {
    return documentOf(surface, call)
  } catch (error) {
    if (error instanceof Unsayable) return error.message
    throw error
  }
}

/** GraphQL over HTTP: the document and its variables, posted as JSON. */
export const wireOfDocument = (
  { path }: GraphqlSurface,
  { query, variables, isStream }: GraphqlCall,
  call: Call,
): WireRequest & { readonly body: string } => {
  const { unreadable } = call.context
  return {
    method: 'POST',
    target: path,
    headers: {
      accept: isStream ? 'text/event-stream' : 'application/graphql-response+json',
      'content-type': 'application/json',
      ...conditionHeaders(call),
    },
    body: JSON.stringify({ query, variables, ...(unreadable && { extensions: { unreadable } }) }),
    language: 'graphql',
  }
}

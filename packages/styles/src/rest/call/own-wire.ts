import type { WireRequest } from '@charter/charter'
import { type Call, isJsonType, type JsonObject } from '@charter/runtime'
import { conditionHeaders } from '../../exchange.ts'
import type { RestRoute } from '../surface.ts'
import { locator } from '../transport/locator.ts'
import { inputParameters, withQuery } from './request.ts'

/** What a call of a route of the charter's own gives, as its input has it. */
interface OwnInput {
  readonly params?: JsonObject
  readonly query?: JsonObject
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly type?: string
}

/** A call of a route of the charter's own as the request that is sent, or a sentence where it is not one of JSON. */
export const ownWire = (
  { method, path, takes, gives = [], operation }: RestRoute,
  call: Call,
): WireRequest | string => {
  const { params = {}, query, headers = {}, body, type } = (call.input.value ?? {}) as OwnInput
  const parameters = inputParameters(query)
  const address = locator(path)(params)
  if (address === null || !parameters) return `${operation} needs what its path is made of.`
  if (takes !== undefined && !isJsonType(takes))
    return `${operation} takes ${takes}, which is sent as it is: ${method} ${path}.`
  const isSent = takes !== undefined && body !== undefined
  return {
    method,
    target: withQuery(address, parameters),
    headers: {
      accept: type ?? gives[0] ?? '*/*',
      ...headers,
      ...conditionHeaders(call),
      ...(isSent && { 'content-type': takes }),
    },
    body: isSent ? JSON.stringify(body) : null,
    language: 'json',
  }
}

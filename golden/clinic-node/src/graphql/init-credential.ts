import type { IncomingMessage } from 'node:http'
import { type Credential, credentialBy, gatewayHeader, type Json } from '../runtime/index.ts'
import { isObject } from './input.ts'

/**
 * The credential of a `connection_init`: in its payload, as browsers can send no header with a WebSocket, or in a header. A gateway
 * writes headers: what it asserts there counts whatever the payload says. Throws a ProblemError (`unauthenticated`) for another scheme.
 */
export const initCredential = (
  { headers }: Pick<IncomingMessage, 'headers'>,
  payload: Json | undefined,
): Credential | null => {
  const given = isObject(payload) ? payload : {}
  const inPayload = (name: string): string | undefined => {
    const found = Object.entries(given).find(([each]) => each.toLowerCase() === name)?.[1]
    return typeof found === 'string' ? found : undefined
  }
  return credentialBy((name) =>
    name === gatewayHeader ? (headers[name] ?? inPayload(name)) : (inPayload(name) ?? headers[name]),
  )
}

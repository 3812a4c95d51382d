import type { IncomingMessage } from 'node:http'
import {
  type Credential,
  credentialBy,
  gatewayHeader,
  isObject,
  type Json,
  organisationHeader,
  ProblemError,
  problem,
} from '../runtime/index.ts'

/**
 * The credential of a `connection_init`: in its payload, as browsers can send no header with a WebSocket, or in a header. A gateway
 * writes headers: what it asserts there counts whatever the payload says. Where neither shows one it is the `session` of the page that
 * connects, for the organisation that the payload says. Throws a ProblemError: `unauthenticated` for another scheme, `malformed` for an
 * organisation that is no text.
 */
export const initCredential = (
  { headers }: Pick<IncomingMessage, 'headers'>,
  payload: Json | undefined,
  session: Credential | null = null,
): Credential | null => {
  const inPayload = (name: string): string | undefined => {
    const found = saidIn(payload, name)
    return typeof found === 'string' ? found : undefined
  }
  const shown = credentialBy((name) =>
    name === gatewayHeader ? (headers[name] ?? inPayload(name)) : (inPayload(name) ?? headers[name]),
  )
  const organisation = saidIn(payload, organisationHeader)
  if (organisation !== undefined && typeof organisation !== 'string')
    throw new ProblemError(problem('malformed', { detail: '"Charter-Organisation" of a connection_init is a text.' }))
  return shown ?? (session && { ...session, ...(organisation !== undefined && { organisation }) })
}

const saidIn = (payload: Json | undefined, name: string): Json | undefined =>
  Object.entries(isObject(payload) ? payload : {}).find(([each]) => each.toLowerCase() === name)?.[1]

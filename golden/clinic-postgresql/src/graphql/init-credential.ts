import type { IncomingMessage } from 'node:http'
import type { Credential, Json } from '../runtime/index.ts'
import { isObject } from './input.ts'

/** The credential of a `connection_init`: in its payload, as browsers can send no header with a WebSocket, or in a header. */
export const initCredential = ({ headers }: IncomingMessage, payload: Json | undefined): Credential | null => {
  const given = isObject(payload) ? payload : {}
  const header = (name: string): string | undefined => {
    const found = Object.entries(given).find(([each]) => each.toLowerCase() === name)?.[1]
    const sent = headers[name]
    return typeof found === 'string' ? found : typeof sent === 'string' ? sent : undefined
  }
  const bearer = /^bearer (.*)$/is.exec(header('authorization') ?? '')?.[1]
  const key = header('x-api-key')
  if (bearer !== undefined) return { kind: 'bearer', text: bearer.trim() }
  return key === undefined ? null : { kind: 'api-key', text: key }
}

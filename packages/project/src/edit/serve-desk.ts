import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { EditDesk } from '@charter/page'
import type { Json, JsonObject } from '@charter/runtime'

export interface ServedDesk {
  /** With a secret in its path, which the service that it is told to alone knows. */
  readonly url: string
  close(): Promise<void>
}

const bodyBytesMax = 64 * 1024

/** A desk at a loopback address, for a service in a process of its own. */
export const serveDesk = async (desk: EditDesk): Promise<ServedDesk> => {
  const secret = randomBytes(32).toString('base64url')
  const server = createServer((request, response) => {
    void answer(desk, secret, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/${secret}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const answer = async (
  desk: EditDesk,
  secret: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const send = (status: number, body: Json): void => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }
  const [, given, path] = (request.url ?? '').split('/')
  if (given !== secret || request.method !== 'POST') return send(404, {})
  try {
    const { words, digest } = (await bodyOf(request)) as { readonly words?: unknown; readonly digest?: unknown }
    if (path === 'preview') send(200, await desk.preview(String(words)))
    else if (path === 'apply') send(200, await desk.apply(String(words), String(digest)))
    else if (path === 'state') send(200, await desk.state())
    else send(404, {})
  } catch (error) {
    send(409, { error: error instanceof Error ? error.message : String(error) })
  }
}

const bodyOf = async (request: IncomingMessage): Promise<JsonObject> => {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > bodyBytesMax) throw new Error('The words are too long.')
  }
  return JSON.parse(text || '{}') as JsonObject
}

import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Asked {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: each provider's body is a shape of its own, and tests look into it.
  readonly body: any
}

/** What the stand-in does with one request. */
export type Reply = (response: ServerResponse, asked: Asked) => void

export interface StandIn {
  readonly url: string
  readonly asked: Asked[]
  close(): Promise<void>
}

/** A server on this machine that answers each request with the next reply, and all later ones with the last. */
export const startStandIn = async (...replies: readonly Reply[]): Promise<StandIn> => {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    void bodyOf(request).then((text) => {
      const one = { path: request.url ?? '', headers: request.headers, body: text === '' ? null : JSON.parse(text) }
      asked.push(one)
      replies[Math.min(asked.length, replies.length) - 1]?.(response, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

/** Server-sent events, then the end. */
export const events =
  (...data: readonly (object | string)[]): Reply =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const each of data) response.write(eventText(each))
    response.end()
  }

export const eventText = (data: object | string): string => {
  if (typeof data === 'string') return `data: ${data}\n\n`
  const type = 'type' in data && typeof data.type === 'string' ? `event: ${data.type}\n` : ''
  return `${type}data: ${JSON.stringify(data)}\n\n`
}

const chunk = (delta: object, finish: string | null = null): object => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'stand-in',
  choices: [{ index: 0, delta, finish_reason: finish }],
})

/** A whole answer as the stream of OpenAI's chat completions, in pieces. */
export const answers = (answer: object | string, finish = 'stop'): Reply => {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
  const pieces = text.match(/[\s\S]{1,400}/g) ?? []
  return events(
    chunk({ role: 'assistant', content: '' }),
    ...pieces.map((content) => chunk({ content })),
    chunk({}, finish),
    {
      ...chunk({}),
      choices: [],
      usage: { prompt_tokens: 1000, completion_tokens: 500, total_tokens: 1500 },
    },
    '[DONE]',
  )
}

/** The first half of an answer, and then nothing: the connection is cut, or stays open. */
export const half =
  (answer: object, then: 'cut' | 'open'): Reply =>
  (response) => {
    const text = JSON.stringify(answer)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(eventText(chunk({ role: 'assistant', content: text.slice(0, text.length / 2) })), () => {
      if (then === 'cut') response.destroy()
    })
  }

export const refuses =
  (status: number, headers: Readonly<Record<string, string>> = {}, message = 'refused'): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify({ error: { message, type: 'error', code: null } }))
  }

/** Takes the request and never says anything. */
export const silent: Reply = () => {}

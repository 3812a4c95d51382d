import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

/** One reader of server-sent events (WHATWG HTML, section 9.2). */
export interface EventStream {
  readonly isOpen: boolean
  /** `id` is what `Last-Event-ID` names when the reader comes back. */
  send(event: { readonly id?: number; readonly name?: string; readonly data: string }): void
  /** Says nothing, so that nobody between takes the connection for dead. */
  keepAlive(): void
  /** Resolves when there is room for more; rejects with an AbortError when there is none in time. */
  taken(timeoutMs: number): Promise<void>
  /** Says why, and ends; who does not take even that is let go. */
  end(sentence: string): void
}

export const eventStream = (response: ServerResponse, headers: Readonly<Record<string, string>>): EventStream => {
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Its end is that of the connection: a server that closes would wait for the next request on it.
    connection: 'close',
    // Proxies that gather answers would hold entries back.
    'x-accel-buffering': 'no',
  })
  response.write('retry: 2000\n\n')
  const send: EventStream['send'] = ({ id, name, data }) => {
    response.write(
      `${id === undefined ? '' : `id: ${id}\n`}${name === undefined ? '' : `event: ${name}\n`}data: ${data}\n\n`,
    )
  }
  return {
    get isOpen() {
      return !response.destroyed && !response.writableEnded
    },
    send,
    keepAlive: () => {
      response.write(': still here\n\n')
    },
    taken: async (timeoutMs) => {
      if (response.writableNeedDrain && !response.destroyed)
        await once(response, 'drain', { signal: AbortSignal.timeout(timeoutMs) })
    },
    end: (sentence) => {
      send({ name: 'end', data: JSON.stringify({ sentence }) })
      response.end()
      setTimeout(() => response.destroy(), lastWordMs).unref()
    },
  }
}

const lastWordMs = 5000

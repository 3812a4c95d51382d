import type { Json } from '../../src/runtime/index.ts'
import type { Answer } from './answer.ts'
import type { Turn } from './scenario.ts'

const timeoutMs = 10_000

/**
 * A conversation over a WebSocket, turn by turn. What is heard comes back as `{ heard: [messages], code }`: the close code that the
 * service gave, null where it was still open at the end.
 */
export const converse = async (...of: Parameters<typeof conversation>): Promise<Answer> => {
  const { found, close } = await conversation(...of)
  await close()
  return { status: 101, headers: {}, body: found, text: JSON.stringify(found) }
}

/** A conversation as it stands after its last turn. */
export const conversation = async (
  url: string,
  protocols: readonly string[] = ['graphql-transport-ws'],
  turns: readonly Turn[],
): Promise<{ readonly found: Json; close(): Promise<void> }> => {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), [...protocols])
  const heard: Json[] = []
  let code: number | null = null
  let wake = (): void => {}
  const changed = (): Promise<void> => new Promise((resolve) => (wake = resolve))
  socket.addEventListener('message', ({ data }) => {
    heard.push(JSON.parse(String(data)) as Json)
    wake()
  })
  socket.addEventListener('error', () => wake())
  socket.addEventListener('open', () => wake())
  socket.addEventListener('close', (event) => {
    code = event.code
    wake()
  })
  const timer = setTimeout(() => socket.close(), timeoutMs)
  while (socket.readyState === WebSocket.CONNECTING) await changed()
  let awaited = 0
  for (const turn of turns) {
    if ('hear' in turn) {
      awaited += turn.hear
      while (code === null && heard.length < awaited) await changed()
    } else if ('untilClosed' in turn) while (code === null) await changed()
    else if (socket.readyState === WebSocket.OPEN)
      socket.send(typeof turn.say === 'string' ? turn.say : JSON.stringify(turn.say))
  }
  clearTimeout(timer)
  const close = async (): Promise<void> => {
    socket.close()
    while (code === null) await changed()
  }
  return { found: { heard: [...heard], code } as Json, close }
}

import { answerBytesMax, type Json } from '../../src/runtime/index.ts'
import type { Answer } from './answer.ts'
import type { Meanwhile, Turn } from './scenario.ts'

const timeoutMs = 30_000
const againMs = 2_000
/** For a service that does not answer a close. */
const closeMs = 3_000

/** Asks for what is to be asked while a conversation is held. */
export type Ask = (asks: Meanwhile) => Promise<Pick<Answer, 'status'> | null>

/**
 * A conversation over a WebSocket, turn by turn. What is heard comes back as `{ heard: [messages], code }`: the close code that the
 * service gave, null where it was still open at the end. A message that is no JSON is heard as text. Rejects when it has not come to its
 * end in 30 s.
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
  ask: Ask = async () => null,
): Promise<{ readonly found: Json; close(): Promise<void> }> => {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), [...protocols])
  const heard: Json[] = []
  let code: number | null = null
  let wake = (): void => {}
  const changed = (): Promise<void> => new Promise((resolve) => (wake = resolve))
  let length = 0
  socket.addEventListener('message', ({ data }) => {
    length += String(data).length
    if (length > answerBytesMax) socket.close()
    else heard.push(messageIn(String(data)))
    wake()
  })
  socket.addEventListener('error', () => wake())
  socket.addEventListener('open', () => wake())
  socket.addEventListener('close', (event) => {
    code = event.code
    wake()
  })
  const close = async (): Promise<void> => {
    socket.close()
    const late = setTimeout(() => {
      code ??= 1006
      wake()
    }, closeMs)
    while (code === null) await changed()
    clearTimeout(late)
  }
  let isLate = false
  const isOver = (): boolean => isLate || code !== null
  const timer = setTimeout(() => {
    isLate = true
    wake()
  }, timeoutMs)
  while (!isLate && socket.readyState === WebSocket.CONNECTING) await changed()
  let awaited = 0
  for (const turn of turns) {
    if ('hear' in turn) {
      awaited += turn.hear
      while (!isOver() && heard.length < awaited) await changed()
    } else if ('until' in turn) {
      const isHeard = (): boolean => heard.some((each) => JSON.stringify(each).includes(turn.until))
      const asking = turn.asks && setInterval(ask, againMs, turn.asks)
      if (turn.asks) void ask(turn.asks)
      let hasEnded = false
      const ending = setTimeout(() => {
        hasEnded = true
        wake()
      }, turn.withinMs ?? timeoutMs)
      while (!isOver() && !isHeard() && !hasEnded) await changed()
      clearInterval(asking)
      clearTimeout(ending)
    } else if ('asks' in turn) {
      const answer = await ask(turn.asks)
      heard.push({ status: answer?.status ?? null })
      awaited++
    } else if ('untilClosed' in turn) while (!isOver()) await changed()
    else if (socket.readyState === WebSocket.OPEN)
      socket.send(typeof turn.say === 'string' ? turn.say : JSON.stringify(turn.say))
  }
  clearTimeout(timer)
  if (isLate) {
    await close()
    throw new Error(`the conversation has not ended in ${timeoutMs} ms; heard: ${JSON.stringify(heard).slice(0, 1000)}`)
  }
  return { found: { heard: [...heard], code } as Json, close }
}

const messageIn = (text: string): Json => {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

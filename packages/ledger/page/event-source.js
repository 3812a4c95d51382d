import { ask } from './session.js'

/**
 * Server-sent events, read with `fetch`: the browser's EventSource cannot send a token but in the address. Comes back where
 * it was when the connection is lost.
 * @param {{ after: number, onEntry: (entry: { index: number, record: object }) => void, onState: (isLive: boolean, sentence?: string) => void, signal: AbortSignal }} options
 */
export const followTrail = async ({ after, onEntry, onState, signal }) => {
  let last = after
  while (!signal.aborted) {
    try {
      const answer = await ask('/api/trail', { signal, headers: last >= 0 ? { 'last-event-id': String(last) } : {} })
      onState(true)
      for await (const event of eventsOf(answer)) {
        if (event.name === 'end') onState(false, event.data.sentence)
        else if (event.name === 'message') {
          last = event.data.index
          onEntry(event.data)
        }
      }
    } catch (error) {
      if (signal.aborted) return
      onState(false, error.message)
      if (error.status === 401 || error.status === 403) return
    }
    await new Promise((resolve) => setTimeout(resolve, againMs))
  }
}

const againMs = 2000

async function* eventsOf(answer) {
  let text = ''
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (text + chunk).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s)))
      if (fields.data !== undefined) yield { name: fields.event ?? 'message', data: JSON.parse(fields.data) }
    }
  }
}

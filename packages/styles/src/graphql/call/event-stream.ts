import type { IncomingMessage } from 'node:http'
import { failed, isObject, type Json, type JsonObject, type Outcome, ProblemError, parseExact } from '@charter/runtime'
import { problemIn } from './outcome.ts'
import { resultKey } from './request.ts'

const eventLengthMax = 8 * 1024 * 1024

/** A response of events as the stream of its items; one that begins with a refusal is a problem. */
export const itemsOf = async (response: IncomingMessage, read: (value: Json) => Json): Promise<Outcome> => {
  const events = eventsOf(response)
  // A stream that was accepted says so with a comment, or with its first item.
  const first = await events.next()
  const refused = first.done || !first.value ? null : problemIn(first.value)
  if (refused && !first.done && first.value?.data === undefined) {
    response.destroy()
    return failed(refused)
  }
  const items = async function* (): AsyncGenerator<Json> {
    try {
      for (let next = first; !next.done; next = await events.next()) if (next.value) yield itemOf(next.value, read)
    } finally {
      response.destroy()
    }
  }
  return { kind: 'stream', items: items() }
}

const itemOf = (answer: JsonObject, read: (value: Json) => Json): Json => {
  const wrong = problemIn(answer)
  if (wrong) throw new ProblemError(wrong)
  return read(isObject(answer.data) ? (answer.data[resultKey] ?? null) : null)
}

/** The answers of `next` events (GraphQL over SSE), null for a comment; ends with `complete`. */
async function* eventsOf(response: IncomingMessage): AsyncGenerator<JsonObject | null, undefined> {
  let text = ''
  response.setEncoding('utf8')
  for await (const chunk of response as AsyncIterable<string>) {
    text += chunk
    if (text.length > eventLengthMax) throw new Error(`an event has more than ${eventLengthMax} characters`)
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      if (lines.includes('event: complete')) return
      const data = lines.find((line) => line.startsWith('data: '))?.slice(6)
      const json = data === undefined ? null : parseExact(data)
      yield isObject(json) ? json : null
    }
  }
  throw new Error('the stream broke off')
}

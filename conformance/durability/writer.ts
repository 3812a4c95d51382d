import { openSync, writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import type { Call, JsonObject, Outcome } from '@charter/runtime'
import { openPlace, type Place, writer } from './variants.ts'

// A process of its own, to be killed: creates, changes and removes items as fast as it can, several at a time. Says each
// call on a line of a file before it makes it, and how it ended after.

export interface Asked {
  readonly key: string
  readonly operation: 'Item.create' | 'Item.update' | 'Item.delete'
  readonly id: string | null
  readonly value: JsonObject | null
}

/** `id`: of the row, where the call was acknowledged. */
export interface Ended {
  readonly key: string
  readonly code: string
  readonly id: string | null
}

export const callOf = ({ key, operation, id, value }: Asked): Call => ({
  operation,
  principal: writer,
  input: { ...(id !== null && { key: { id } }), ...(value !== null && { value }) },
  context: { origin: { style: 'test', requestId: key }, idempotencyKey: key },
})

export const endOf = (asked: Asked, outcome: Outcome): Ended => ({
  key: asked.key,
  code: outcome.kind === 'problem' ? outcome.problem.code : 'ok',
  id: asked.id ?? (outcome.kind === 'value' ? String((outcome.value as JsonObject).id) : null),
})

const lanes = 6

/** So many calls are answered before it says that it writes: a kill then never comes before there is something to lose. */
const answeredFirst = 6

/** `say` has said a line, whatever happens next, when it returns. */
const lane = async (
  execute: (call: Call) => Promise<Outcome>,
  say: (line: string) => void,
  run: string,
  number: number,
): Promise<never> => {
  const mine: string[] = []
  for (let at = 0; ; at++) {
    const asked = next(`${run}-${number}-${at}`, mine)
    say(`${JSON.stringify({ asked })}\n`)
    const ended = endOf(asked, await execute(callOf(asked)))
    say(`${JSON.stringify({ ended })}\n`)
    // A row about which something is not known yet is left alone.
    if (ended.code !== 'ok') {
      if (asked.id !== null) mine.splice(mine.indexOf(asked.id), 1)
      if (ended.code !== 'unavailable' && ended.code !== 'timeout') throw new Error(JSON.stringify(ended))
      await new Promise((resolve) => setTimeout(resolve, 5))
    } else if (asked.operation === 'Item.create' && ended.id !== null) mine.push(ended.id)
    else if (asked.operation === 'Item.delete' && ended.id !== null) mine.splice(mine.indexOf(ended.id), 1)
  }
}

const next = (key: string, mine: readonly string[]): Asked => {
  const dice = Math.random()
  const id = mine[Math.floor(Math.random() * mine.length)]
  if (id === undefined || dice < 0.4)
    return { key, operation: 'Item.create', id: null, value: { name: key, note: key, secret: `secret ${key}` } }
  if (dice < 0.8) return { key, operation: 'Item.update', id, value: { note: key, secret: `secret ${key}` } }
  return { key, operation: 'Item.delete', id, value: null }
}

if (process.argv[1] === import.meta.filename) {
  const [place, run, file] = JSON.parse(process.argv[2] ?? '') as [Place, string, string]
  // A pipe may be full while its reader is busy, and what waits for it goes with the process; a file takes all at once.
  const log = openSync(file, 'a')
  // What a database says while it is going down is told by the outcomes.
  const { execute } = await openPlace(place, Date.now, () => {})
  // Its end is SIGKILL, which keeps nothing of what was compiled.
  flushCompileCache()
  let answered = 0
  const counted = async (call: Call): Promise<Outcome> => {
    const outcome = await execute(call)
    if (outcome.kind !== 'problem' && ++answered === answeredFirst)
      process.stdout.write(`${JSON.stringify({ writing: process.pid })}\n`)
    return outcome
  }
  await Promise.all(
    Array.from({ length: lanes }, (_, number) => lane(counted, (line) => writeSync(log, line), run, number)),
  )
}

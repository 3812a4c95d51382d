import type { JsonObject } from '../values/json.ts'
import type { Call, Change, Execute, Outcome } from './call.ts'
import { keyEquals } from './key-equals.ts'
import type { EntityModel } from './model.ts'

/** Says when a run has ended. */
const endField = 'endedAt'

export interface FollowedRun {
  readonly entity: EntityModel
  /** `ImportPricesJob.read` of it, with what is to be told of its row: `endedAt` among that. */
  readonly reading: Call
  /** Whoever listens is gone. */
  readonly abort: AbortSignal
}

/**
 * How a run goes on: its row as it is, then as it is after each change, until it has ended, or its caller may not see it any more. A problem
 * instead, where it may not be read or followed.
 */
export const followedRun = async (
  execute: Execute,
  { entity, reading, abort }: FollowedRun,
): Promise<AsyncIterable<JsonObject> | Extract<Outcome, { readonly kind: 'problem' }>> => {
  // What happens from now on is heard of, also while the row is read.
  const following = await execute(changesOf(entity, reading, abort))
  const first = await execute(reading)
  for (const outcome of [first, following]) if (outcome.kind === 'problem') return outcome
  if (first.kind !== 'value' || following.kind !== 'stream') throw new Error('a row is a value, and changes a stream')
  return rowsOf(first.value as JsonObject, following.items as AsyncIterable<unknown> as AsyncIterable<Change>)
}

/** The changes of the row that is read. */
const changesOf = (entity: EntityModel, { input, select, ...reading }: Call, abort: AbortSignal): Call => ({
  ...reading,
  operation: `${entity.name}.changes`,
  input: {},
  select: { ...select, filter: { kind: 'and', of: keyEquals(entity, input.key ?? {}) } },
  context: { ...reading.context, abort },
})

async function* rowsOf(first: JsonObject, changes: AsyncIterable<Change>): AsyncGenerator<JsonObject> {
  yield first
  if (first[endField] !== null) return
  for await (const { row } of changes) {
    if (!row) return
    yield row
    if (row[endField] !== null) return
  }
}

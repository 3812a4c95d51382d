import type { Change, Outcome, Selection } from '../call/call.ts'
import { keyEquals } from '../call/key-equals.ts'
import { and } from '../call/predicate.ts'
import { principalKey } from '../call/principal-key.ts'
import { watchStanding } from '../identity/standing.ts'
import { askedAt } from '../identity/with-asked.ts'
import { answerRoom } from '../limits/answer-length.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import { auditEntry, newNotes } from '../record/audit-entry.ts'
import { type Grant, isEveryRow, ruleOf } from '../rows/grant.ts'
import type { EntityUnit } from '../store/entity.ts'
import type { RowChange, StoredChanges } from '../store/state.ts'
import { canonicalJson } from '../values/canonical-json.ts'
import { instantAt } from '../values/instant-at.ts'
import type { Json, JsonObject } from '../values/json.ts'
import type { Execution } from './call-engine.ts'
import { listRows } from './list.ts'

/** A stream keeps what it selects for as long as it is open, and asks it of each change anew. */
const selectLengthMax = 32_768

/** How long a position can be resumed from, as long as changes are kept. */
export const changesKeptMs = 86_400_000

/**
 * The stream of what happens to an entity's rows from now on, or from `select.after`. Each change is decided anew by the list rule,
 * on the row as it is then; of a row that is gone there is nothing left to decide on, so it is told only to who may list every
 * row. Rejects with `stale-cursor`.
 */
export const streamChanges = async (working: Execution, unit: EntityUnit, grant: Grant): Promise<Outcome> => {
  const { executing, call } = working
  const select = call.select ?? {}
  refuseSelection(select)
  if (JSON.stringify(select).length > selectLengthMax)
    throw new ProblemError(
      problem('too-large', { detail: `What a stream of changes selects has at most ${selectLengthMax} characters.` }),
    )
  const after = select.after === undefined ? await executing.feed.newest() : openPosition(working, unit, select.after)
  const ending = new AbortController()
  const signal = call.context.abort ? AbortSignal.any([call.context.abort, ending.signal]) : ending.signal
  const followed = await executing.feed.follow(after, signal)
  if (!followed) throw new ProblemError(problem('stale-cursor'))
  const following = { working, unit, grant, select, ending }
  return { kind: 'stream', items: changesIn(following, changesFound(following, followed, after)) }
}

const refuseSelection = ({ sort, limit, count }: Selection): void => {
  if (sort || limit !== undefined || count)
    throw new ProblemError(
      problem('invalid-input', { detail: 'Changes come in the order of their writes: no sort, limit or count.' }),
    )
}

interface ChangeSubscription {
  readonly working: Execution
  readonly unit: EntityUnit
  readonly grant: Grant
  readonly select: Selection
  readonly ending: AbortController
}

/** A change that may be told, and where it is resumed from. */
interface Found {
  readonly stored: StoredChanges
  readonly change: RowChange
  readonly position: string
}

/**
 * What is told of the changes that are found: read when it is asked for, in one of the caller's turns, which lasts until more is asked
 * for, as what was told has gone out then. No generator: one that waits for the next change would keep what it told last.
 */
const changesIn = (following: ChangeSubscription, found: AsyncGenerator<Found>): AsyncIterable<Json> => {
  const { turns } = following.working.executing
  const key = principalKey(following.working.principal)
  let isOver = false
  let end = (): void => {}
  const told = async (of: Found): Promise<Json | null> => {
    end = await turns.take(key)
    return isOver ? null : tell(following, of)
  }
  const close = async (): Promise<void> => {
    isOver = true
    end()
    await found.return(undefined)
  }
  const next = async (): Promise<IteratorResult<Json>> => {
    end()
    for (;;) {
      const { done, value } = await found.next()
      if (done) return { done, value: undefined }
      const item = await told(value)
      if (item && !isOver) return { done: false, value: item }
      end()
    }
  }
  return {
    [Symbol.asyncIterator]: () => ({
      next: () =>
        next().catch(async (error: unknown) => {
          await close()
          throw error
        }),
      return: async () => {
        await close()
        return { done: true, value: undefined }
      },
    }),
  }
}

async function* changesFound(
  { working, unit, ending }: ChangeSubscription,
  followed: AsyncIterable<StoredChanges>,
  after: string,
): AsyncGenerator<Found> {
  let before = after
  const watching = watch(working, ending)
  try {
    for await (const stored of followed) {
      refuseExpired(working)
      const mine = lastOf(stored.changes.filter(({ entity }) => entity === unit.model.name))
      // A write is resumed after the whole of it: what was told of its first rows is then told again.
      for (const [at, change] of mine.entries())
        yield { stored, change, position: at === mine.length - 1 ? stored.position : before }
      before = stored.position
    }
    if (watching.hasEnded()) throw signInEnded()
  } finally {
    watching.stop()
    ending.abort()
  }
}

/** A row that one write touched several times is told once, as it ended. */
const lastOf = (changes: readonly RowChange[]): readonly RowChange[] => {
  const byKey = new Map<string, RowChange>()
  for (const change of changes) {
    const key = canonicalJson(change.key)
    const before = byKey.get(key)
    byKey.set(key, before?.change === 'created' && change.change === 'updated' ? before : change)
  }
  return [...byKey.values()]
}

const tell = async (
  { working, unit, grant, select }: ChangeSubscription,
  { stored: { atMs }, change: { change, key, tenant }, position }: Found,
): Promise<Json | null> => {
  const { executing, principal, call } = working
  if (unit.model.tenantField !== undefined && tenant !== (principal.tenant ?? null)) return null
  const cursor = executing.store.cursors.seal([position, atMs], bindingOf(working, unit))
  const item = (row: JsonObject | null): Json =>
    ({ cursor, at: instantAt(atMs), change, key, row }) satisfies Change as unknown as Json
  if (change === 'deleted') return !isEveryRow(grant) || select.filter ? null : item(null)
  const { after: _after, ...asked } = select
  const filter = and(...keyEquals(unit.model, key), ...(select.filter ? [select.filter] : []))
  const { outcome, revealed } = await listRows(
    { ...executing.store, room: answerRoom() },
    unit,
    grant,
    { ...asked, filter, limit: 1 },
    askedAt(principal, executing.nowMs()),
  )
  const row = (outcome.value as { readonly items: readonly JsonObject[] }).items[0]
  if (!row) return null
  // What is shown of protected values goes on record before it leaves.
  const notes = { ...newNotes(), entity: unit.model.name, key, fields: revealed, rule: ruleOf(grant) }
  if (revealed.length > 0)
    await executing.audit.durable(auditEntry(call, 'ok', notes, 'durable', executing.nowMs()), null)
  return item(row)
}

/** A sign-in that has ended ends what was opened with it. */
const refuseExpired = ({ principal, executing }: Execution): void => {
  if (principal.untilMs !== undefined && principal.untilMs <= executing.nowMs()) throw signInEnded()
}

const signInEnded = (): ProblemError =>
  new ProblemError(
    problem('unauthenticated', { detail: 'The sign-in has ended: sign in again and resume after the last cursor.' }),
  )

/** Ends a stream whose credential no longer proves who opened it, also where nothing happens to tell. */
const watch = ({ principal, executing }: Execution, ending: AbortController) => {
  let isOver = false
  const stop = watchStanding(principal, executing.nowMs, () => {
    isOver = true
    ending.abort()
  })
  return { hasEnded: () => isOver, stop }
}

const bindingOf = ({ executing, principal }: Execution, unit: EntityUnit): string =>
  canonicalJson(['changes', unit.model.name, principal.id, principal.tenant ?? null, executing.model.name])

/** Where a cursor stands. Kept no longer than changes are: an older one might have missed some. */
const openPosition = (working: Execution, unit: EntityUnit, cursor: string): string => {
  const { store, nowMs } = working.executing
  const [position, atMs] = store.cursors.open(cursor, bindingOf(working, unit))
  if (typeof position !== 'string' || Number(atMs) < nowMs() - changesKeptMs)
    throw new ProblemError(problem('stale-cursor'))
  return position
}

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { JsonObject, StoredAuditEntry } from '@charter/runtime'
import { openedLog, type Service, verifyReplicaLog } from '@charter/runtime/service'
import { databaseOf } from '@charter/sql/store'
import type { Heard } from './round.ts'
import { openPlace, type Place, say, tableOf, variants, writer } from './variants.ts'
import { type Asked, callOf, type Ended, endOf } from './writer.ts'

export interface Verdict {
  readonly acknowledged: number
  /** Calls without an answer, made again with their keys. */
  readonly retried: number
  /** Of these, how many had been done before the kill. */
  readonly replayed: number
  /** Of these, how many nobody could say of whether they were done. */
  readonly undecided: number
  /** Entries that read `unknown`. */
  readonly unknown: number
  readonly faults: readonly string[]
}

const hourMs = 3_600_000
const retryTriesMax = 200

/**
 * What a kill left: an hour later, so that no call may be under way any more, asks again for what was not answered, then
 * compares rows, entries and signed logs with what was said.
 */
export const judge = async (place: Place, run: string, { asked, ended }: Heard): Promise<Verdict> => {
  const bugs: string[] = []
  const service = await opened(place, bugs)
  try {
    const answered = new Map(ended.filter(({ code }) => code === 'ok').map((each) => [each.key, each]))
    const open = asked.filter(({ key }) => !answered.has(key))
    const again = new Map<string, Ended & { readonly isReplayed: boolean }>()
    for (const each of open) again.set(each.key, await retry(service, each))
    await releaseHeld(place)
    await service.audit.flush()
    const entries = (await service.state.recentAudit(1_000_000, 0)).filter(({ origin }) =>
      origin.requestId.startsWith(`${run}-`),
    )
    const rows = await rowsOf(service, place, run)
    const undecided = open.filter(({ key }) => again.get(key)?.code === 'unavailable')
    return {
      acknowledged: answered.size,
      retried: open.length,
      replayed: [...again.values()].filter(({ isReplayed }) => isReplayed).length,
      undecided: undecided.length,
      unknown: await unknownOf(service, entries),
      faults: [
        ...rowFaults(asked, new Map([...answered, ...again]), rows),
        ...(await entryFaults(service, asked, new Map([...answered, ...again]), entries, rows)),
        ...(await logFaults(place, service, entries)),
        ...bugs,
      ],
    }
  } finally {
    await service.close()
  }
}

/** What the dead replica had taken to drain is another's after a minute (the connector's `audit-state.ts`), so also now. */
const releaseHeld = async ({ variant, url }: Place): Promise<void> => {
  const { database, isOwned, state } = variants[variant]
  if (database === 'sqlite' || !(isOwned || state === 'source')) return
  const table = database === 'postgresql' ? 'charter_state.audit_pending' : '_charter_audit_pending'
  await say(url, `UPDATE ${table} SET held_until = '2000-01-01' WHERE holder IS NOT NULL`)
}

/** A server that recovers is waited for. */
const opened = async (place: Place, bugs: string[]): Promise<Service> => {
  for (let tried = 1; ; tried++) {
    try {
      return await openPlace(
        place,
        () => Date.now() + hourMs,
        (error) => bugs.push(`a bug: ${error}`),
      )
    } catch (error) {
      if (tried >= retryTriesMax) throw error
    }
    await pause(100)
  }
}

/** Sessions of a service that was killed may be at work a moment longer; recovery may be under way. */
const retry = async (service: Service, asked: Asked): Promise<Ended & { readonly isReplayed: boolean }> => {
  for (let tried = 1; ; tried++) {
    const outcome = await service.execute(callOf(asked))
    const end = endOf(asked, outcome)
    const isFinal =
      outcome.kind !== 'problem' || (outcome.problem.retryAfterSeconds === undefined && end.code !== 'timeout')
    if (isFinal || tried >= retryTriesMax)
      return { ...end, isReplayed: outcome.kind === 'value' && outcome.isReplayed === true }
    await pause(50)
  }
}

interface Row {
  readonly id: string
  readonly name: string
  readonly note: string
}

const rowsOf = async (service: Service, place: Place, run: string): Promise<readonly Row[]> =>
  (
    await databaseOf(service.store).all(`SELECT "id", "name", "note" FROM ${tableOf(place)} WHERE "name" LIKE ?`, [
      `${run}-%`,
    ])
  ).map(([id, name, note]) => ({ id: String(id), name: String(name), note: String(note) }))

/** Lanes write one after another, each on rows of its own: the last write that was done is what a row holds. */
const rowFaults = (
  asked: readonly Asked[],
  ends: ReadonlyMap<string, Ended>,
  rows: readonly Row[],
): readonly string[] => {
  const faults: string[] = []
  const unsure = new Set<string>()
  const expected = new Map<string, { name: string; note: string }>()
  for (const { key, operation, id, value } of asked) {
    const end = ends.get(key)
    const row = id ?? end?.id ?? null
    if (end?.code !== 'ok') {
      if (end?.code !== 'unavailable') faults.push(`${operation} ${key} ended with ${end?.code}`)
      if (row !== null) unsure.add(row)
      const made = rows.filter(({ name }) => operation === 'Item.create' && name === key)
      if (made.length > 1) faults.push(`${key} was made ${made.length} times`)
      for (const each of made) unsure.add(each.id)
    } else if (row !== null && operation === 'Item.delete') expected.delete(row)
    else if (row !== null)
      expected.set(row, { name: String(value?.name ?? expected.get(row)?.name), note: String(value?.note) })
  }
  const found = new Map(rows.map((row) => [row.id, row]))
  for (const [id, { name, note }] of expected)
    if (!unsure.has(id) && (found.get(id)?.name !== name || found.get(id)?.note !== note))
      faults.push(`${id} should be ${name}, ${note}, and is ${JSON.stringify(found.get(id) ?? null)}`)
  for (const { id, name } of rows)
    if (!expected.has(id) && !unsure.has(id)) faults.push(`${id} (${name}) should not be there`)
  return faults
}

const entryFaults = async (
  service: Service,
  asked: readonly Asked[],
  ends: ReadonlyMap<string, Ended>,
  entries: readonly StoredAuditEntry[],
  rows: readonly Row[],
): Promise<readonly string[]> => {
  const faults: string[] = []
  const done = new Map<string, StoredAuditEntry[]>()
  for (const entry of entries)
    if (entry.outcome === 'ok') done.set(entry.origin.requestId, [...(done.get(entry.origin.requestId) ?? []), entry])
  const known = new Set(asked.map(({ key }) => key))
  const removed = new Set(asked.filter(({ operation }) => operation === 'Item.delete').map(({ id }) => id))
  const present = new Set(rows.map(({ id }) => id))
  for (const [key, { code, id }] of ends)
    if (code === 'ok' && !done.has(key)) faults.push(`${key} (${id}) was acknowledged and has no entry`)
  for (const [key, found] of done) {
    if (!known.has(key)) faults.push(`an entry of ${key}, which nobody asked`)
    for (const { operation, key: row, id } of found) {
      const of = (JSON.parse(row ?? '{}') as { id?: string }).id ?? ''
      if (operation === 'Item.create' && !present.has(of) && !removed.has(of))
        faults.push(`entry ${id} says that ${of} was made, and it was not`)
      if (operation === 'Item.delete' && present.has(of))
        faults.push(`entry ${id} says that ${of} was removed, and it is there`)
    }
  }
  const [sample] = rows
  if (sample) {
    const outcome = await service.execute({
      ...callOf({ key: 'look', operation: 'Item.delete', id: sample.id, value: null }),
      operation: 'Item.audit',
      principal: writer,
    })
    const items = outcome.kind === 'value' ? (outcome.value as JsonObject).items : null
    if (!Array.isArray(items) || items.length === 0) faults.push(`${sample.id} has no trail`)
  }
  return faults
}

/** Intents that no entry settles: an hour later they read so. */
const unknownOf = async ({ state }: Service, entries: readonly StoredAuditEntry[]): Promise<number> => {
  const intents = entries.filter(({ outcome }) => outcome === 'intent').map(({ id }) => id)
  const settled = await state.settledIntents(intents)
  return intents.length - settled.size + entries.filter(({ outcome }) => outcome === 'unknown').length
}

/** Every entry is in a signed log; one that is there twice is the same both times; all logs verify. */
const logFaults = async (
  { folder }: Place,
  { protection }: Service,
  entries: readonly StoredAuditEntry[],
): Promise<readonly string[]> => {
  if (!protection) throw new Error('the item has a protected field')
  const { keyring } = protection
  const faults: string[] = []
  const logged = new Map<string, string>()
  for (const name of readdirSync(join(folder, 'audit'))) {
    const file = join(folder, 'audit', name)
    const { isWhole, fault } = await verifyReplicaLog(file, undefined, keyring)
    // A line that the kill cut is no entry: what it began is drained again by the next run.
    if (!isWhole && fault?.sentence !== 'The last line was cut short.')
      faults.push(`${name}:${fault?.line} ${fault?.sentence}`)
    // One whose first line was cut has none; what it lacks is missed below.
    for (const line of await openedLog(file, keyring).catch(() => [])) {
      const entry = (JSON.parse(line) as { entry?: { id: string } }).entry
      if (!entry) continue
      const body = JSON.stringify(entry)
      if ((logged.get(entry.id) ?? body) !== body) faults.push(`${entry.id} is in the logs twice, and not the same`)
      logged.set(entry.id, body)
    }
  }
  for (const { id } of entries) if (!logged.has(id)) faults.push(`entry ${id} is in no log`)
  return faults
}

import { ProblemError } from '../problem/problem.ts'
import { compileEntities, type EntityUnit } from '../store/entity.ts'
import { rowOf } from '../store/found-row.ts'
import type { KeyRecord, State, TokenRecord } from '../store/state.ts'
import { indexOf, type Order, type Store, type Writes } from '../store/store.ts'
import type { Json, JsonObject } from '../values/json.ts'
import { blindIndex, indexKeyIdOf } from './blind-index.ts'
import { keyIdOf, type OpenKey, openText, sealText } from './envelope.ts'
import type { KeyWork } from './key-work.ts'
import { type Keyring, keyringOf, keysUnavailable } from './keyring.ts'
import { placeOf, vaultPlace } from './protection.ts'

/** What a run of the job did. */
export interface Resealed {
  readonly rows: number
  readonly tokens: number
  /** Rows whose unique value another row has too: their old index stays, and so does its key. */
  readonly conflicts: number
  /** Keys that nothing is sealed with any more. */
  readonly retired: readonly string[]
}

const job = 'reseal'
const batchSize = 200
const passesMax = 10

interface ResealContext {
  readonly store: Store
  readonly state: State
  readonly keyring: Keyring
  readonly data: OpenKey
  readonly index: OpenKey
  readonly onProgress: (rows: number) => void
  readonly done: { rows: number; tokens: number; conflicts: number }
}

/**
 * Seals every ciphertext, blind index and vault entry anew with the newest keys, then retires the older ones. Resumable: where
 * it stands is kept in state, and it may be killed at any moment and run again, beside a running service. Rejects with
 * `unavailable` while the newest keys are not used yet.
 */
export const resealRows = async (work: KeyWork, onProgress: (rows: number) => void = () => {}): Promise<Resealed> => {
  const records = await work.state.readKeys()
  const newest = (purpose: KeyRecord['purpose']) => records.filter((each) => each.purpose === purpose).at(-1)
  const waiting = records.find((each) => each.activeFromMs > work.nowMs())
  if (waiting) throw keysUnavailable(new Error(`key ${waiting.id} is not used yet: run this again in a minute`))
  const keyring = keyringOf({ state: work.state, provider: work.provider, service: work.model.name, nowMs: work.nowMs })
  try {
    const resealing: ResealContext = {
      ...work,
      keyring,
      data: await keyring.dataKey(),
      index: (await keyring.indexKeys())[0],
      onProgress,
      done: { rows: 0, tokens: 0, conflicts: 0 },
    }
    const units = [...compileEntities(work.model, work.store).values()]
    // Until a pass finds nothing left to do: meanwhile others write, and a row written twice is met again.
    for (let pass = 0; pass < passesMax; pass++) if (await runPass(resealing, units)) break
    const isWhole = resealing.done.conflicts === 0
    const current = [newest('data')?.id, newest('index')?.id]
    const retired = isWhole
      ? await retire(
          work.state,
          // What keys of files are wrapped by stays, and so do lines of the record as they were written.
          records.filter(({ id, purpose }) => (purpose === 'data' || purpose === 'index') && !current.includes(id)),
        )
      : []
    return { ...resealing.done, retired }
  } finally {
    keyring.close()
  }
}

const retire = async (state: State, records: readonly KeyRecord[]): Promise<readonly string[]> => {
  const retiring = records.filter(({ isRetired }) => !isRetired)
  for (const record of retiring) await state.replaceKey({ ...record, isRetired: true }, record.wrapped)
  return retiring.map(({ id }) => id)
}

/** One pass from where the job stands to the end. True: it began at the beginning and found nothing to do. */
const runPass = async (resealing: ResealContext, units: readonly EntityUnit[]): Promise<boolean> => {
  const { state, data, index, done } = resealing
  const target = `${data.id} ${index.id}`
  const saved = await state.readJob(job)
  const start = saved?.target === target ? saved : { target, entity: units[0]?.model.name ?? '', after: null }
  const before = done.rows + done.tokens
  done.conflicts = 0
  let at = Math.max(
    0,
    units.findIndex(({ model }) => model.name === start.entity),
  )
  let after = start.after ?? null
  for (; start.entity !== vault && at < units.length; at++, after = null) {
    const unit = units[at]
    if (unit && unit.stored.resealed.length > 0) await resealEntity(resealing, unit, target, after)
  }
  await resealVault(resealing, target, start.entity === vault ? String(start.after ?? '') : '')
  await state.saveJob(job, null)
  return saved === null && done.rows + done.tokens === before
}

/** Where the job stands once the rows are done; no entity is called so. */
const vault = '#vault'

const resealEntity = async (resealing: ResealContext, unit: EntityUnit, target: string, from: Json): Promise<void> => {
  const { state, store, onProgress, done } = resealing
  let after = from
  for (;;) {
    const rows = await nextRows(store, unit, after)
    const last = rows.at(-1)
    if (!last) return
    await resealBatch(resealing, unit, rows)
    after = unit.stored.rowKey.map((field) => last[field] ?? null)
    await state.saveJob(job, { target, entity: unit.model.name, after })
    onProgress(done.rows)
  }
}

/** Through all tenants: a key alone may be several rows'. Soft-deleted rows too: they hold ciphertexts like the others. */
const nextRows = async (
  { reads }: Store,
  { model, stored }: EntityUnit,
  after: Json,
): Promise<readonly JsonObject[]> => {
  const tenant = model.tenantField === undefined ? [] : [model.tenantField]
  const fields = [...new Set([...model.key, ...tenant, ...stored.resealed])]
  const order: Order = { sorts: stored.rowKey.map((field) => ({ field })), isBackward: false }
  const asked = { limit: batchSize, ...(after !== null && { after: { values: after as readonly Json[] } }) }
  const found = await reads.find({ entity: model.name, fields, rules: null, withDeleted: true, order }, asked)
  return found.map((row) => rowOf(fields, row))
}

const resealBatch = async (resealing: ResealContext, unit: EntityUnit, rows: readonly JsonObject[]): Promise<void> => {
  const stale = rows.filter((row) => isStale(resealing, unit, row))
  const fresh = await Promise.all(stale.map((row) => resealed(resealing, unit, row)))
  const { store, done } = resealing
  // Only while the row is as it was read: who writes meanwhile has sealed it already.
  const write = (on: Writes, at: number) => on.reseal(unit.model.name, stale[at] ?? {}, fresh[at] ?? {})
  try {
    const changes = await store.transaction(async (on) => {
      let count = 0
      for (let at = 0; at < stale.length; at++) count += await write(on, at)
      return count
    })
    done.rows += changes
  } catch (error) {
    if (!isConflict(error)) throw error
    for (let at = 0; at < stale.length; at++) await writeAlone(resealing, (on) => write(on, at))
  }
}

const isConflict = (error: unknown): boolean => error instanceof ProblemError && error.problem.code === 'conflict'

const writeAlone = async ({ store, done }: ResealContext, write: (on: Writes) => Promise<number>): Promise<void> => {
  try {
    done.rows += await store.transaction(write)
  } catch (error) {
    if (!isConflict(error)) throw error
    done.conflicts++
  }
}

const isStale = ({ data, index }: ResealContext, unit: EntityUnit, row: JsonObject): boolean =>
  unit.stored.resealed.some((name) => {
    const text = row[name]
    if (typeof text !== 'string') return false
    return unit.stored.indexes.includes(name) ? indexKeyIdOf(text) !== index.id : keyIdOf(text) !== data.id
  })

const resealed = async (
  { keyring, data, index }: ResealContext,
  unit: EntityUnit,
  row: JsonObject,
): Promise<JsonObject> => {
  const fresh: Record<string, Json> = {}
  for (const field of unit.sealed) {
    const sealed = row[field.name]
    if (field.protect?.kind !== 'encrypt' || typeof sealed !== 'string') continue
    const place = placeOf(unit, field, row)
    const text = openText(await keyFor(keyring, sealed), place, sealed)
    fresh[field.name] = sealText(data, place, text)
    if (field.protect.isSearchable) fresh[indexOf(field.name)] = blindIndex(index, place, text)
  }
  return { ...row, ...fresh }
}

const keyFor = async (keyring: Keyring, sealed: string): Promise<OpenKey> => {
  const id = keyIdOf(sealed) ?? ''
  const key = (await keyring.dataKeys([id])).get(id)
  if (!key) throw new Error(`there is no key ${id}`)
  return key
}

const resealVault = async (resealing: ResealContext, target: string, from: string): Promise<void> => {
  const { state, done } = resealing
  for (let after = from; ; ) {
    const records = await state.tokensAfter(after, batchSize)
    const last = records.at(-1)
    if (!last) return
    for (const record of records) if (await resealToken(resealing, record)) done.tokens++
    after = last.token
    await state.saveJob(job, { target, entity: vault, after })
  }
}

const resealToken = async ({ state, keyring, data, index }: ResealContext, record: TokenRecord): Promise<boolean> => {
  const isFresh =
    keyIdOf(record.sealed) === data.id && (record.index === null || indexKeyIdOf(record.index) === index.id)
  if (isFresh) return false
  const place = vaultPlace(record, record.token)
  const text = openText(await keyFor(keyring, record.sealed), place, record.sealed)
  const fresh = {
    ...record,
    index: record.index === null ? null : blindIndex(index, record, text),
    sealed: sealText(data, place, text),
  }
  return state.replaceToken(fresh, record.sealed)
}

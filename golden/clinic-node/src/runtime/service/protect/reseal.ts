import type { Json, JsonObject } from '../../json.ts'
import { ProblemError } from '../../problem.ts'
import type { Database, SqlValue, Transaction } from '../../sql.ts'
import { indexOf } from '../../sql.ts'
import type { KeyRecord, State, TokenRecord } from '../../state.ts'
import { columnOf, compileEntities, decodeRow, type EntityUnit, encodeField, rowValues } from '../entity.ts'
import { afterCondition, positionOf } from '../order.ts'
import { conjunction } from '../statement.ts'
import { blindIndex, indexKeyIdOf } from './blind-index.ts'
import { keyIdOf, type OpenKey, openText, sealText } from './envelope.ts'
import { type Keyring, keyringOf, keysUnavailable } from './keyring.ts'
import { placeOf, vaultPlace } from './protection.ts'
import type { KeyWork } from './rotate.ts'

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

interface Resealing {
  readonly database: Database
  readonly state: State
  readonly keyring: Keyring
  readonly data: OpenKey
  readonly index: OpenKey
  readonly onProgress: (rows: number) => void
  readonly done: { rows: number; tokens: number; conflicts: number }
}

/** Passes over everything until one finds nothing left to do: meanwhile others write, and a row written twice is met again. */
export const resealAll = async (work: KeyWork, onProgress: (rows: number) => void): Promise<Resealed> => {
  const records = await work.state.readKeys()
  const newest = (purpose: KeyRecord['purpose']) => records.filter((each) => each.purpose === purpose).at(-1)
  const waiting = records.find((each) => each.activeFromMs > work.nowMs())
  if (waiting) throw keysUnavailable(new Error(`key ${waiting.id} is not used yet: run this again in a minute`))
  const keyring = keyringOf({ state: work.state, provider: work.provider, service: work.model.name, nowMs: work.nowMs })
  try {
    const resealing: Resealing = {
      ...work,
      keyring,
      data: await keyring.dataKey(),
      index: (await keyring.indexKeys())[0],
      onProgress,
      done: { rows: 0, tokens: 0, conflicts: 0 },
    }
    const units = [...compileEntities(work.model, work.sql).values()]
    for (let pass = 0; pass < passesMax; pass++) if (await runPass(resealing, units)) break
    const isWhole = resealing.done.conflicts === 0
    const current = [newest('data')?.id, newest('index')?.id]
    const retired = isWhole
      ? await retire(
          work.state,
          records.filter(({ id }) => !current.includes(id)),
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
const runPass = async (resealing: Resealing, units: readonly EntityUnit[]): Promise<boolean> => {
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
    if (unit?.sql.reseal) await resealEntity(resealing, unit, target, after)
  }
  await resealVault(resealing, target, start.entity === vault ? String(start.after ?? '') : '')
  await state.saveJob(job, null)
  return saved === null && done.rows + done.tokens === before
}

/** Where the job stands once the rows are done; no entity is called so. */
const vault = '#vault'

const resealEntity = async (resealing: Resealing, unit: EntityUnit, target: string, from: Json): Promise<void> => {
  const { state, database, onProgress, done } = resealing
  let after = from
  for (;;) {
    const rows = await nextRows(database, unit, after)
    const last = rows.at(-1)
    if (!last) return
    await resealBatch(resealing, unit, rows)
    after = positionOf(orderByRow(unit), last) as Json
    await state.saveJob(job, { target, entity: unit.model.name, after })
    onProgress(done.rows)
  }
}

/** Through all tenants: a key alone may be several rows'. */
const orderByRow = ({ rowKey }: EntityUnit) => ({
  sorts: rowKey.map((field) => ({ field })),
  sql: '',
  id: '',
  isBackward: false,
})

/** Soft-deleted rows too: they hold ciphertexts like the others. */
const nextRows = async (database: Database, unit: EntityUnit, after: Json): Promise<readonly JsonObject[]> => {
  const fields = namesOf(unit)
  const { sql, values } = conjunction([
    after === null ? null : afterCondition(unit, orderByRow(unit), after as readonly Json[]),
  ])
  const order = unit.rowKey.map((name) => columnOf(unit, name).sort).join(', ')
  const columns = fields.map((name) => columnOf(unit, name).select).join(', ')
  const text = `SELECT ${columns} FROM ${unit.sql.from}${sql} ORDER BY ${order} LIMIT ?`
  return (await database.all(text, [...values, batchSize])).map((row) => decodeRow(unit, fields, row))
}

const namesOf = ({ model, sql }: EntityUnit): readonly string[] => [
  ...new Set([
    ...model.key,
    ...(model.tenantField === undefined ? [] : [model.tenantField]),
    ...(sql.reseal?.fields ?? []),
  ]),
]

const resealBatch = async (resealing: Resealing, unit: EntityUnit, rows: readonly JsonObject[]): Promise<void> => {
  const stale = rows.filter((row) => isStale(resealing, unit, row))
  const fresh = await Promise.all(stale.map((row) => resealed(resealing, unit, row)))
  const { database, done } = resealing
  const write = (on: Transaction, at: number) => replaceRow(on, unit, stale[at] ?? {}, fresh[at] ?? {})
  try {
    const changes = await database.transaction(async (on) => {
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

const writeAlone = async (
  { database, done }: Resealing,
  write: (on: Transaction) => Promise<number>,
): Promise<void> => {
  try {
    done.rows += await database.transaction(write)
  } catch (error) {
    if (!isConflict(error)) throw error
    done.conflicts++
  }
}

const isStale = ({ data, index }: Resealing, unit: EntityUnit, row: JsonObject): boolean =>
  (unit.sql.reseal?.fields ?? []).some((name) => {
    const text = row[name]
    if (typeof text !== 'string') return false
    return unit.indexes.includes(name) ? indexKeyIdOf(text) !== index.id : keyIdOf(text) !== data.id
  })

const resealed = async (
  { keyring, data, index }: Resealing,
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

/** Only while the row is as it was read: who writes meanwhile has sealed it already. */
const replaceRow = async (
  on: Transaction,
  unit: EntityUnit,
  before: JsonObject,
  after: JsonObject,
): Promise<number> => {
  const { sql = '', fields = [] } = unit.sql.reseal ?? {}
  const texts = (row: JsonObject): SqlValue[] => fields.map((name) => encodeField(unit, name, row))
  const { changes } = await on.run(sql, [...texts(after), ...rowValues(unit, before), ...texts(before)])
  return changes
}

const resealVault = async (resealing: Resealing, target: string, from: string): Promise<void> => {
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

const resealToken = async ({ state, keyring, data, index }: Resealing, record: TokenRecord): Promise<boolean> => {
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

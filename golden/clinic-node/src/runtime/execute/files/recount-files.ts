import { fileFields } from '../../call/model.ts'
import type { ServiceFiles } from '../../files/service-files.ts'
import type { CallStore } from '../../rows/call-store.ts'
import { openRow } from '../../rows/open-rows.ts'
import { type EntityUnit, tenantIn } from '../../store/entity.ts'
import { rowOf } from '../../store/found-row.ts'
import type { HeldWork } from '../../store/queue.ts'
import type { Json } from '../../values/json.ts'
import type { CallEngine } from '../call-engine.ts'
import { byItself } from '../jobs/by-itself.ts'
import { fileIn } from './count-files.ts'
import { recounting, removalOf, unasked } from './file-work.ts'

/** How many rows name a file, and where else its bytes may lie as they were before all were sealed at rest. */
interface Counted {
  rows: number
  earlier: string | null
}

/** A file that is named by fewer rows than was counted. */
interface Surplus {
  readonly name: string
  readonly by: number
}

/** Has files counted anew where a migration asked for that. */
export const recountWhereAsked = async ({
  store,
  state,
  queue,
  nowMs,
}: Pick<CallEngine, 'store' | 'state' | 'queue' | 'nowMs'>): Promise<void> => {
  if (store.files && (await state.isToRecount(null))) await queue.ensureWork(recounting(store, nowMs()))
}

/**
 * Counts anew which files rows name, after a migration that dropped some with their column or table: what none names any more is removed.
 * One transaction that sees all rows and all counts as they are at one moment, so what others count meanwhile stays true; what is counted
 * too little is left as it is. It is done only while the database has one structure, that of this service: then nobody has rows of more.
 */
export const recountFiles = async (executing: CallEngine, held: HeldWork): Promise<void> => {
  const { state, queue } = executing
  const act = { operation: unasked, tenant: undefined, key: null, rule: 'files', isUnrecorded: true }
  await byItself(executing, held, act, async (own) => {
    const { files, transaction } = own
    if (files && (await state.isToRecount(transaction))) {
      const named = await state.namedFiles(namesMax, transaction)
      if (!named)
        throw new Error(`More than ${namesMax} files are named: they are not counted anew, and what none names stays.`)
      for (const { name, by } of surplusOf(named, await countedIn(own, files))) {
        if ((await state.countFile(name, -by, transaction)) > 0) continue
        await queue.putWork(removalOf(own, name, own.nowMs()), transaction)
      }
      await state.recounted(transaction)
    }
    await queue.endWork(held, transaction)
    return true
  })
}

/** Their names are held in memory. */
const namesMax = 500_000

/** Bytes that were not sealed go first, as where rows are written (`countFiles`). Those that are being removed are left to it. */
export const surplusOf = (
  named: ReadonlyMap<string, number>,
  counted: ReadonlyMap<string, Counted>,
): readonly Surplus[] => {
  const earlierNames = new Set([...counted.values()].flatMap(({ earlier }) => earlier ?? []))
  const there = (name: string | null): number => Math.max(0, (name === null ? undefined : named.get(name)) ?? 0)
  const less = (name: string | null, by: number): readonly Surplus[] => (name !== null && by > 0 ? [{ name, by }] : [])
  return [
    ...[...counted].flatMap(([name, { rows, earlier }]) => {
      const surplus = there(name) + there(earlier) - rows
      const unsealed = Math.min(surplus, there(earlier))
      return [...less(earlier, unsealed), ...less(name, surplus - Math.max(0, unsealed))]
    }),
    ...[...named.keys()]
      .filter((name) => !counted.has(name) && !earlierNames.has(name))
      .flatMap((name) => less(name, there(name))),
  ]
}

/** Rows of all tenants, those that are marked deleted too: they keep their files. */
const countedIn = async (store: CallStore, files: ServiceFiles): Promise<ReadonlyMap<string, Counted>> => {
  const counted = new Map<string, Counted>()
  for (const unit of store.units.values())
    if (fileFields(unit.model).length > 0) await countUnit(store, files, unit, counted)
  return counted
}

const atOnce = 500

const countUnit = async (
  store: CallStore,
  files: ServiceFiles,
  unit: EntityUnit,
  counted: Map<string, Counted>,
): Promise<void> => {
  const { model, stored } = unit
  const ofFiles: EntityUnit = { ...unit, sealed: fileFields({ fields: unit.sealed }) }
  const fields = [
    ...new Set([
      ...stored.rowKey,
      ...(model.tenantField === undefined ? [] : [model.tenantField]),
      ...model.key,
      ...fileFields(model).map(({ name }) => name),
    ]),
  ]
  const order = { sorts: stored.rowKey.map((field) => ({ field })), isBackward: false }
  const query = { entity: model.name, fields, rules: null, withDeleted: true, order }
  for (let after: readonly Json[] | null = null; ; ) {
    const found = await store.reads.find(query, { limit: atOnce, ...(after && { after: { values: after } }) })
    for (const each of found) {
      if (fields.some((_, at) => each.value(at) === undefined)) throw unreadable(unit)
      const row = await openRow(store, ofFiles, rowOf(fields, each))
      for (const field of fileFields(model)) {
        const file = fileIn(row, field)
        if (file && typeof file.digest !== 'string') throw unreadable(unit)
        if (file) await count(files, { field, tenant: tenantIn(unit, row) }, file.digest, counted)
      }
    }
    const last = found.at(-1)
    if (!last || found.length < atOnce) return
    const row = rowOf(fields, last)
    after = stored.rowKey.map((name) => row[name] ?? null)
  }
}

/** What cannot be read may name a file: then nothing is taken for gone. */
const unreadable = ({ model }: EntityUnit): Error =>
  new Error(`A row of ${model.name} has a value that cannot be read: files are not counted anew.`)

const count = async (
  files: ServiceFiles,
  of: Parameters<ServiceFiles['scopeOf']>[0],
  digest: string,
  counted: Map<string, Counted>,
): Promise<void> => {
  const earlier = files.earlierOf(of)
  const name = (await files.in(files.scopeOf(of))).nameOf(digest)
  const known = counted.get(name) ?? { rows: 0, earlier: null }
  known.rows++
  if (earlier) known.earlier = (await files.in(earlier)).nameOf(digest)
  counted.set(name, known)
}

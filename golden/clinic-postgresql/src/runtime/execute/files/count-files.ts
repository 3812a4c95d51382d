import type { FileValue } from '../../call/file-value.ts'
import { type FieldModel, fileFields } from '../../call/model.ts'
import type { FieldOfRows, FileScope, ServiceFiles } from '../../files/service-files.ts'
import { byDeadline } from '../../limits/until.ts'
import { ProblemError, problem } from '../../problem/problem.ts'
import type { CallStore, RefiledRow, WritingStore } from '../../rows/call-store.ts'
import { openRow } from '../../rows/open-rows.ts'
import { type EntityUnit, tenantIn } from '../../store/entity.ts'
import type { JsonObject } from '../../values/json.ts'
import type { CallEngine } from '../call-engine.ts'
import { removalOf } from './file-work.ts'

/** A file of which rows say that they name it, or do no longer. */
interface Count {
  readonly scope: FileScope
  /** Where the same bytes may lie as they were before all were sealed at rest. */
  readonly earlier: FileScope | null
  readonly digest: string
  given: number
  taken: number
}

/** A file in one place, that more rows name, or fewer, than before. */
interface Change {
  readonly name: string
  readonly by: number
  has(): Promise<boolean>
}

/**
 * Counts, at the end of a transaction, which files its rows name. True: some are named by none any more, and work that removes them was put
 * into the queue. Rejects with `conflict` where a file that is named anew is gone.
 */
export const countFiles = async ({ state, queue }: CallEngine, store: RefilingStore): Promise<boolean> => {
  const { files } = store
  if (store.refiled.length === 0 || !files) return false
  let isLoose = false
  for (const { name, by, has } of await changesIn(state, store, files)) {
    const names = await state.countFile(name, by, store.transaction)
    // Of one that other rows name nobody has to ask; of a new one storage is not waited for long, as the rows are held meanwhile.
    if (by > 0 && names <= by && (names <= 0 || !(await byDeadline({ deadlineMs: Date.now() + hasMs }, has()))))
      throw new ProblemError(problem('conflict', { detail: goneMeanwhile }))
    if (names > 0) continue
    await queue.putWork(removalOf(store, name, store.nowMs()), store.transaction)
    isLoose = true
  }
  return isLoose
}

type RefilingStore = CallStore & Pick<WritingStore, 'refiled'>

const hasMs = 2_000

const goneMeanwhile = 'This file was taken away meanwhile: send it again.'

/** In the order of their names, in which nobody waits for another who waits for him. */
const changesIn = async (
  state: CallEngine['state'],
  store: RefilingStore,
  files: ServiceFiles,
): Promise<readonly Change[]> => {
  const placed = await Promise.all((await countsIn(store, files)).map((count) => placedIn(files, count)))
  const held = await heldIn(state, store, placed)
  const changes = placed
    .flatMap(({ count, earlier, ...now }): readonly Change[] => {
      // Names that go are those of the bytes that were not sealed, while there are any: so these are the first to be gone.
      const unsealed = earlier ? Math.min(count.taken, Math.max(0, held.get(earlier.name) ?? 0)) : 0
      const by = count.given - count.taken + unsealed
      return [
        ...(by === 0 ? [] : [{ ...now, by }]),
        ...(earlier && unsealed > 0 ? [{ ...earlier, by: -unsealed }] : []),
      ]
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
  // What was only asked for is not counted.
  for (const [name, names] of held)
    if (names === 0 && !changes.some((change) => change.name === name)) await state.forgetFile(name, store.transaction)
  return changes
}

type Placed = Awaited<ReturnType<typeof placedIn>>

/** How many rows name each file, held until the transaction ends; none where no file may lie in two places. */
const heldIn = async (
  state: CallEngine['state'],
  { transaction }: RefilingStore,
  placed: readonly Placed[],
): Promise<ReadonlyMap<string, number>> => {
  const held = new Map<string, number>()
  if (!placed.some(({ earlier }) => earlier)) return held
  const names = new Set(placed.flatMap(({ name, earlier }) => (earlier ? [name, earlier.name] : [name])))
  for (const name of [...names].sort()) held.set(name, await state.countFile(name, 0, transaction))
  return held
}

/** `earlier` alone where a name of the count may be one of bytes that lie there. */
const placedIn = async (files: ServiceFiles, count: Count) => {
  const at = async (scope: FileScope): Promise<Omit<Change, 'by'>> => {
    const { store, nameOf } = await files.in(scope)
    return { name: nameOf(count.digest), has: () => store.has(count.digest) }
  }
  const earlier = count.earlier && count.taken > 0 ? await at(count.earlier) : null
  return { count, ...(await at(count.scope)), earlier }
}

const countsIn = async (store: RefilingStore, files: ServiceFiles): Promise<readonly Count[]> => {
  const counts = new Map<string, Count>()
  const countOf = (of: FieldOfRows, digest: string): Count => {
    const [scope, earlier] = [files.scopeOf(of), files.earlierOf(of)]
    const name = JSON.stringify([scope, earlier, digest])
    const count = counts.get(name) ?? { scope, earlier, digest, given: 0, taken: 0 }
    counts.set(name, count)
    return count
  }
  for (const { unit, written, ...refiled } of store.refiled) {
    const [before = null, after = null] = await openedFiles(store, unit, refiled)
    for (const field of fileFields(unit.model)) {
      const [was, is] = [before, after].map((row) => {
        const file = fileIn(row, field)
        return row && file ? { tenant: tenantIn(unit, row), digest: file.digest } : null
      })
      const isSame = was?.digest === is?.digest && was?.tenant === is?.tenant
      // The same bytes sent again may lie elsewhere than before.
      if (isSame && !written.includes(field.name)) continue
      if (was) countOf({ field, tenant: was.tenant }, was.digest).taken++
      if (is) countOf({ field, tenant: is.tenant }, is.digest).given++
    }
  }
  return [...counts.values()]
}

const openedFiles = (
  store: CallStore,
  unit: EntityUnit,
  { before, after }: Pick<RefiledRow, 'before' | 'after'>,
): Promise<readonly (JsonObject | null)[]> => {
  // Of a row only its files matter: nothing else of it is opened.
  const ofFiles: EntityUnit = { ...unit, sealed: fileFields({ fields: unit.sealed }) }
  return Promise.all([before, after].map(async (row) => row && openRow(store, ofFiles, row)))
}

/** What a row names as a field's file. */
export const fileIn = (row: JsonObject | null, { name }: Pick<FieldModel, 'name'>): FileValue | null =>
  (row?.[name] ?? null) as FileValue | null

import type { FileValue } from '../../call/file-value.ts'
import { type FieldModel, fileFields } from '../../call/model.ts'
import { type FileScope, type ServiceFiles, scopeOf } from '../../files/service-files.ts'
import { byDeadline } from '../../limits/until.ts'
import { ProblemError, problem } from '../../problem/problem.ts'
import type { CallStore, RefiledRow, WritingStore } from '../../rows/call-store.ts'
import { openRow } from '../../rows/open-rows.ts'
import { type EntityUnit, tenantIn } from '../../store/entity.ts'
import type { JsonObject } from '../../values/json.ts'
import type { CallEngine } from '../call-engine.ts'
import { removalOf } from './file-work.ts'

/** A file that more rows name, or fewer, than before. */
interface Count {
  readonly scope: FileScope
  readonly digest: string
  by: number
}

/**
 * Counts, at the end of a transaction, which files its rows name. True: some are named by none any more, and work that removes them was put
 * into the queue. Rejects with `conflict` where a file that is named anew is gone.
 */
export const countFiles = async ({ state, queue }: CallEngine, store: RefilingStore): Promise<boolean> => {
  const { files } = store
  if (store.refiled.length === 0 || !files) return false
  let isLoose = false
  for (const { name, scope, digest, by, has } of await named(files, await countsIn(store))) {
    const names = await state.countFile(name, by, store.transaction)
    // Of one that other rows name nobody has to ask; of a new one storage is not waited for long, as the rows are held meanwhile.
    if (by > 0 && names <= by && (names <= 0 || !(await byDeadline({ deadlineMs: Date.now() + hasMs }, has()))))
      throw new ProblemError(problem('conflict', { detail: goneMeanwhile }))
    if (names > 0) continue
    await queue.putWork(removalOf(store, { scope, digest, name }, store.nowMs()), store.transaction)
    isLoose = true
  }
  return isLoose
}

type RefilingStore = CallStore & Pick<WritingStore, 'refiled'>

const hasMs = 2_000

const goneMeanwhile = 'This file was taken away meanwhile: send it again.'

/** In the order of their names, in which nobody waits for another who waits for him. */
const named = async (files: ServiceFiles, counts: readonly Count[]) => {
  const found = await Promise.all(
    counts.map(async (count) => {
      const { store, nameOf } = await files.in(count.scope)
      return { ...count, name: nameOf(count.digest), has: () => store.has(count.digest) }
    }),
  )
  return found.sort((one, other) => (one.name < other.name ? -1 : 1))
}

const countsIn = async (store: RefilingStore): Promise<readonly Count[]> => {
  const counts = new Map<string, Count>()
  const add = (scope: FileScope, { digest }: FileValue, by: number): void => {
    const name = JSON.stringify([scope, digest])
    const count = counts.get(name)
    if (count) count.by += by
    else counts.set(name, { scope, digest, by })
  }
  for (const { unit, ...refiled } of store.refiled) {
    const [before = null, after = null] = await openedFiles(store, unit, refiled)
    for (const field of fileFields(unit.model))
      for (const [row, by] of [
        [before, -1],
        [after, 1],
      ] as const) {
        const value = fileIn(row, field)
        if (row && value) add(scopeOf(field, tenantIn(unit, row)), value, by)
      }
  }
  return [...counts.values()].filter(({ by }) => by !== 0)
}

const openedFiles = (
  store: CallStore,
  unit: EntityUnit,
  { before, after }: Omit<RefiledRow, 'unit'>,
): Promise<readonly (JsonObject | null)[]> => {
  // Of a row only its files matter: nothing else of it is opened.
  const ofFiles: EntityUnit = { ...unit, sealed: fileFields({ fields: unit.sealed }) }
  return Promise.all([before, after].map(async (row) => row && openRow(store, ofFiles, row)))
}

/** What a row names as a field's file. */
export const fileIn = (row: JsonObject | null, { name }: Pick<FieldModel, 'name'>): FileValue | null =>
  (row?.[name] ?? null) as FileValue | null

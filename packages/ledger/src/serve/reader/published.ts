import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ProblemError, problem } from '@charter/runtime'
import { type LedgerReader, openReader } from '../../read/open-reader.ts'
import { openSearchIndex, type SearchIndex } from '../../search/search-index.ts'
import type { LedgerServerParts } from '../serve-ledger.ts'

/** What readers are answered from: the ledger as it is published at the moment, and its index in step with it. */
export interface Published {
  reader(): Promise<LedgerReader>
  /** Rejects with the problem `unavailable` while the index is being made. */
  indexed(): Promise<{ readonly reader: LedgerReader; readonly index: SearchIndex }>
  close(): Promise<void>
}

/** Begins to open the index; nobody waits for it who does not search. */
export const openPublished = (
  { ledger, folder }: Pick<LedgerServerParts, 'ledger' | 'folder'>,
  indexFile: string,
): Published => {
  let kept: LedgerReader | null = null
  const reader = async (): Promise<LedgerReader> => {
    const note = await readFile(join(folder, 'checkpoint'), 'utf8')
    if (kept?.note !== note) kept = await openReader(folder, ledger.key)
    return kept
  }
  let index: SearchIndex | null = null
  let fault: unknown = null
  const open = async (): Promise<void> => {
    try {
      index = await openSearchIndex(indexFile, await reader())
      fault = null
    } catch (error) {
      fault = error
    }
  }
  let opening = open()
  /** Retiring entries takes the indexes away, which hold what the entries held. */
  const openAgain = (): void => {
    const gone = index
    if (gone === null || existsSync(indexFile)) return
    index = null
    opening = gone.close().then(open)
  }
  return {
    reader,
    indexed: async () => {
      openAgain()
      // A new ledger's index is there within a moment; one that is made anew takes longer than a caller should wait.
      await Promise.race([opening, new Promise((resolve) => setTimeout(resolve, openingMs).unref())])
      if (fault !== null) throw unavailable('The search index cannot be opened. Ask who runs the ledger.', fault)
      if (index === null)
        throw unavailable('The search index is being made anew from the entries. Ask again in a moment.')
      const current = await reader()
      await index.follow(current)
      return { reader: current, index }
    },
    close: async () => {
      await opening
      await index?.close()
    },
  }
}

const openingMs = 2000

const unavailable = (detail: string, cause?: unknown): ProblemError =>
  new ProblemError(problem('unavailable', { detail, cause, retryAfterSeconds: 5 }))

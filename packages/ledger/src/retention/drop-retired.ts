import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../disk/segment-file.ts'
import { listSegments, segmentFile, segmentFolder } from '../disk/segment-name.ts'
import { covers, type EntryRange } from './retention-record.ts'

/**
 * Removes the segments that a signed entry says are retired, and the indexes that were made from them. Segments are retired
 * whole, and never the one that is being written. Killed anywhere, it is done again when the ledger is opened.
 */
export const dropRetired = async (folder: string, retired: readonly EntryRange[]): Promise<void> => {
  const { segments } = await listSegments(folder)
  const dropped = segments.slice(0, -1).filter(({ first }) => covers(retired, [first, first + 1]))
  if (dropped.length === 0) return
  // The indexes first: they hold what the entries held, and are made anew from those that stay.
  await rm(indexFolder(folder), { recursive: true, force: true })
  for (const name of dropped) await rm(segmentFile(folder, name), { force: true })
  await syncFolder(segmentFolder(folder))
}

/** Where search indexes of a ledger lie. */
export const indexFolder = (folder: string): string => join(folder, 'search')

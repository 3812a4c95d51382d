import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TemporaryDatabase } from '../runtime/index.ts'

/** A file that does not exist yet, in a folder of its own; it needs no server near it. */
export const makeTemporary = async (_near?: string | null): Promise<TemporaryDatabase> => {
  const folder = await mkdtemp(join(tmpdir(), 'charter-sqlite-'))
  return { url: `file:${join(folder, 'temporary.db')}`, remove: () => rm(folder, { recursive: true, force: true }) }
}

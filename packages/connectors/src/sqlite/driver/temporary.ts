import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TemporaryDatabase } from '@charter/runtime'

/** An empty file in a folder of its own, as an empty database is; it needs no server near it. */
export const makeTemporary = async (_near?: string | null): Promise<TemporaryDatabase> => {
  const folder = await mkdtemp(join(tmpdir(), 'charter-sqlite-'))
  const path = join(folder, 'temporary.db')
  await writeFile(path, '', { mode: 0o600 })
  return { url: `file:${path}`, remove: () => rm(folder, { recursive: true, force: true }) }
}

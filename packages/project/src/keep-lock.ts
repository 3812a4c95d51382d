import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Charter, formatLock, updateLock } from '@charter/charter'
import { withGiven } from '@charter/styles'
import { checkLoaded } from './check.ts'
import type { LoadedCharter } from './load.ts'
import { replaceFile } from './replace-file.ts'

/**
 * Writes into `charter.lock` what a sound charter now has: numbers on the wire, and names that styles have given, so that the next
 * change takes none of them away. A document by another name than `charter.yaml` has a lock only where one is there already: others
 * may live in its folder. While it is asked whether something was renamed or dropped, the lock stays. Says whether anything was written;
 * `isDryRun`: whether it would be.
 */
export const keepLock = async (
  charter: Charter,
  loaded: LoadedCharter,
  { isDryRun = false } = {},
): Promise<boolean> => {
  const { folder, file, document } = loaded
  const path = join(folder, 'charter.lock')
  const isProject = basename(file) === 'charter.yaml' || (await stat(path).catch(() => null)) !== null
  if (!isProject || checkLoaded(loaded).some(({ code }) => code === 'rename-or-drop')) return false
  const text = formatLock(withGiven(charter, updateLock(charter, document.lock)))
  if (text === (await readFile(path, 'utf8').catch(() => null))) return false
  if (!isDryRun) await replaceFile(path, text)
  return true
}

import { basename } from 'node:path'
import { type Charter, formatLock, updateLock } from '@charter/charter'
import { withGiven } from '@charter/styles'
import { checkLoaded } from './check.ts'
import { isThereIn, readTextIn, writeIn } from './inside.ts'
import type { LoadedCharter } from './load.ts'

const lockFile = 'charter.lock'

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
  const isProject = basename(file) === 'charter.yaml' || isThereIn(folder, lockFile)
  if (!isProject || checkLoaded(loaded).some(({ code }) => code === 'rename-or-drop')) return false
  const text = formatLock(withGiven(charter, updateLock(charter, document.lock)))
  if (text === readTextIn(folder, lockFile)) return false
  if (!isDryRun) writeIn(folder, lockFile, text)
  return true
}

import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'

const folders = new Set<string>()

/** A folder of the system's for temporary files. It goes with this process at the latest, told to end by a signal or not. */
export const temporaryFolder = async (purpose: string): Promise<string> => {
  if (!isRemoving) removeAtEnd()
  const folder = await mkdtemp(join(tmpdir(), `charter-${purpose}-`))
  folders.add(folder)
  return folder
}

let isRemoving = false

const removeAtEnd = (): void => {
  isRemoving = true
  process.once('exit', () => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.prependListener(signal, () => {
      // Who else listens to it, once or always, ends in their own way.
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal])
    })
}

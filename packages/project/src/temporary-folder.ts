import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'

const folders = new Set<string>()

/** A folder of the system's for temporary files. It goes with this process at the latest, told to end by a signal or not. */
export const temporaryFolder = async (purpose: string): Promise<string> => {
  if (folders.size === 0) removeAtEnd()
  const folder = await mkdtemp(join(tmpdir(), `charter-${purpose}-`))
  folders.add(folder)
  return folder
}

const removeAtEnd = (): void => {
  process.once('exit', () => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      // Who else listens to it ends in their own way.
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal])
    })
}

import { open, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from './segment-file.ts'

/** Puts a whole new file in a file's place, on disk when it resolves: a reader sees the old one or the new one. */
export const replaceFile = async (file: string, content: string | Buffer): Promise<void> => {
  const partial = `${file}.partial`
  const handle = await open(partial, 'w', 0o600)
  try {
    await handle.writeFile(content)
    await handle.datasync()
  } finally {
    await handle.close()
  }
  await rename(partial, file)
  await syncFolder(dirname(file))
}

/** Likewise for what can be made anew: nobody waits for the disk, so a power cut may leave the old file, or none. */
export const renameInto = async (file: string, content: string | Buffer): Promise<void> => {
  const partial = `${file}.partial`
  await writeFile(partial, content, { mode: 0o600 })
  await rename(partial, file)
}

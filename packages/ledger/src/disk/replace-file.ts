import { open, rename } from 'node:fs/promises'
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

import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from '../disk/segment-file.ts'

/** Adds a text and a newline at the end of a file that only its owner reads, on disk when it resolves; makes file and folder. */
export const appendLine = async (file: string, text: string): Promise<void> => {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const handle = await open(file, 'a', 0o600)
  try {
    await handle.appendFile(`${text}\n`)
    await handle.datasync()
  } finally {
    await handle.close()
  }
  await syncFolder(dirname(file))
}

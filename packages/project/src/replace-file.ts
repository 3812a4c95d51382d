import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes beside, then renames: a reader sees the file as before or as after. */
export const replaceFile = async (file: string, text: string): Promise<void> => {
  await mkdir(dirname(file), { recursive: true })
  const partial = `${file}.charter-${process.pid}`
  await writeFile(partial, text)
  await rename(partial, file)
}

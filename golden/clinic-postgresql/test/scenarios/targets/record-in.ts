import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The text of a replica's logs in its data folder; empty where there are none yet. */
export const recordIn = async (dataFolder: string): Promise<string> => {
  const folder = join(dataFolder, 'audit')
  const names = await readdir(folder).catch(() => [])
  const texts = names.filter((name) => name.endsWith('.log')).map((name) => readFile(join(folder, name), 'utf8'))
  return (await Promise.all(texts)).join('')
}

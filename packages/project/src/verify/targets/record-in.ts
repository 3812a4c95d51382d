import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type LogKeys, openedLog } from '@charter/runtime/service'

/** The text of a replica's logs in its data folder, opened where it is sealed at rest; empty where there are none yet. */
export const recordIn = async (dataFolder: string, keys: LogKeys | null): Promise<string> => {
  const folder = join(dataFolder, 'audit')
  const names = await readdir(folder).catch(() => [])
  // One that is being begun says nothing yet.
  const texts = names
    .filter((name) => name.endsWith('.log'))
    .map((name) => openedLog(join(folder, name), keys).catch(() => []))
  return (await Promise.all(texts)).flat().join('\n')
}

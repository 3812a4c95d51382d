import { readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endOfFile } from './end-of-file.ts'

const logBytesMax = 16 * 1024 * 1024
const former = '.before'

/**
 * Cuts the logs of a folder that are longer: their end becomes the one before, and they begin anew. Services write at the end of theirs,
 * wherever that is by then; what one says in between is lost. A log that cannot be cut is left for the next time.
 */
export const boundLogs = (folder: string, bytesMax = logBytesMax): void => {
  for (const name of readdirSync(folder).filter((each) => !each.endsWith(former)))
    try {
      bound(join(folder, name), bytesMax)
    } catch {
      // A disk that is full: what is cut makes room.
      truncateSync(join(folder, name))
    }
}

const bound = (file: string, bytesMax: number): void => {
  if (statSync(file).size <= bytesMax) return
  writeFileSync(`${file}${former}`, endOfFile(file, bytesMax), { mode: 0o600 })
  truncateSync(file)
}

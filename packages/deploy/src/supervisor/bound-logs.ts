import { copyFileSync, readdirSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'

const logBytesMax = 16 * 1024 * 1024
const former = '.before'

/**
 * Keeps each log of a folder from growing without end: what is longer becomes the one before it, and begins anew. Services write at its end,
 * wherever that is by then; what one says in between is lost.
 */
export const boundLogs = (folder: string, bytesMax = logBytesMax): void => {
  for (const name of readdirSync(folder).filter((each) => !each.endsWith(former))) {
    const file = join(folder, name)
    if (statSync(file).size <= bytesMax) continue
    copyFileSync(file, `${file}${former}`)
    truncateSync(file)
  }
}

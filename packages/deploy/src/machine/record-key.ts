import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const bytesMax = 4096

/**
 * The key that a service wrote into its folder as that of its record (docs/ledger.md). The folder is the service's: what lies there in another
 * file's place is not read.
 */
export const recordKeyIn = (data: string): string | null => {
  const keys = lstatSync(join(data, 'keys'), { throwIfNoEntry: false })
  const file = join(data, 'keys', 'audit.pub.pem')
  const found = keys?.isDirectory() ? lstatSync(file, { throwIfNoEntry: false }) : undefined
  return found?.isFile() && found.size <= bytesMax ? readFileSync(file, 'utf8') : null
}

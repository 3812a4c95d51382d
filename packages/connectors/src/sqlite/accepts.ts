import { closeSync, openSync, readSync } from 'node:fs'
import { pathOf } from './driver/path-of.ts'

const extension = /\.(?:db3?|sqlite3?|s3db|sl3)$/i
/** The first bytes of every SQLite 3 file (sqlite.org/fileformat2.html, section 1.3). */
const magic = 'SQLite format 3\0'

/** Whether a URL or path names a SQLite database: by scheme, by the file's first bytes, or by its extension. */
export const accepts = (url: string): boolean => {
  if (url === ':memory:' || url.startsWith('sqlite:')) return true
  if (/^[a-z][a-z\d+.-]+:/i.test(url) && !url.startsWith('file:')) return false
  return startOf(pathOf(url)) === magic || extension.test(url)
}

/** Empty where there is no file to read. */
const startOf = (path: string): string => {
  try {
    const file = openSync(path, 'r')
    try {
      const bytes = Buffer.alloc(magic.length)
      return bytes.toString('latin1', 0, readSync(file, bytes))
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}

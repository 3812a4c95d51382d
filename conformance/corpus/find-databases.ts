import { readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Files of SQL that make one database, or may: whether each stands alone is found out by loading them. */
export interface SqlFolder {
  readonly name: string
  readonly files: readonly string[]
}

/** Dialects that PostgreSQL does not read, as file names tell them. */
const otherDialect = /mysql|mariadb|sqlite|oracle|mssql|sqlserver|sql_server|db2/i

/** The folders with `.sql` files in and below a folder; a lone file is one. Sorted by name. */
export const findDatabases = (path: string): readonly SqlFolder[] => {
  if (!statSync(path).isDirectory()) return [{ name: nameOf(path), files: [path] }]
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  const files = entries
    .filter((entry) => entry.isFile() && /\.sql$/i.test(entry.name) && !otherDialect.test(entry.name))
    .map((entry) => join(path, entry.name))
  return [
    ...(files.length > 0 ? [{ name: basename(path), files }] : []),
    ...entries.filter((entry) => entry.isDirectory()).flatMap((entry) => findDatabases(join(path, entry.name))),
  ]
}

export const nameOf = (file: string): string => basename(file).replace(/\.sql$/i, '')

import type { BackedUp } from '@charter/server'
import type { Terminal } from './terminal.ts'

type Manifest = BackedUp['manifest']

/** What a backup holds, a line for each part. */
export const sayBackup = ({ line }: Terminal, { at, files, rows, record }: Manifest): void => {
  line(`of       ${at}`)
  line(`rows     ${counted(rows.platform ?? {})}`)
  line(`people   ${rows.people?.user ?? 0}`)
  line(`record   ${record.reduce((sum, { entries }) => sum + entries, 0)} entries, signed, in ${record.length} logs`)
  line(`blobs    ${files.filter(({ path }) => path.startsWith('blobs/')).length}`)
}

/** Rows of entities; what the engine keeps beside them is counted in the manifest alone. */
const counted = (tables: Readonly<Record<string, number>>): string =>
  Object.entries(tables)
    .filter(([table, many]) => many > 0 && !table.startsWith('_'))
    .map(([table, many]) => `${table} ${many}`)
    .join(', ') || 'none'

/** What of it machines are told. */
export const backupAsJson = ({ at, files, rows, record }: Manifest) => ({
  at,
  rows,
  record,
  files: files.length,
  bytes: files.reduce((sum, { size }) => sum + size, 0),
})

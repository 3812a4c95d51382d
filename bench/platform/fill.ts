import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ask, inTurn } from './ask.ts'
import type { Kind } from './service.ts'
import { start } from './start.ts'

/** So many projects, by way of its API, then so many entries of the record: those of the projects again and again, drained. Gives the ids. */
export const fill = async (
  kind: Kind,
  folder: string,
  { projects, entries }: { readonly projects: number; readonly entries: number },
): Promise<readonly string[]> => {
  mkdirSync(folder)
  const service = await start(kind, folder)
  const ids: string[] = []
  try {
    if (kind === 'platform')
      await ask(service, { method: 'POST', path: 'organisations', body: { id: 'bench', name: 'Bench' } })
    await inTurn(projects, async (at) => {
      const body = { name: `project-${at}`, title: `Project ${at}` }
      ids.push((await ask(service, { method: 'POST', path: 'projects', body })).id)
    })
  } finally {
    await service.stop()
  }
  copyEntries(join(folder, `${kind}.db`), entries)
  return ids
}

const copyEntries = (file: string, entries: number): void => {
  const rows = new DatabaseSync(file)
  const first = countOf(rows)
  const copy = (table: string, columns: string): void => {
    const given = columns.replace('"position"', '"position" + ?')
    const insert = rows.prepare(
      `INSERT INTO "${table}" (${columns}) SELECT ${given} FROM "${table}" WHERE "position" <= ? AND "position" <= ?`,
    )
    for (let made = first; made < entries; made += first) insert.run(made, first, entries - made)
  }
  rows.exec('BEGIN')
  copy('_charter_audit', '"position", "body"')
  copy('_charter_audit_row', '"row", "position"')
  rows.prepare('UPDATE "_charter_drained" SET "position" = ?').run(entries)
  rows.exec('COMMIT')
  rows.close()
}

const countOf = (rows: DatabaseSync): number =>
  Number(rows.prepare('SELECT max("position") AS last FROM "_charter_audit"').get()?.last)

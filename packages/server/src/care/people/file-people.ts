import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { peopleColumns } from '../../people/store/people-tables.ts'
import type { PeopleColumn, PeopleRows, PeopleTables, PeopleValue } from './people-rows.ts'

/** The two files of people in a folder, of the names that they have there. */
export interface PeopleFiles {
  readonly people: string
  readonly links: string
}

export const peopleFilesIn = (folder: string): PeopleFiles => ({
  people: join(folder, 'people.db'),
  links: join(folder, 'people-links.db'),
})

/** All that the files hold. */
export const readFiles = (files: PeopleFiles, tables: PeopleTables): PeopleRows =>
  within(files, (of) =>
    [...tables].map(([table, columns]): [string, readonly (readonly PeopleValue[])[]] => {
      const rows = of(table)
        .prepare(`SELECT ${namesOf(columns)} FROM "${table}"`)
        .all()
      return [table, rows.map((row) => columns.map((column) => readValue(column, row[column.name])))]
    }),
  )

/** Puts rows into files that have the tables and no row. */
export const fillFiles = (files: PeopleFiles, tables: PeopleTables, rows: PeopleRows): void => {
  within(files, (of) =>
    [...tables].map(([table, columns]): [string, number] => {
      const places = columns.map(() => '?').join(', ')
      const insert = of(table).prepare(`INSERT INTO "${table}" (${namesOf(columns)}) VALUES (${places})`)
      const found = rows.get(table) ?? []
      for (const row of found) insert.run(...row.map((value) => (typeof value === 'boolean' ? Number(value) : value)))
      return [table, found.length]
    }),
  )
}

const within = <Value>(
  { people, links }: PeopleFiles,
  work: (of: (table: string) => DatabaseSync) => readonly (readonly [string, Value])[],
): ReadonlyMap<string, Value> => {
  const [accounts, own] = [new DatabaseSync(people), new DatabaseSync(links)]
  try {
    for (const each of [accounts, own]) each.exec('BEGIN')
    const found = new Map(work((table) => (table in peopleColumns ? own : accounts)))
    for (const each of [accounts, own]) each.exec('COMMIT')
    return found
  } finally {
    for (const each of [accounts, own]) each.close()
  }
}

const namesOf = (columns: readonly PeopleColumn[]): string => columns.map(({ name }) => `"${name}"`).join(', ')

const readValue = ({ kind }: PeopleColumn, value: unknown): PeopleValue => {
  if (value === null || value === undefined) return null
  if (kind === 'truth') return Number(value) === 1
  if (kind === 'moment') return new Date(typeof value === 'number' ? value : String(value)).toISOString()
  return kind === 'number' ? Number(value) : String(value)
}

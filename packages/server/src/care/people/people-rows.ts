import { createHash, hash } from 'node:crypto'
import { accountTables } from '../../people/accounts/account-tables.ts'
import { peopleColumns } from '../../people/store/people-tables.ts'

/** A value of a row, whatever a database keeps it as; a moment is text (RFC 3339, UTC). */
export type PeopleValue = string | number | boolean | null

export interface PeopleColumn {
  readonly name: string
  readonly kind: 'text' | 'number' | 'truth' | 'moment'
}

/** Tables of people by name, with what their columns are of. */
export type PeopleTables = ReadonlyMap<string, readonly PeopleColumn[]>

/** All rows of each table, in the order of its columns. */
export type PeopleRows = ReadonlyMap<string, readonly (readonly PeopleValue[])[]>

/** How many rows there are of a table, and the digest of all of them, in whatever order they come. */
export interface PeopleProof {
  readonly rows: number
  /** SHA-256, hex, over the sorted digests of the rows. */
  readonly digest: string
}

/** Each after those that it refers to. */
export const peopleTableNames: readonly string[] = [...accountTables, ...Object.keys(peopleColumns)]

/** Of each table. */
export const provePeople = (rows: PeopleRows): Readonly<Record<string, PeopleProof>> =>
  Object.fromEntries(
    [...rows].map(([table, found]) => {
      const digests = found.map((row) => hash('sha256', JSON.stringify(row))).sort()
      return [table, { rows: found.length, digest: createHash('sha256').update(digests.join('\n')).digest('hex') }]
    }),
  )

/** The first table of which the two do not have the same; null where they are alike. */
export const peopleDifference = (one: PeopleRows, other: PeopleRows): string | null => {
  const [ones, others] = [provePeople(one), provePeople(other)]
  const table = peopleTableNames.find((name) => ones[name]?.digest !== others[name]?.digest)
  return table === undefined
    ? null
    : `${table} (${ones[table]?.rows ?? 0} rows here, ${others[table]?.rows ?? 0} there)`
}

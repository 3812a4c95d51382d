import { randomUUID } from 'node:crypto'
import { type Json, parseJson, type Type } from '@charter/runtime'
import { isNested, type PrintedRows, runProgram, spelledWith } from '@charter/sql'
import { spelledParts } from './printed-parts.ts'

/** Settings of a session whose texts are in the one spelling that `spelled` reads. */
const printedOptions = '-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=iso_8601'

/** Rows as `psql` prints them, in a session that can write nothing. */
export const printed = (url: string): PrintedRows => ({ select, spelled, rows: (sql) => psqlRows(url, sql) })

const select = (type: Type, column: string): string => {
  if (isNested(type)) return `to_jsonb(${column})::text`
  if (type.kind === 'bytes') return `encode(${column}, 'base64')`
  // A cast to text would take the blanks at the end of a `char(n)` away.
  return type.kind === 'text' ? `CASE WHEN ${column} IS NOT NULL THEN concat(${column}) END` : `${column}::text`
}

const spelled = spelledWith(
  {
    instant: (text) => text.replace(' ', 'T').replace(/\+00$/, 'Z'),
    boolean: (text) => text,
    bytes: (text) => text.replaceAll('\n', ''),
  },
  (text, type) => spelledParts(type, jsonIn(text)),
)

const jsonIn = (text: string): Json => {
  const read = parseJson(text)
  return 'value' in read ? read.value : text
}

/** Fields and rows end alike, with the one character that no text of PostgreSQL holds. */
const psqlRows = async (url: string, sql: string): Promise<readonly (readonly (string | null)[])[]> => {
  const at = new URL(url)
  const password = decodeURIComponent(at.password)
  // What a program is called with anybody on the machine may see.
  at.password = ''
  // Options of the address take the place of the environment's; of what is set twice the last holds.
  const given = at.searchParams.get('options') ?? ''
  at.searchParams.delete('options')
  const none = `none ${randomUUID()}`
  const settings = ['-X', '-q', '-A', '-t', '-z', '-0', '-P', `null=${none}`, '-v', 'ON_ERROR_STOP=1']
  const options = `${given} ${printedOptions} -c default_transaction_read_only=on`.trim()
  const env = { PGOPTIONS: options, PGCLIENTENCODING: 'UTF8', ...(password !== '' && { PGPASSWORD: password }) }
  // The first column, of nothing, begins each row.
  const text = await runProgram('psql', [...settings, '-c', `SELECT '${none} row', ${sql}`, at.href], {
    env,
    package: 'PostgreSQL’s client',
  })
  return text
    .split(`${none} row\0`)
    .slice(1)
    .map((row) =>
      row
        .replace(/\0$/, '')
        .split('\0')
        .map((each) => (each === none ? null : each)),
    )
}

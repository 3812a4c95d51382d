import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/**
 * Makes a SQLite file from SQL of its own, and from the rows of a PostgreSQL dump (`COPY … FROM stdin`), so that real
 * databases can be verified: `node conformance/load-sql.ts <new file> <sqlite.sql> [<postgres copy.sql>]`.
 */
export const loadSql = (file: string, schemaSql: string, copySql?: string): void => {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  try {
    database.exec(schemaSql)
    if (copySql !== undefined) withoutTriggers(database, () => copyRows(database, copySql))
  } finally {
    database.close()
  }
}

/** Triggers would put today's date into rows that have their own. */
const withoutTriggers = (database: DatabaseSync, work: () => void): void => {
  const triggers = database.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all()
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${quoted(String(name))}`)
  database.exec('BEGIN')
  work()
  database.exec('COMMIT')
  for (const { sql } of triggers) database.exec(String(sql))
}

const copyRows = (database: DatabaseSync, copySql: string): void => {
  const blocks = copySql.matchAll(/^COPY (?:\w+\.)?(\w+) \(([^)]+)\) FROM stdin;\n([\s\S]*?)^\\\.$/gm)
  for (const [, table = '', list = '', rows = ''] of blocks) {
    const there = database
      .prepare(`SELECT name, type, "notnull" AS required, dflt_value AS preset FROM pragma_table_info(?)`)
      .all(table)
    const columns = list
      .split(', ')
      .map((name, at) => ({ name, at, type: there.find((each) => each.name === name)?.type }))
    const kept = columns.filter(({ type }) => type !== undefined)
    if (kept.length === 0) continue
    const lacking = there.filter(
      ({ name, required, preset }) => required === 1 && preset === null && !kept.some((each) => each.name === name),
    )
    const insert = database.prepare(
      `INSERT INTO ${quoted(table)} (${[...kept, ...lacking].map(({ name }) => quoted(String(name))).join(', ')}) VALUES (${[...kept, ...lacking].map(() => '?').join(', ')})`,
    )
    for (const line of rows.split('\n').filter((each) => each !== '')) {
      const cells = line.split('\t')
      insert.run(
        ...kept.map(({ at, type }) => cellValue(cells[at] ?? '\\N', String(type))),
        ...lacking.map(({ type }) => filler(String(type))),
      )
    }
  }
}

const escapes: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', b: '\b', f: '\f', v: '\v', '\\': '\\' }

/** PostgreSQL's text format: `\N` is NULL, a backslash escapes, `\\x` begins bytes; `t` and `f` go into numbers as 1 and 0. */
const cellValue = (cell: string, type: string): string | null | Uint8Array => {
  if (cell === '\\N') return null
  const text = cell.replaceAll(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter)
  if (/BLOB/i.test(type) && text.startsWith('\\x')) return Buffer.from(text.slice(2), 'hex')
  if (/INT|BOOL|NUM/i.test(type) && (text === 't' || text === 'f')) return text === 't' ? '1' : '0'
  return text.replace(/^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?)\+00$/, '$1')
}

/** For a column that must have a value and that the dump does not have. */
const filler = (type: string): string => (/TIME|DATE/i.test(type) ? '1970-01-01 00:00:00' : '0')

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

if (import.meta.main) {
  const [file, schema, copy] = process.argv.slice(2)
  if (file === undefined || schema === undefined) {
    console.error('Usage: node conformance/load-sql.ts <new file> <sqlite.sql> [<postgres copy.sql>]')
    process.exit(2)
  }
  loadSql(file, readFileSync(schema, 'utf8'), copy === undefined ? undefined : readFileSync(copy, 'utf8'))
}

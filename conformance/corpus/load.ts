import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nameOf, type SqlFolder } from './find-databases.ts'

export interface LoadedDatabase {
  readonly name: string
  readonly url: string
  /** Statements that PostgreSQL refused in the end, with its words. */
  readonly refused: readonly string[]
}

/**
 * The databases that a folder of SQL makes. Files that each make tables alone are databases of their own; where one needs
 * what another makes, they are one, loaded again and again until nothing more succeeds: an order is not asked for.
 */
export const loadFolder = (server: string, { name, files }: SqlFolder): readonly LoadedDatabase[] => {
  const alone = files.length === 1 ? [] : files.map((file) => loadFiles(server, nameOf(file), [file]))
  const areSeparate =
    alone.length > 1 && alone.every((each) => each.refused.every(isNoReference) && hasTables(each.url))
  if (areSeparate) return alone
  for (const { url } of alone) dropDatabase(server, url)
  return [loadFiles(server, name, files)]
}

/** Whether the statement failed for another reason than that something is not there. */
const isNoReference = (message: string): boolean => !/does not exist/.test(message)

const loadFiles = (server: string, name: string, files: readonly string[]): LoadedDatabase => {
  const url = createDatabase(server)
  const refused = new Map<string, readonly string[]>()
  let waiting = files
  for (let round = 0; round < files.length && waiting.length > 0; round++) {
    for (const file of waiting)
      refused.set(
        file,
        run(url, readSql(file)).filter((each) => round === 0 || !isRepeated(each)),
      )
    // What failed for want of something may find it there the next time.
    waiting = waiting.filter((file) => !(refused.get(file) ?? []).every(isNoReference))
  }
  return { name, url, refused: [...new Set([...refused.values()].flat())] }
}

/** What a second run of the same statements says where the first succeeded. */
const isRepeated = (message: string): boolean => /already exists|multiple primary keys|duplicate key/.test(message)

/**
 * A file as it can be loaded here: into the database at hand, every statement on its own, without the files of rows that it
 * copies. Placeholders of a schema's name (`@cdmDatabaseSchema.person`) become the default one.
 */
const readSql = (file: string): string =>
  readFileSync(file, 'utf8')
    .replace(/^\uFEFF/, '')
    .replaceAll(/@\w+Schema\b/g, 'public')
    .replaceAll(/^\s*(?:BEGIN|COMMIT)( TRANSACTION| WORK)?;[ \t]*$/gim, '')
    .replaceAll(/^\s*(?:CREATE|DROP) DATABASE\b[^;\n*]*;/gim, '')
    .replaceAll(/^\\(?:set ON_ERROR|c |connect |i |ir |copy |restrict|unrestrict).*$/gim, '')

/** psql reads what dumps hold: COPY data, variables, meta-commands. Errors do not stop it; each is told. */
const run = (url: string, sql: string): readonly string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-corpus-'))
  const file = join(folder, 'load.sql')
  writeFileSync(file, sql)
  const made = spawnSync('psql', ['-X', '-q', '-v', 'ON_ERROR_STOP=0', '-f', file, url], {
    encoding: 'utf8',
    cwd: '/tmp',
    env: { ...process.env, PGOPTIONS: '-c client_min_messages=error' },
    maxBuffer: 1 << 28,
  })
  rmSync(folder, { recursive: true })
  if (made.error) throw new Error(`psql could not be started: ${made.error.message}`)
  return made.stderr
    .split('\n')
    .filter((line) => /(?:ERROR|FATAL): /.test(line) && !/transaction is aborted/.test(line))
    .map((line) => line.replace(/^.*?(?:ERROR|FATAL): +/, ''))
}

export const query = (url: string, sql: string): readonly string[] => {
  const made = spawnSync('psql', ['-X', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-c', sql, url], { encoding: 'utf8' })
  if (made.status !== 0) throw new Error(made.stderr.trim())
  return made.stdout.split('\n').filter((line) => line !== '')
}

const createDatabase = (server: string): string => {
  const name = `corpus_${randomBytes(6).toString('hex')}`
  query(server, `CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

const dropDatabase = (server: string, url: string): void =>
  void query(server, `DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`)

const hasTables = (url: string): boolean => {
  const tables = `SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p') AND n.nspname !~ '^(pg_|information_schema)' LIMIT 1`
  return query(url, tables).length > 0
}

import { createHash } from 'node:crypto'
import { ProblemError, problem } from '@charter/runtime'
import type { SqlTransaction } from '../sql-transaction.ts'
import type { SqlValue } from '../sql-value.ts'
import { readOf, type Statement } from '../statement.ts'
import { notAllowed } from './not-allowed.ts'

/** What a comment of a schema starts with that holds a table as data: kept, so that a migration can tell what changed. */
const structureMark = '-- structure '

type Reader = Pick<SqlTransaction, 'all'>

/** How a database keeps which structure it has. */
export interface SchemaDialect {
  /** The table of names and values, as statements name it. */
  readonly meta: string
  /** Gives a row where that table is there: not in a database that is new. */
  readonly findMeta: { readonly statement: Statement; readonly values: readonly SqlValue[] }
  /** Gives a row where there is anything that somebody else made. */
  readonly findAny: Statement
  /** What the service is told that may not have it. */
  readonly occupied: string
  /** Makes where tables of the service's own are kept, beside those of the charter; in a database of somebody else's the state has made it. */
  readonly makePlace: readonly string[]
  /** Makes that table. */
  readonly makeMeta: string
  /** Keeps a name and a value, whatever was kept of the name. */
  readonly keepMeta: Statement
  /** Where each statement that makes structure is committed by itself; left out: all are undone together. */
  readonly piecewise?: Piecewise
  /** Who signs in; left out: nobody signs in to a file. */
  readonly who?: 'role' | 'user'
  /** Whether whoever signed in may not make anything. */
  isForbidden?(error: ProblemError): boolean
}

/** What was broken off is gone on with. */
export interface Piecewise {
  /** A statement as it may be said again. */
  repeatable(statement: string): string
  /** Gives a row where what a statement makes that may not be said again is there; null of those that may. */
  findMade(statement: string): { readonly statement: Statement; readonly values: readonly SqlValue[] } | null
}

export interface Schemed extends Reader {
  /** One of several that start at once does `work`; the others find it done. */
  setUp(work: (transaction: SqlTransaction) => Promise<void>): Promise<void>
}

/**
 * Makes the schema of a new database, or makes sure that an existing one is the schema expected: the newest, or the one
 * before while both are served. Rejects with a ProblemError (`unavailable`) whose private cause says what to do when the
 * database holds another schema.
 */
export const ensureSchema = async (
  database: Schemed,
  schema: readonly string[],
  dialect: SchemaDialect,
): Promise<void> => {
  const wanted = digestOf(schema)
  if (isServed(await readMeta(database, dialect), wanted)) return
  await database.setUp(async (transaction) => {
    const found = await readMeta(transaction, dialect)
    if (isServed(found, wanted)) return
    if (found === null || found.size === 0) {
      if ((await transaction.all(dialect.findAny, [])).length > 0) throw refused(dialect.occupied)
      return make(transaction, schema, dialect)
    }
    if (!found.has('schema') && found.has(begun)) {
      if (found.get(begun) === wanted) return make(transaction, schema, dialect)
      throw refused(brokenOff)
    }
    if (!found.has('structure') && found.get('schema') === digestOf(statementsOf(schema)))
      return keep(transaction, schema, dialect)
    throw refused(
      'This database has another structure than the charter. Bring it there with `charter migrate` in the folder of the charter (`--dry-run` shows the SQL), then start again.',
    )
  })
}

/** Kept before the first table is made, so that what was broken off is told from what is somebody else's: of which schema it is. */
const begun = 'begun'

const brokenOff =
  'The tables of this database were begun for another version of the charter, and broken off: none of them has held a row. Give an empty database, or start that version first.'

const make = async (transaction: SqlTransaction, schema: readonly string[], dialect: SchemaDialect): Promise<void> => {
  const { makeMeta, makePlace, keepMeta, piecewise } = dialect
  const statements = [...statementsOf(schema), ...makePlace]
  if (piecewise) {
    await transaction.run(makeMeta, [])
    await transaction.run(keepMeta, [begun, digestOf(schema)])
    for (const statement of statements) await again(transaction, statement, piecewise)
  } else for (const statement of [...statements, makeMeta]) await transaction.run(statement, [])
  await keep(transaction, schema, dialect)
}

const again = async (
  transaction: SqlTransaction,
  statement: string,
  { repeatable, findMade }: Piecewise,
): Promise<void> => {
  const made = findMade(statement)
  if (made && (await transaction.all(made.statement, made.values)).length > 0) return
  await transaction.run(repeatable(statement), [])
}

export interface CompanionOptions {
  readonly schema: readonly string[]
  readonly dialect: SchemaDialect
  readonly mayCreate: boolean
}

/**
 * The same of the tables that lie with the state in a database of somebody else's: made once the state is there, and where `mayCreate`
 * allows it.
 */
export const ensureCompanion = async (
  database: Schemed,
  { schema, dialect, mayCreate }: CompanionOptions,
): Promise<void> => {
  const wanted = digestOf(schema)
  const before = await readMeta(database, dialect)
  if (isServed(before, wanted)) return
  if (before === null && !mayCreate) throw companionNotAllowed(schema, dialect)
  try {
    await database.setUp(async (transaction) => {
      const found = await readMeta(transaction, dialect)
      if (isServed(found, wanted)) return
      if (found !== null) throw refused(otherCompanion)
      const repeatable = dialect.piecewise?.repeatable ?? ((statement: string) => statement)
      for (const statement of [...statementsOf(schema).map(repeatable), dialect.makeMeta])
        await transaction.run(statement, [])
      await keep(transaction, schema, dialect)
    })
  } catch (error) {
    if (error instanceof ProblemError && dialect.isForbidden?.(error)) throw companionNotAllowed(schema, dialect, error)
    throw error
  }
}

const otherCompanion =
  'What this database keeps runs of jobs and webhooks in has another structure than the charter, or is of another charter. Bring it there with `charter migrate` in the folder of the charter (`--dry-run` shows the SQL), then start again: nothing but these tables is changed.'

const companionNotAllowed = (
  schema: readonly string[],
  { who }: SchemaDialect,
  denied?: ProblemError,
): ProblemError => {
  const tables = structureOf(schema).map((each) => JSON.parse(each) as { schema?: string; name: string })
  const names = tables.map(({ schema: of, name }) => (of === undefined ? `"${name}"` : `"${of}"."${name}"`))
  return notAllowed({
    what: `the tables ${names.join(', ')}, and one that says how they are made`,
    it: 'them',
    why: "Runs of jobs and webhooks are kept with the service's state in this database itself",
    without: 'leave out of the charter what has them (`mode: job`, `webhooks`)',
    ...(who && { who }),
    ...(denied && { denied }),
  })
}

/** Tells versions of a schema apart. SHA-256, hex, over its statements. */
export const digestOf = (schema: readonly string[]): string =>
  createHash('sha256').update(schema.join(';\n')).digest('hex')

type Meta = ReadonlyMap<string, string> | null

const readMeta = async (on: Reader, { meta, findMeta }: SchemaDialect): Promise<Meta> => {
  if ((await on.all(findMeta.statement, findMeta.values)).length === 0) return null
  const rows = await on.all(readOf(`SELECT "name", "value" FROM ${meta}`, meta), [])
  return new Map(rows.map(([name, value]) => [String(name), String(value)]))
}

const isServed = (found: Meta, wanted: string): boolean =>
  found !== null && (found.get('schema') === wanted || found.get('schema before') === wanted)

export const statementsOf = (schema: readonly string[]): readonly string[] =>
  schema.filter((line) => !line.startsWith(structureMark))

const keep = async (
  transaction: SqlTransaction,
  schema: readonly string[],
  { keepMeta }: SchemaDialect,
): Promise<void> => {
  for (const row of keptOf(schema)) await transaction.run(keepMeta, row)
}

/** What is kept of a schema, by name; last what says that all of it is there. */
export const keptOf = (schema: readonly string[]): readonly (readonly [string, string])[] => [
  ['structure', `[${structureOf(schema).join(',')}]`],
  ['schema', digestOf(schema)],
]

/** A table of each, as data. */
const structureOf = (schema: readonly string[]): readonly string[] =>
  schema.flatMap((line) => (line.startsWith(structureMark) ? [line.slice(structureMark.length)] : []))

/** Whether tables of a schema say themselves whose rows are there. */
export const keepsTenants = (schema: readonly string[]): boolean =>
  structureOf(schema).some((table) => (JSON.parse(table) as { readonly tenant?: string }).tenant !== undefined)

const refused = (why: string) => new ProblemError(problem('unavailable', { cause: new Error(why) }))

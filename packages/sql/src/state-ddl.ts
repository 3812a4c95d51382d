import { type Charter, isKeptWithState } from '@charter/charter'
import type { SqlSchema, StateDdl } from './sql-connector.ts'
import { keptOf, type SchemaDialect, statementsOf } from './store/state/schema.ts'
import { literal } from './store/text.ts'

export interface CompanionDdl {
  readonly createSchema: (charter: Charter) => SqlSchema
  readonly dialect: Pick<SchemaDialect, 'meta' | 'makeMeta'>
  /** A text as a constant that means the same however whoever says it has set the session; left out: in quotes. */
  readonly text?: (value: string) => string
}

/**
 * The state's DDL with that of the tables of a charter that lie with it, and of what the service knows them by. All of it may be said where it is
 * there already, as its owner may not know what there is; where these tables are there as another charter has them, the first INSERT fails.
 */
export const withCompanion = (
  state: StateDdl,
  charter: Charter | undefined,
  { createSchema, dialect: { meta, makeMeta }, text = literal }: CompanionDdl,
): StateDdl => {
  const tables = charter?.entities.some((entity) => isKeptWithState(charter, entity)) ? createSchema(charter) : null
  const companion = tables && [
    makeMeta,
    ...keptOf(tables).toReversed().map(keeping(meta, text)),
    ...statementsOf(tables),
  ]
  return { ...state, statements: [...state.statements, ...(companion ?? [])].map(unlessThere) }
}

const unlessThere = (statement: string): string =>
  statement.replace(/^CREATE (SCHEMA|TABLE|(?:UNIQUE )?INDEX) (?!IF )/, 'CREATE $1 IF NOT EXISTS ')

/** What tells structures apart is kept first, and is taken once more only where it is the same. */
const keeping =
  (meta: string, text: (value: string) => string) =>
  ([name, value]: readonly [string, string]): string => {
    const isSame = name === 'schema' ? ` AND "value" = ${literal(value)}` : ''
    return `INSERT INTO ${meta} ("name", "value") SELECT ${literal(name)}, ${text(value)} FROM (SELECT 1 AS "n") AS "one" WHERE NOT EXISTS (SELECT 1 FROM ${meta} WHERE "name" = ${literal(name)}${isSame})`
  }

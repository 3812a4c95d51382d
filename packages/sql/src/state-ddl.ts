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

/** The state's DDL with that of the tables of a charter that lie with it, and of what the service knows them by. */
export const withCompanion = (
  state: StateDdl,
  charter: Charter | undefined,
  { createSchema, dialect: { meta, makeMeta }, text = literal }: CompanionDdl,
): StateDdl => {
  if (!charter?.entities.some((entity) => isKeptWithState(charter, entity))) return state
  const schema = createSchema(charter)
  const kept = keptOf(schema).map(
    ([name, value]) => `INSERT INTO ${meta} ("name", "value") VALUES (${text(name)}, ${text(value)})`,
  )
  // The state may be there already, and its jobs be new.
  const place = state.statements.map((each) => each.replace(/^CREATE SCHEMA (?=")/, 'CREATE SCHEMA IF NOT EXISTS '))
  return { ...state, statements: [...place, ...statementsOf(schema), makeMeta, ...kept] }
}

import {
  type Found,
  type Memory,
  memoryOf,
  type ProposedRow,
  type Reference,
  type RowRules,
  type RowsQuery,
} from '../runtime/index.ts'
import { type Columns, columnsOf } from './columns.ts'
import { type Condition, conjunction, ruled, rulesFragment } from './condition.ts'
import { encodeField, type SqlEntities, type SqlEntity, sqlEntity } from './entity.ts'
import { madeOf } from './made-of.ts'
import { isPresent } from './present.ts'
import type { SqlTransaction } from './sql-transaction.ts'
import type { Statement } from './statement.ts'
import { where } from './where.ts'
import { setting } from './writes.ts'

/** `Writes.insertIf`: the conditions stand in the INSERT, and RETURNING gives what is asked of the row. */
export const insertIf = async (
  on: SqlTransaction,
  entities: SqlEntities,
  { entity: name, row, rules, references, principal }: ProposedRow,
  query: RowsQuery,
): Promise<readonly Found[] | null> => {
  const entity = sqlEntity(entities, name)
  const { insertIf: rendered } = entity.sql
  const plan = planOf(entity, query)
  if (!rendered || !plan.isSeen) return null
  const may = ruled(entity, rules, principal)
  const conditions = conjunction([may, ...references.map((each) => isPresent(entities, each, principal))])
  const readable = where(entity, { entity: name, rules: query.rules }, { principal })
  const statement = statementOf(plan, rules, references, () => {
    const sql = `${rendered.sql}${conditions.sql} RETURNING ${selected(plan.columns, readable)}`
    return setting(entity.sql, 'INSERT', { sql, fields: rendered.fields })
  })
  const given = rendered.fields.map((field) => encodeField(entity, field, row))
  const asked = [...conditions.values, ...plan.columns.values(principal), ...readable.values]
  const [written] = await on.all(statement, [...given, ...asked])
  if (!written) return null
  return Number(written.at(-1)) === 1 ? [plan.columns.found(written)] : []
}

/** What was made of a query: its columns, and its statements by what is referred to. */
interface InsertPlan {
  readonly columns: Columns
  readonly statements: Memory<{ readonly rules: RowRules; readonly statement: Statement }>
  /** Nothing that is asked of the row looks at others of its table, among which a statement does not see what it inserts. */
  readonly isSeen: boolean
}

const planOf = madeOf((entity: SqlEntity, query: RowsQuery): InsertPlan => {
  const asked = [query.rules, ...(query.judged ?? [])].map((rules) => rules && rulesFragment(entity, rules))
  return {
    columns: columnsOf(entity, query),
    statements: memoryOf({ most: 20, room: 20_000 }),
    isSeen: !asked.some((fragment) => fragment?.reads?.includes(entity.sql.table)),
  }
})

/** One that is always the same is made once. */
const statementOf = (
  { statements }: InsertPlan,
  rules: RowRules,
  references: readonly Reference[],
  make: () => Statement,
): Statement => {
  const key = references.map(({ entity, equal }) => `${entity} ${Object.keys(equal).join()}`).join(';')
  const known = statements.get(key)
  return known?.rules === rules ? known.statement : statements.keep(key, { rules, statement: make() }).statement
}

/** What is asked of the row, and whether it may be read. */
const selected = ({ own }: Columns, { sql }: Condition): string =>
  [...own, `CASE WHEN EXISTS (SELECT 1${sql}) THEN 1 ELSE 0 END`].join(', ')

import { createHash } from 'node:crypto'
import { primaryKey, tableIn } from '../render/list.ts'
import { quoted } from '../store/identifier.ts'
import type { Structure, TableStructure } from '../structure.ts'
import type { Bridge, Constraint, MigrationDialect } from './dialect.ts'
import type { Expanded } from './expand.ts'
import { matchById } from './match.ts'
import type { SqlStep } from './step.ts'
import { uniqueSteps } from './unique-steps.ts'

/** What a migration goes from, through and to; kept in the database while it is under way. */
export interface Way {
  readonly before: Structure
  readonly expanded: Expanded
  readonly after: Structure
}

/** Everything that both versions need; the service of before runs on, and so does that of after once it is done. */
export const expandSteps = (
  dialect: MigrationDialect,
  { before, expanded, after }: Way,
  constraints: readonly Constraint[],
): readonly SqlStep[] => {
  const { structure, bridges, aliases } = expanded
  return [
    ...keySteps(dialect, before, after),
    ...uniqueSteps(dialect, before, after),
    ...dialect.alter({ from: before, to: structure, phase: 'expand', constraints, aliases }),
    ...bridges.map((bridge) => fillStep(dialect, structure, bridge)),
    ...bridges.map((bridge) => bridgeStep(dialect, structure, bridge)),
    ...bridges.map((bridge) => catchUpStep(dialect, structure, bridge)),
  ]
}

/** Before anything is done: keys that were unique within the tenant, and are to be unique over all. */
const keySteps = (dialect: MigrationDialect, before: Structure, after: Structure): readonly SqlStep[] =>
  matchById(before.tables, after.tables).pairs.flatMap(([from, to]): SqlStep[] => {
    if (from.within === undefined || to.within !== undefined) return []
    const key = from.key.map(quoted).join(', ')
    return [
      {
        id: `expand key ${to.name}`,
        phase: 'expand',
        sentence: `${to.name}: no two tenants have the same ${from.key.join(', ')}`,
        locks: 'nothing: reads and writes go on while the rows are read once',
        sql: [],
        mode: 'transaction',
        refusedBy: {
          sql: `SELECT count(*) FROM (SELECT 1 FROM ${dialect.tableAt(from)} GROUP BY ${key} HAVING count(*) > 1) AS taken`,
          sentence: `${from.key.join(', ')} must be another in every row, also of another tenant`,
        },
      },
    ]
  })

/** What only the service of before needed is taken away. */
export const contractSteps = (
  dialect: MigrationDialect,
  { expanded, after }: Way,
  constraints: readonly Constraint[],
): readonly SqlStep[] => {
  const { structure, bridges, aliases } = expanded
  return [
    ...bridges.map((bridge) => unbridgeStep(dialect, structure, bridge)),
    ...dialect.alter({ from: structure, to: after, phase: 'contract', constraints, aliases }),
  ]
}

/** Of what is written between the columns: where that was mended, the step is done again. */
const digestOf = ({ older, newer }: Bridge): string =>
  createHash('sha256')
    .update(JSON.stringify([older, newer]))
    .digest('hex')
    .slice(0, 12)

const columnsOf = ({ older, newer }: Bridge): string => {
  const names = (side: Bridge['newer']) => side.map(({ column }) => column).join(', ')
  return older.length > 0 ? `${names(older)} and ${names(newer)}` : names(newer)
}

const bridgeStep = (dialect: MigrationDialect, structure: Structure, bridge: Bridge): SqlStep => {
  const table = tableIn(structure, bridge.table)
  return {
    id: `expand sync ${bridge.name} ${digestOf(bridge)}`,
    phase: 'expand',
    sentence:
      bridge.older.length > 0
        ? `${table.name}: keeps ${columnsOf(bridge)} in step, whichever version writes`
        : `${table.name}: fills ${columnsOf(bridge)} where the version before leaves it empty`,
    locks: dialect.locks.trigger,
    sql: [...readable(dialect, table, bridge), ...dialect.unbridge(table, bridge), ...dialect.bridge(table, bridge)],
    mode: 'transaction',
  }
}

const unbridgeStep = (dialect: MigrationDialect, structure: Structure, bridge: Bridge): SqlStep => {
  const table = tableIn(structure, bridge.table)
  return {
    id: `contract sync ${bridge.name}`,
    phase: 'contract',
    sentence: `${table.name}: no longer keeps ${columnsOf(bridge)} in step`,
    locks: dialect.locks.trigger,
    sql: dialect.unbridge(table, bridge),
    mode: 'transaction',
  }
}

/** An expression that cannot be read fails here, before a write of the service of before can meet it. */
const readable = (dialect: MigrationDialect, table: TableStructure, { older }: Bridge): readonly string[] => {
  const given = older.flatMap(({ expression }) => expression ?? [])
  return given.length === 0 ? [] : [`SELECT ${given.join(', ')} FROM ${dialect.tableAt(table)} AS NEW LIMIT 1`]
}

/** Before there is a trigger: what fails for a row fails here, and no write of the service of before meets it. */
const fillStep = (dialect: MigrationDialect, structure: Structure, bridge: Bridge): SqlStep => {
  const table = tableIn(structure, bridge.table)
  const empty = bridge.newer.map(({ column }) => `NEW.${quoted(column)} IS NULL`)
  return {
    id: `expand fill ${bridge.name} ${digestOf(bridge)}`,
    phase: 'expand',
    sentence: `${table.name}: fills ${bridge.newer.map(({ column }) => column).join(', ')} of the rows that are there`,
    locks: dialect.locks.batch,
    ...walk(dialect, table, setsOf(bridge), empty.join(' AND ')),
  }
}

/** What was written after its batch and before the trigger. */
const catchUpStep = (dialect: MigrationDialect, structure: Structure, bridge: Bridge): SqlStep => {
  const table = tableIn(structure, bridge.table)
  const stale = bridge.newer.flatMap(({ column, expression }) => {
    const name = `NEW.${quoted(column)}`
    if (expression === null) return []
    return [bridge.older.length > 0 ? dialect.differs(name, expression) : `${name} IS NULL`]
  })
  return {
    id: `expand catch up ${bridge.name} ${digestOf(bridge)}`,
    phase: 'expand',
    sentence: `${table.name}: fills ${bridge.newer.map(({ column }) => column).join(', ')} of rows that were written meanwhile`,
    locks: dialect.locks.batch,
    ...walk(dialect, table, setsOf(bridge), `(${stale.join(' OR ')})`),
  }
}

const setsOf = ({ newer }: Bridge): string =>
  `SET ${newer.flatMap(({ column, expression }) => (expression === null ? [] : [`${quoted(column)} = ${expression}`])).join(', ')}`

/** In key order, so that it can go on where it stopped. */
const walk = (
  dialect: MigrationDialect,
  table: TableStructure,
  set: string,
  where: string,
): Pick<SqlStep, 'sql' | 'mode' | 'batches'> => {
  const at = dialect.tableAt(table)
  const names = primaryKey(table)
  // Rows without a key are only read: nobody fills such a table but who owns it.
  if (names.length === 0) return { sql: [`UPDATE ${at} AS NEW ${set} WHERE ${where}`], mode: 'transaction' }
  const columns = names.map(quoted).join(', ')
  const key = `(${names.map((name) => `NEW.${quoted(name)}`).join(', ')})`
  const marks = `(${names.map(() => '?').join(', ')})`
  const update = `UPDATE ${at} AS NEW ${set} WHERE ${where} AND ${key} <= ${marks}`
  const page = `SELECT ${columns} FROM ${at}`
  return {
    sql: [update, `${update} AND ${key} > ${marks}`],
    mode: 'batches',
    batches: {
      key: names,
      first: `${page} ORDER BY ${columns} LIMIT ?`,
      next: `${page} WHERE (${columns}) > ${marks} ORDER BY ${columns} LIMIT ?`,
    },
  }
}

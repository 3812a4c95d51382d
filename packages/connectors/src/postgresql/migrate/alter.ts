import { createHash } from 'node:crypto'
import {
  type Alias,
  type Alteration,
  type ForeignKeyStructure,
  foreignKeyText,
  type IndexStructure,
  matchById,
  nameList,
  primaryKey,
  quoted,
  type SqlStep,
  type TableStructure,
} from '@charter/sql'
import { indexText, schemaText, tableAt, tableText } from '../render/schema.ts'
import { alterColumns, constraintsOf, dropConstraint } from './alter-columns.ts'

/**
 * Steps from one structure to another: references first away and last there, since both ends must be as they say. What reads
 * a whole table does so without keeping writers out (postgresql.org/docs/current/sql-altertable.html, NOT VALID).
 */
export const alter = (alteration: Alteration): readonly SqlStep[] => {
  const { pairs, removed, added } = matchById(alteration.from.tables, alteration.to.tables)
  return [
    ...unalias(alteration),
    ...pairs.flatMap(([from, to]) => dropReferences(alteration, from, to)),
    ...removed.flatMap((table) => dropReferences(alteration, table, null)),
    ...pairs.flatMap(([from, to]) => dropIndexes(alteration, from, to)),
    ...added.map((table) => create(alteration, table)),
    ...pairs.flatMap(([from, to]) => alterColumns(alteration, from, to)),
    ...pairs.flatMap(([from, to]) => makeKey(alteration, from, to)),
    ...alias(alteration),
    ...pairs.flatMap(([from, to]) => makeIndexes(alteration, to, missing(from.indexes, to.indexes))),
    ...pairs.flatMap(([from, to]) => makeReferences(alteration, to, missing(from.foreignKeys, to.foreignKeys))),
    ...added.flatMap((table) => makeReferences(alteration, table, table.foreignKeys)),
    ...removed.map((table) => drop(alteration, table)),
  ]
}

const moment = 'reads and writes of the table wait for a moment'

const create = ({ phase }: Alteration, table: TableStructure): SqlStep => ({
  id: `${phase} create ${table.name}`,
  phase,
  sentence: `${table.name}: makes the table`,
  locks: 'nothing that is in use',
  sql: [
    schemaText(table.schema ?? 'public'),
    tableText(table),
    ...table.indexes.map((index) => indexText(table, index)),
  ],
  mode: 'transaction',
})

const drop = ({ phase }: Alteration, table: TableStructure): SqlStep => ({
  id: `${phase} drop ${table.name}`,
  phase,
  sentence: `${table.name}: drops the table with its rows`,
  locks: moment,
  destroys: [table.id],
  sql: [`DROP TABLE ${tableAt(table)}`],
  mode: 'transaction',
})

const renameText = (from: TableStructure, to: TableStructure): readonly string[] => [
  ...(from.schema === to.schema
    ? []
    : [schemaText(to.schema ?? 'public'), `ALTER TABLE ${tableAt(from)} SET SCHEMA ${quoted(to.schema ?? 'public')}`]),
  ...(from.name === to.name
    ? []
    : [`ALTER TABLE ${tableAt({ ...from, ...(to.schema && { schema: to.schema }) })} RENAME TO ${quoted(to.name)}`]),
]

/** A view by the old name can be written through (postgresql.org/docs/current/sql-createview.html, Updatable Views). */
const alias = ({ phase, aliases, to, from }: Alteration): readonly SqlStep[] =>
  phase === 'contract'
    ? []
    : aliases.flatMap((each) => {
        const table = to.tables.find(({ id }) => id === each.table)
        const before = from.tables.find(({ name, schema }) => name === each.name && schema === each.schema)
        if (!table || !before) return []
        return [
          {
            id: `expand rename ${table.name}`,
            phase,
            sentence: `${each.name}: is called ${table.name}; the version before finds it by its old name`,
            locks: moment,
            sql: [
              ...renameText(before, table),
              `CREATE VIEW ${tableAt(each)} AS SELECT ${each.columns.map(quoted).join(', ')} FROM ${tableAt(table)}`,
            ],
            mode: 'transaction' as const,
          },
        ]
      })

const unalias = ({ phase, aliases }: Alteration): readonly SqlStep[] =>
  phase === 'expand'
    ? []
    : aliases.map((each: Alias) => ({
        id: `contract alias ${each.name}`,
        phase,
        sentence: `${each.name}: the old name goes`,
        locks: moment,
        sql: [`DROP VIEW IF EXISTS ${tableAt(each)}`],
        mode: 'transaction',
      }))

const keyOf = (value: unknown): string => JSON.stringify(value)

const missing = <Thing>(from: readonly Thing[], to: readonly Thing[]): readonly Thing[] => {
  const known = new Set(from.map(keyOf))
  return to.filter((each) => !known.has(keyOf(each)))
}

const dropReferences = (
  alteration: Alteration,
  from: TableStructure,
  to: TableStructure | null,
): readonly SqlStep[] => {
  const gone = missing(to?.foreignKeys ?? [], from.foreignKeys)
  const names = gone.flatMap(({ columns }) => constraintsOf(alteration, from, 'foreign key', columns))
  if (names.length === 0) return []
  return [
    {
      id: `${alteration.phase} unrefer ${from.name}`,
      phase: alteration.phase,
      sentence: `${from.name}: references go`,
      locks: moment,
      sql: [...new Set(names)].map((name) => dropConstraint(from, name)),
      mode: 'transaction',
    },
  ]
}

const makeReferences = (
  { phase, to: structure }: Alteration,
  table: TableStructure,
  keys: readonly ForeignKeyStructure[],
): readonly SqlStep[] =>
  keys.flatMap((key): SqlStep[] => {
    const at = tableAt(table)
    const digest = createHash('sha256')
      .update(JSON.stringify([table.name, key]))
      .digest('hex')
    const name = quoted(`charter_fkey_${digest.slice(0, 12)}`)
    const what = `${table.name}: ${key.columns.join(', ')} must refer to a row that is there`
    return [
      {
        id: `${phase} refer ${name}`,
        phase,
        sentence: what,
        locks: 'writes of both tables wait for a moment',
        sql: [`ALTER TABLE ${at} ADD CONSTRAINT ${name} ${foreignKeyText(structure, key, tableAt)} NOT VALID`],
        mode: 'transaction',
      },
      {
        id: `${phase} refer ${name} of rows there`,
        phase,
        sentence: `${what}, also of rows that were there before`,
        locks: 'nothing: reads and writes go on while the rows are read once',
        sql: [`ALTER TABLE ${at} VALIDATE CONSTRAINT ${name}`],
        mode: 'transaction',
      },
    ]
  })

/** Where another column goes before the key or no longer does: keys themselves never change. */
const makeKey = (alteration: Alteration, from: TableStructure, to: TableStructure): readonly SqlStep[] => {
  if ((from.within === undefined) === (to.within === undefined)) return []
  const { phase } = alteration
  const table = phase === 'expand' ? from : to
  const names = constraintsOf(alteration, from, 'primary key', primaryKey(from))
  return [
    {
      id: `${phase} key ${to.name}`,
      phase,
      sentence: `${to.name}: its key is ${primaryKey(to).join(', ')}`,
      locks: 'reads and writes of the table wait while its rows are read once',
      sql: [
        // It is gone already where a column of it was dropped.
        ...names.map((name) => `ALTER TABLE ${tableAt(table)} DROP CONSTRAINT IF EXISTS ${quoted(name)}`),
        `ALTER TABLE ${tableAt(table)} ADD PRIMARY KEY ${nameList(primaryKey(to))}`,
      ],
      mode: 'transaction',
    },
  ]
}

const dropIndexes = ({ phase }: Alteration, from: TableStructure, to: TableStructure): readonly SqlStep[] =>
  missing(to.indexes, from.indexes).map((index: IndexStructure) => ({
    id: `${phase} unindex ${index.name}`,
    phase,
    sentence: `${from.name}: drops the index ${index.name}`,
    locks: moment,
    sql: [`DROP INDEX IF EXISTS ${quoted(from.schema ?? 'public')}.${quoted(index.name)}`],
    mode: 'transaction',
  }))

/** One that a failed attempt has left is of no use, and goes first. */
const makeIndexes = (
  { phase }: Alteration,
  table: TableStructure,
  indexes: readonly IndexStructure[],
): readonly SqlStep[] =>
  indexes.map((index) => ({
    id: `${phase} index ${index.name}`,
    phase,
    sentence: `${table.name}: makes the index ${index.name}${index.isUnique ? ', whose values must differ' : ''}`,
    locks: 'nothing: reads and writes go on while it is made',
    sql: [
      `DROP INDEX IF EXISTS ${quoted(table.schema ?? 'public')}.${quoted(index.name)}`,
      indexText(table, index, 'CONCURRENTLY '),
    ],
    mode: 'alone',
  }))

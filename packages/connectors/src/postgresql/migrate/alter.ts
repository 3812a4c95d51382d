import {
  type Alteration,
  constraintNames,
  createStep,
  dropStep,
  type ForeignKeyStructure,
  foreignKeyText,
  type IndexStructure,
  indexText,
  matchById,
  missing,
  nameList,
  primaryKey,
  quoted,
  referenceName,
  referSentence,
  type SqlStep,
  stepIn,
  type TableStructure,
  tableText,
  unreferSteps,
} from '@charter/sql'
import { guardTexts, schemasText, schemaText, tableAt, tables, unguardTexts } from '../render/schema.ts'
import { alterColumns, dropConstraint, moment } from './alter-columns.ts'

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
    ...pairs.flatMap(([from, to]) => guard(alteration, from, to)),
    ...removed.map((table) => drop(alteration, table)),
  ]
}

/** Where a table comes to keep tenants apart, ends doing so, or knows them by another column. */
const guard = (at: Alteration, from: TableStructure, to: TableStructure): readonly SqlStep[] => {
  if (from.tenant === to.tenant) return []
  const sql = to.tenant === undefined ? unguardTexts(tableAt(to)) : guardTexts(tableAt(to), to.tenant)
  const sentence = to.tenant === undefined ? 'no longer keeps tenants apart itself' : 'keeps tenants apart itself'
  return [stepIn(at, `guard ${to.name}`, { sentence: `${to.name}: ${sentence}`, locks: moment, sql })]
}

const create = (at: Alteration, table: TableStructure): SqlStep =>
  createStep(at, table, {
    sql: [
      ...schemasText([table]),
      tableText(tables, at.to, table),
      ...table.indexes.map((index) => indexText(tableAt(table), index)),
      ...(table.tenant === undefined ? [] : guardTexts(tableAt(table), table.tenant)),
    ],
  })

const drop = (at: Alteration, table: TableStructure): SqlStep =>
  dropStep(at, table, { locks: moment, sql: [`DROP TABLE ${tableAt(table)}`] })

const renameText = (from: TableStructure, to: TableStructure): readonly string[] => [
  ...(from.schema === to.schema
    ? []
    : [schemaText(to.schema ?? 'public'), `ALTER TABLE ${tableAt(from)} SET SCHEMA ${quoted(to.schema ?? 'public')}`]),
  ...(from.name === to.name
    ? []
    : [`ALTER TABLE ${tableAt({ ...from, ...(to.schema && { schema: to.schema }) })} RENAME TO ${quoted(to.name)}`]),
]

/** A view by the old name can be written through (postgresql.org/docs/current/sql-createview.html, Updatable Views). */
const alias = (at: Alteration): readonly SqlStep[] =>
  at.phase === 'contract'
    ? []
    : at.aliases.flatMap((each) => {
        const table = at.to.tables.find(({ id }) => id === each.table)
        const before = at.from.tables.find(({ name, schema }) => name === each.name && schema === each.schema)
        if (!table || !before) return []
        const view = `CREATE VIEW ${tableAt(each)} AS SELECT ${each.columns.map(quoted).join(', ')} FROM ${tableAt(table)}`
        return [
          stepIn(at, `rename ${table.name}`, {
            sentence: `${each.name}: is called ${table.name}; the version before finds it by its old name`,
            locks: moment,
            sql: [...renameText(before, table), view],
          }),
        ]
      })

const unalias = (at: Alteration): readonly SqlStep[] =>
  at.phase === 'expand'
    ? []
    : at.aliases.map((each) => {
        const sql = [`DROP VIEW IF EXISTS ${tableAt(each)}`]
        return stepIn(at, `alias ${each.name}`, { sentence: `${each.name}: the old name goes`, locks: moment, sql })
      })

const dropReferences = (at: Alteration, from: TableStructure, to: TableStructure | null): readonly SqlStep[] =>
  unreferSteps(at, from, missing(to?.foreignKeys ?? [], from.foreignKeys), (names) => ({
    locks: moment,
    sql: names.map((name) => dropConstraint(from, name)),
  }))

const makeReferences = (
  alteration: Alteration,
  table: TableStructure,
  keys: readonly ForeignKeyStructure[],
): readonly SqlStep[] =>
  keys.flatMap((key) => {
    const [at, name] = [tableAt(table), quoted(referenceName(table, key))]
    return [
      stepIn(alteration, `refer ${name}`, {
        sentence: referSentence(table, key),
        locks: 'writes of both tables wait for a moment',
        sql: [`ALTER TABLE ${at} ADD CONSTRAINT ${name} ${foreignKeyText(alteration.to, key, tableAt)} NOT VALID`],
      }),
      stepIn(alteration, `refer ${name} of rows there`, {
        sentence: `${referSentence(table, key)}, also of rows that were there before`,
        locks: 'nothing: reads and writes go on while the rows are read once',
        sql: [`ALTER TABLE ${at} VALIDATE CONSTRAINT ${name}`],
      }),
    ]
  })

/** Where another column goes before the key or no longer does: keys themselves never change. */
const makeKey = (alteration: Alteration, from: TableStructure, to: TableStructure): readonly SqlStep[] => {
  if ((from.within === undefined) === (to.within === undefined)) return []
  const table = alteration.phase === 'expand' ? from : to
  const names = constraintNames(alteration, from, 'primary key', primaryKey(from))
  return [
    stepIn(alteration, `key ${to.name}`, {
      sentence: `${to.name}: its key is ${primaryKey(to).join(', ')}`,
      locks: 'reads and writes of the table wait while its rows are read once',
      sql: [
        // It is gone already where a column of it was dropped.
        ...names.map((name) => `ALTER TABLE ${tableAt(table)} DROP CONSTRAINT IF EXISTS ${quoted(name)}`),
        `ALTER TABLE ${tableAt(table)} ADD PRIMARY KEY ${nameList(primaryKey(to))}`,
      ],
    }),
  ]
}

const dropIndex = ({ schema = 'public' }: TableStructure, { name }: IndexStructure): string =>
  `DROP INDEX IF EXISTS ${quoted(schema)}.${quoted(name)}`

const dropIndexes = (at: Alteration, from: TableStructure, to: TableStructure): readonly SqlStep[] =>
  missing(to.indexes, from.indexes).map((index) =>
    stepIn(at, `unindex ${index.name}`, {
      sentence: `${from.name}: drops the index ${index.name}`,
      locks: moment,
      sql: [dropIndex(from, index)],
    }),
  )

/** One that a failed attempt has left is of no use, and goes first. */
const makeIndexes = (at: Alteration, table: TableStructure, indexes: readonly IndexStructure[]): readonly SqlStep[] =>
  indexes.map((index) =>
    stepIn(at, `index ${index.name}`, {
      sentence: `${table.name}: makes the index ${index.name}${index.isUnique ? ', whose values must differ' : ''}`,
      locks: 'nothing: reads and writes go on while it is made',
      sql: [dropIndex(table, index), indexText(tableAt(table), index, 'CONCURRENTLY ')],
      mode: 'alone',
    }),
  )

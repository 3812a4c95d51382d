import { createHash } from 'node:crypto'
import {
  type Alteration,
  beforeSuffix,
  type ColumnStructure,
  type ForeignKeyStructure,
  matchById,
  matchByName,
  nameList,
  nullsRefused,
  primaryKey,
  quoted,
  type SqlStep,
  type TableStructure,
} from '@charter/sql'
import { columnText, indexText, liveColumn, liveName, numberedKey, referenceText, tableText } from '../render/schema.ts'
import { changeOf } from './convert.ts'

/**
 * Steps from one structure to another. What makes structure is committed by itself, so that each statement is one that may be said
 * again: whatever was broken off goes on with the step that was under way. References go first and come last, as both ends must be
 * as they say.
 */
export const alter = (alteration: Alteration): readonly SqlStep[] => {
  const { pairs, removed, added } = matchById(alteration.from.tables, alteration.to.tables)
  const retyped = retypedIn(pairs)
  const gone = (from: TableStructure, to: TableStructure | null) =>
    from.foreignKeys.filter((key) => !has(to?.foreignKeys ?? [], key) || isAbout(retyped, from, key))
  return [
    ...pairs.flatMap(([from, to]) => dropReferences(alteration, from, gone(from, to))),
    ...removed.flatMap((table) => dropReferences(alteration, table, table.foreignKeys)),
    ...added.map((table) => create(alteration, table)),
    ...pairs.flatMap(([from, to]) => alterTable(alteration, from, to)),
    ...pairs.flatMap(([from, to]) =>
      makeReferences(
        alteration,
        to,
        to.foreignKeys.filter((key) => !has(from.foreignKeys, key) || isAbout(retyped, to, key)),
      ),
    ),
    ...added.flatMap((table) => makeReferences(alteration, table, table.foreignKeys)),
    ...removed.map((table) => drop(alteration, table)),
  ]
}

const has = (all: readonly ForeignKeyStructure[], one: ForeignKeyStructure): boolean =>
  all.some((each) => JSON.stringify(each) === JSON.stringify(one))

/** `<table id>.<column>` of columns that become of another type: no reference can stand on them meanwhile. */
const retypedIn = (pairs: readonly (readonly [TableStructure, TableStructure])[]): ReadonlySet<string> =>
  new Set(
    pairs.flatMap(([from, to]) =>
      matchByName(from.columns, to.columns).pairs.flatMap(([old, now]) =>
        old.sqlType === now.sqlType && old.name === now.name
          ? []
          : [`${to.id}.${old.name}`, `${to.id}.${now.name}`, `${from.id}.${old.name}`],
      ),
    ),
  )

const isAbout = (retyped: ReadonlySet<string>, table: TableStructure, key: ForeignKeyStructure): boolean =>
  key.columns.some((name) => retyped.has(`${table.id}.${name}`)) ||
  key.references.some((name) => retyped.has(`${key.table}.${name}`))

const moment = 'reads and writes of the table wait for a moment'
const whole = 'writes of the table wait while its rows are written anew'

const create = ({ phase }: Alteration, table: TableStructure): SqlStep => ({
  id: `${phase} create ${table.name}`,
  phase,
  sentence: `${table.name}: makes the table`,
  locks: 'nothing that is in use',
  sql: [tableText(table, 'CREATE TABLE IF NOT EXISTS')],
  mode: 'alone',
})

const drop = ({ phase }: Alteration, table: TableStructure): SqlStep => ({
  id: `${phase} drop ${table.name}`,
  phase,
  sentence: `${table.name}: drops the table with its rows`,
  locks: moment,
  destroys: [table.id],
  sql: [`DROP TABLE IF EXISTS ${quoted(table.name)}`],
  mode: 'alone',
})

/** All that changes of a table in one statement, which is done whole or not at all. */
const alterTable = (alteration: Alteration, from: TableStructure, to: TableStructure): readonly SqlStep[] => {
  const { phase } = alteration
  const { pairs, removed, added } = matchByName(from.columns, to.columns)
  const changed = pairs.filter(([old, now]) => columnText(old) !== columnText(now))
  const lost = removed.filter(({ id }) => !id.endsWith(beforeSuffix))
  const [droppedIndexes, madeIndexes] = [without(from, to), without(to, from)]
  const clauses = [
    ...droppedIndexes.map(({ name }) => `DROP INDEX IF EXISTS ${quoted(name)}`),
    ...(liveColumn(from).join() !== liveColumn(to).join() && liveColumn(from).length > 0
      ? [`DROP COLUMN IF EXISTS ${quoted(liveName)}`]
      : []),
    ...added.map((column) => `ADD COLUMN IF NOT EXISTS ${columnText(column)}`),
    ...changed.map(([old, now]) => `CHANGE COLUMN IF EXISTS ${quoted(old.name)} ${columnText(now)}`),
    ...(liveColumn(from).join() !== liveColumn(to).join()
      ? liveColumn(to).map((text) => `ADD COLUMN IF NOT EXISTS ${text}`)
      : []),
    ...keyClauses(from, to),
    ...removed.map(({ name }) => `DROP COLUMN IF EXISTS ${quoted(name)}`),
    ...madeIndexes.map((index) => `ADD ${indexText(to, index).replace(/^(UNIQUE )?KEY/, '$1KEY IF NOT EXISTS')}`),
  ]
  const isRenamed = from.name !== to.name
  if (clauses.length === 0 && !isRenamed) return []
  const name = isRenamed && phase === 'contract' ? to.name : from.name
  return [
    ...(isRenamed && phase === 'contract' ? [rename(alteration, from, to)] : []),
    ...(clauses.length === 0
      ? []
      : [
          {
            id: `${phase} alter ${to.name}`,
            phase,
            sentence: `${to.name}: ${told({ added, changed, removed, droppedIndexes, madeIndexes })}`,
            locks: changed.length > 0 ? whole : moment,
            ...(lost.length > 0 && { destroys: lost.map(({ id }) => id) }),
            ...refusals(quoted(name), changed),
            sql: [`ALTER TABLE ${quoted(name)}\n  ${clauses.join(',\n  ')}`],
            mode: 'alone' as const,
          },
        ]),
  ]
}

const rename = ({ phase }: Alteration, from: TableStructure, to: TableStructure): SqlStep => ({
  id: `${phase} rename ${to.name}`,
  phase,
  sentence: `${from.name}: is called ${to.name}`,
  locks: moment,
  sql: [`RENAME TABLE IF EXISTS ${quoted(from.name)} TO ${quoted(to.name)}`],
  mode: 'alone',
})

const without = (from: TableStructure, to: TableStructure) =>
  from.indexes.filter((index) => !to.indexes.some((each) => indexText(to, each) === indexText(from, index)))

/** Where another column goes before the key or no longer does: keys themselves never change. */
const keyClauses = (from: TableStructure, to: TableStructure): readonly string[] => {
  const before = primaryKey(from).map(
    (name) => matchByName(from.columns, to.columns).pairs.find(([old]) => old.name === name)?.[1].name,
  )
  if (before.join() === primaryKey(to).join()) return []
  return [
    ...numberedKey(to).map((text) => `ADD ${text.replace(/^KEY/, 'KEY IF NOT EXISTS')}`),
    'DROP PRIMARY KEY',
    `ADD PRIMARY KEY ${nameList(primaryKey(to))}`,
  ]
}

interface Changes {
  readonly added: readonly ColumnStructure[]
  readonly removed: readonly ColumnStructure[]
  readonly changed: readonly (readonly [ColumnStructure, ColumnStructure])[]
  readonly droppedIndexes: TableStructure['indexes']
  readonly madeIndexes: TableStructure['indexes']
}

const told = ({ added, removed, changed, droppedIndexes, madeIndexes }: Changes): string => {
  const names = (of: readonly { readonly name: string }[]) => of.map(({ name }) => name).join(', ')
  const parts = [
    added.length > 0 ? `adds ${names(added)}` : '',
    changed.length > 0
      ? `changes ${changed.map(([old, now]) => (old.name === now.name ? now.name : `${old.name}, called ${now.name}`)).join(', ')}`
      : '',
    removed.length > 0 ? `drops ${names(removed)}` : '',
    droppedIndexes.length > 0 ? `drops the index ${names(droppedIndexes)}` : '',
    madeIndexes.length > 0 ? `makes the index ${names(madeIndexes)}` : '',
  ].filter((part) => part !== '')
  return parts.length > 0 ? parts.join('; ') : 'changes what rows are unique by'
}

/** What a statement would round or cut without a word is asked for first. */
const refusals = (
  table: string,
  changed: readonly (readonly [ColumnStructure, ColumnStructure])[],
): Pick<SqlStep, 'refusedBy'> => {
  const { refusedBy } = nullsRefused(table, changed)
  const rounded = changed.filter(
    ([old, now]) => changeOf(old, now) === 'converted' && /^(?:decimal|int|bigint)/.test(now.sqlType),
  )
  if (rounded.length === 0) return refusedBy ? { refusedBy } : {}
  const conditions = rounded.map(
    ([old, now]) =>
      `NOT (CAST(${quoted(old.name)} AS ${now.sqlType.startsWith('decimal') ? now.sqlType : 'SIGNED'}) <=> ${quoted(old.name)})`,
  )
  const sentence = `${rounded.map(([old]) => old.name).join(', ')} has digits that would be lost`
  return {
    refusedBy: {
      sql: refusedBy
        ? `${refusedBy.sql} OR ${conditions.join(' OR ')}`
        : `SELECT count(*) FROM ${table} WHERE ${conditions.join(' OR ')}`,
      sentence: refusedBy ? `${refusedBy.sentence}; ${sentence}` : sentence,
    },
  }
}

const dropReferences = (
  { phase, constraints }: Alteration,
  table: TableStructure,
  keys: readonly ForeignKeyStructure[],
): readonly SqlStep[] => {
  const names = keys.flatMap(({ columns }) =>
    constraints
      .filter((each) => each.table === table.name && each.columns.join('\n') === columns.join('\n'))
      .map(({ name }) => name),
  )
  if (names.length === 0) return []
  return [
    {
      id: `${phase} unrefer ${table.name}`,
      phase,
      sentence: `${table.name}: references go`,
      locks: moment,
      sql: [
        `ALTER TABLE ${quoted(table.name)} ${[...new Set(names)].map((name) => `DROP FOREIGN KEY IF EXISTS ${quoted(name)}`).join(', ')}`,
      ],
      mode: 'alone',
    },
  ]
}

const makeReferences = (
  { phase, to: structure }: Alteration,
  table: TableStructure,
  keys: readonly ForeignKeyStructure[],
): readonly SqlStep[] =>
  keys.map((key) => {
    const digest = createHash('sha256')
      .update(JSON.stringify([table.name, key]))
      .digest('hex')
    const name = quoted(`charter_fkey_${digest.slice(0, 12)}`)
    return {
      id: `${phase} refer ${name}`,
      phase,
      sentence: `${table.name}: ${key.columns.join(', ')} must refer to a row that is there`,
      locks: 'writes of both tables wait while the rows are read once',
      sql: [
        `ALTER TABLE ${quoted(table.name)} ADD CONSTRAINT ${name} ${referenceText(structure, key).replace(/^FOREIGN KEY/, 'FOREIGN KEY IF NOT EXISTS')}`,
      ],
      mode: 'alone',
    }
  })

import {
  type Alteration,
  beforeSuffix,
  type ColumnStructure,
  createStep,
  dropStep,
  type ForeignKeyStructure,
  matchById,
  matchByName,
  nullsRefused,
  primaryKey,
  quoted,
  type SqlStep,
  stepIn,
  type TableStructure,
  tableText,
} from '@charter/sql'
import type { Change } from '../profile/change.ts'
import type { Profile } from '../profile/profile.ts'
import { indexLine, liveColumn, liveName, numberedKey, numberedName, tablesOf } from '../render/schema.ts'
import { dropReferences, makeReferences } from './alter-references.ts'
import { changeOf } from './convert.ts'

/**
 * Steps from one structure to another. What makes structure is committed by itself, so that each statement is one that may be said
 * again: whatever was broken off goes on with the step that was under way. References go first and come last, as both ends must be
 * as they say.
 */
export const alter = (profile: Profile, alteration: Alteration): readonly SqlStep[] => {
  const { pairs, removed, added } = matchById(alteration.from.tables, alteration.to.tables)
  const retyped = retypedIn(pairs)
  const gone = (from: TableStructure, to: TableStructure | null) =>
    from.foreignKeys.filter((key) => !has(to?.foreignKeys ?? [], key) || isAbout(retyped, from, key))
  return [
    ...pairs.flatMap(([from, to]) => dropReferences(profile, alteration, { table: from, keys: gone(from, to) })),
    ...removed.flatMap((table) => dropReferences(profile, alteration, { table, keys: table.foreignKeys })),
    ...added.map((table) => create(profile, alteration, table)),
    ...pairs.flatMap(([from, to]) => alterTable(profile, alteration, { from, to })),
    ...pairs.flatMap(([from, to]) =>
      makeReferences(profile, alteration, {
        table: to,
        keys: to.foreignKeys.filter((key) => !has(from.foreignKeys, key) || isAbout(retyped, to, key)),
      }),
    ),
    ...added.flatMap((table) => makeReferences(profile, alteration, { table, keys: table.foreignKeys })),
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

const create = (profile: Profile, at: Alteration, table: TableStructure): SqlStep => {
  const words = 'CREATE TABLE IF NOT EXISTS'
  return createStep(at, table, { sql: [tableText(tablesOf(profile), at.to, table, { words })], mode: 'alone' })
}

const drop = (at: Alteration, table: TableStructure): SqlStep =>
  dropStep(at, table, { locks: moment, sql: [`DROP TABLE IF EXISTS ${quoted(table.name)}`], mode: 'alone' })

interface FromTo {
  readonly from: TableStructure
  readonly to: TableStructure
}

/** All that changes of a table in one statement, which is done whole or not at all. */
const alterTable = (profile: Profile, alteration: Alteration, { from, to }: FromTo): readonly SqlStep[] => {
  const { phase } = alteration
  const { column: textOf } = tablesOf(profile)
  const { pairs, removed, added } = matchByName(from.columns, to.columns)
  const changed = pairs.filter(([old, now]) => textOf(old) !== textOf(now))
  const lost = removed.filter(({ id }) => !id.endsWith(beforeSuffix))
  const [droppedIndexes, madeIndexes] = [missingIndexes(to, from), missingIndexes(from, to)]
  const isLiveOther = liveColumn(from).join() !== liveColumn(to).join()
  const isRenamed = from.name !== to.name
  const name = isRenamed && phase === 'contract' ? to.name : from.name
  const changes: readonly Change[] = [
    ...droppedIndexes.map((index) => ({ does: 'drop index' as const, name: index.name })),
    ...(isLiveOther && liveColumn(from).length > 0 ? [{ does: 'drop column' as const, name: liveName }] : []),
    ...added.map((column) => ({ does: 'add column' as const, name: column.name, text: textOf(column) })),
    ...changed.flatMap(([old, now]): readonly Change[] => [
      ...checksOf(alteration, { from, to }, old),
      { does: 'change column', from: old.name, name: now.name, text: textOf(now) },
    ]),
    ...(isLiveOther ? liveColumn(to).map((text) => ({ does: 'add column' as const, name: liveName, text })) : []),
    ...keyChanges(from, to),
    ...removed.map((column) => ({ does: 'drop column' as const, name: column.name })),
    ...madeIndexes.map((index) => ({ does: 'add index' as const, name: index.name, text: indexLine(to, index) })),
  ]
  return [
    ...(isRenamed && phase === 'contract' ? [rename(profile, alteration, { from, to })] : []),
    ...(changes.length === 0
      ? []
      : [
          stepIn(alteration, `alter ${to.name}`, {
            sentence: `${to.name}: ${told({ added, changed, removed, droppedIndexes, madeIndexes })}`,
            locks: changed.length > 0 ? whole : moment,
            ...(lost.length > 0 && { destroys: lost.map(({ id }) => id) }),
            ...refusals(quoted(name), changed),
            sql: profile.alter(name, changes),
            mode: 'alone',
          }),
        ]),
  ]
}

/** CHECKs that do not change with their column go before it does; it brings its own. */
const checksOf = ({ constraints }: Alteration, { from, to }: FromTo, column: ColumnStructure): readonly Change[] =>
  constraints
    .filter(({ kind, table }) => kind === 'check' && (table === from.name || table === to.name))
    .filter(({ columns }) => columns.join() === column.name)
    .map(({ name }) => ({ does: 'drop check', name }))

const rename = (profile: Profile, at: Alteration, { from, to }: FromTo): SqlStep =>
  stepIn(at, `rename ${to.name}`, {
    sentence: `${from.name}: is called ${to.name}`,
    locks: moment,
    sql: profile.renameTable(from.name, to.name),
    mode: 'alone',
  })

const missingIndexes = (there: TableStructure, wanted: TableStructure) => {
  const known = there.indexes.map((index) => indexLine(there, index))
  return wanted.indexes.filter((index) => !known.includes(indexLine(wanted, index)))
}

/** Where another column goes before the key or no longer does: keys themselves never change. */
const keyChanges = (from: TableStructure, to: TableStructure): readonly Change[] => {
  const before = primaryKey(from).map(
    (name) => matchByName(from.columns, to.columns).pairs.find(([old]) => old.name === name)?.[1].name,
  )
  if (before.join() === primaryKey(to).join()) return []
  return [
    ...numberedKey(to).map((text) => ({ does: 'add index' as const, name: numberedName, text })),
    { does: 'set key', columns: primaryKey(to) },
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

import type { Charter } from '@charter/charter'
import {
  type ColumnStructure,
  foreignKeyText,
  type IndexStructure,
  nameList,
  primaryKey,
  quoted,
  type TableStructure,
  withStructure,
} from '@charter/sql'
import type { Profile } from '../profile/profile.ts'
import { structureOf } from './structure.ts'
import { collated } from './types.ts'

/** DDL of the tables that a charter's own database has: tables with their indexes, then references, which may need them. */
export const createSchema = (profile: Profile, charter: Charter): readonly string[] => {
  const structure = structureOf(profile, charter)
  const { tables } = structure
  return withStructure(structure, [
    ...tables.map((table) => tableText(profile, table)),
    ...tables.flatMap((table) =>
      table.foreignKeys.map((each) => `ALTER TABLE ${quoted(table.name)} ADD ${foreignKeyText(structure, each)}`),
    ),
  ])
}

/** `words`: how the statement begins. */
export const tableText = (profile: Profile, table: TableStructure, words = 'CREATE TABLE'): string => {
  const key = primaryKey(table)
  const lines = [
    ...table.columns.map((column) => columnText(profile, column)),
    ...liveColumn(table),
    ...(key.length === 0 ? [] : [`PRIMARY KEY ${nameList(key)}`]),
    ...numberedKey(table),
    ...table.indexes.map((index) => indexText(table, index)),
  ]
  return `${words} ${quoted(table.name)} (\n  ${lines.join(',\n  ')}\n) ENGINE = InnoDB${collated(profile, '')}`
}

export const numberedName = '_numbered'

/** What the server numbers must begin an index. */
export const numberedKey = (table: TableStructure): readonly string[] => {
  const numbered = table.columns.find(({ isNumbered }) => isNumbered)
  return numbered && primaryKey(table)[0] !== numbered.name
    ? [`KEY ${quoted(numberedName)} ${nameList([numbered.name])}`]
    : []
}

/** A column as CREATE TABLE and ADD COLUMN declare it. */
export const columnText = (profile: Profile, column: ColumnStructure): string => {
  const parts = [
    `${quoted(column.name)} ${column.sqlType}`,
    column.isRequired ? 'NOT NULL' : 'NULL',
    column.isNumbered ? 'AUTO_INCREMENT' : '',
    column.default === undefined ? '' : `DEFAULT ${profile.default(column.default, column.sqlType)}`,
    column.check === undefined ? '' : `CHECK (${profile.escaped(column.check)})`,
  ]
  return parts.filter((part) => part !== '').join(' ')
}

/** Unique among some rows alone: in the others one part of the index is NULL, which equals nothing. */
export const liveName = '_live'

export const liveColumn = ({ indexes }: TableStructure): readonly string[] => {
  const where = indexes.find(({ isUnique, where: condition }) => isUnique && condition !== undefined)?.where
  return where === undefined
    ? []
    : [`${quoted(liveName)} tinyint GENERATED ALWAYS AS (CASE WHEN ${where} THEN 1 END) STORED`]
}

/** As CREATE TABLE and ADD declare it. Of a text without a length the first characters are enough to find it by. */
export const indexText = (table: TableStructure, { name, columns, isUnique, where }: IndexStructure): string => {
  const parts = columns.map((column) => {
    const type = table.columns.find((each) => each.name === column)?.sqlType ?? ''
    return /^long(?:text|blob)/.test(type) ? `${quoted(column)}(64)` : quoted(column)
  })
  const all = isUnique && where !== undefined ? [...parts, quoted(liveName)] : parts
  return `${isUnique ? 'UNIQUE KEY' : 'KEY'} ${quoted(name)} (${all.join(', ')})`
}

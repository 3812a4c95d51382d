import type { Charter } from '@charter/charter'
import {
  columnText,
  type IndexStructure,
  nameList,
  primaryKey,
  quoted,
  schemaWith,
  type TableDialect,
  type TableStructure,
} from '@charter/sql'
import type { Profile } from '../profile/profile.ts'
import { structureOf } from './structure.ts'
import { collated } from './types.ts'

export const tablesOf = (profile: Profile): TableDialect => ({
  tableAt: ({ name }) => quoted(name),
  column: ({ default: value, check, ...column }) =>
    columnText(
      {
        ...column,
        ...(value !== undefined && { default: profile.default(value, column.sqlType) }),
        ...(check !== undefined && { check: profile.escaped(check) }),
      },
      column.isRequired ? 'NOT NULL' : 'NULL',
      column.isNumbered ? 'AUTO_INCREMENT' : '',
    ),
  lines: (table, key) => [
    ...liveColumn(table),
    ...key,
    ...numberedKey(table),
    ...table.indexes.map((index) => indexLine(table, index)),
  ],
  end: ` ENGINE = InnoDB${collated(profile, '')}`,
  refersLast: true,
})

/** DDL of the tables that a charter's own database has. */
export const createSchema = (profile: Profile, charter: Charter): readonly string[] =>
  schemaWith(tablesOf(profile), structureOf(profile, charter))

export const numberedName = '_numbered'

/** What the server numbers must begin an index. */
export const numberedKey = (table: TableStructure): readonly string[] => {
  const numbered = table.columns.find(({ isNumbered }) => isNumbered)
  return numbered && primaryKey(table)[0] !== numbered.name
    ? [`KEY ${quoted(numberedName)} ${nameList([numbered.name])}`]
    : []
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
export const indexLine = (table: TableStructure, { name, columns, isUnique, where }: IndexStructure): string => {
  const parts = columns.map((column) => {
    const type = table.columns.find((each) => each.name === column)?.sqlType ?? ''
    return /^long(?:text|blob)/.test(type) ? `${quoted(column)}(64)` : quoted(column)
  })
  const all = isUnique && where !== undefined ? [...parts, quoted(liveName)] : parts
  return `${isUnique ? 'UNIQUE KEY' : 'KEY'} ${quoted(name)} (${all.join(', ')})`
}

import { literal, nameList, quoted } from '@charter/sql'
import type { Change } from './change.ts'
import { escaped } from './mysql-text.ts'
import type { Profile } from './profile.ts'

/**
 * ALTER TABLE is done whole or not at all (dev.mysql.com/doc/refman/8.4/en/atomic-ddl.html) and knows no IF EXISTS: whether it was
 * done is asked of the first thing that it makes or takes away. What makes and takes away nothing may be said again as it is.
 */
export const alter: Profile['alter'] = (table, changes) => {
  const statement = `ALTER TABLE ${quoted(table)}\n  ${changes.flatMap(clausesOf).join(',\n  ')}`
  const undone = undoneIn(table, changes)
  return undone === null ? [statement] : where(undone, statement)
}

/** Says a statement only where a condition over the catalogue holds. A trigger cannot be said so. */
export const where = (condition: string, statement: string): readonly string[] => [
  `SET @charter_change = IF(${condition}, ${escaped(literal(statement))}, 'DO 0')`,
  'PREPARE charter_change FROM @charter_change',
  'EXECUTE charter_change',
  'DEALLOCATE PREPARE charter_change',
]

const clausesOf = (change: Change): readonly string[] => {
  switch (change.does) {
    case 'drop index':
      return [`DROP INDEX ${quoted(change.name)}`]
    case 'drop column':
      return [`DROP COLUMN ${quoted(change.name)}`]
    case 'drop reference':
      return [`DROP FOREIGN KEY ${quoted(change.name)}`]
    case 'drop check':
      return [`DROP CHECK ${quoted(change.name)}`]
    case 'add column':
      return [`ADD COLUMN ${change.text}`]
    case 'add index':
      return [`ADD ${change.text}`]
    case 'add reference':
      return [`ADD CONSTRAINT ${quoted(change.name)} ${change.text}`]
    case 'change column':
      return [`CHANGE COLUMN ${quoted(change.from)} ${change.text}`]
    case 'set key':
      return ['DROP PRIMARY KEY', `ADD PRIMARY KEY ${nameList(change.columns)}`]
  }
}

/** Where the catalogue has what a change is about, and by which name there. */
const kinds = {
  column: 'columns WHERE column_name',
  index: 'statistics WHERE index_name',
  reference: `table_constraints WHERE constraint_type = 'FOREIGN KEY' AND constraint_name`,
  check: `table_constraints WHERE constraint_type = 'CHECK' AND constraint_name`,
} as const

type Kind = keyof typeof kinds

/** Condition that the changes were not done yet; null where nothing tells. */
const undoneIn = (table: string, changes: readonly Change[]): string | null => {
  for (const kind of Object.keys(kinds) as Kind[]) {
    const gone = changes.flatMap((change) => goneOf(kind, change))
    const made = changes.flatMap((change) => madeOf(kind, change))
    const [lost] = gone.filter((name) => !made.includes(name))
    if (lost !== undefined) return thereIs(kind, table, lost)
    const [won] = made.filter((name) => !gone.includes(name))
    if (won !== undefined) return `NOT ${thereIs(kind, table, won)}`
  }
  return null
}

const goneOf = (kind: Kind, change: Change): readonly string[] => {
  if (change.does === 'change column') return kind === 'column' ? [change.from] : []
  return change.does === `drop ${kind}` && 'name' in change ? [change.name] : []
}

const madeOf = (kind: Kind, change: Change): readonly string[] => {
  if (change.does === 'change column') return kind === 'column' ? [change.name] : []
  return change.does === `add ${kind}` && 'name' in change ? [change.name] : []
}

const thereIs = (kind: Kind, table: string, name: string): string =>
  `EXISTS (SELECT 1 FROM information_schema.${kinds[kind]} = ${escaped(literal(name))} AND table_schema = database() AND table_name = ${escaped(literal(table))})`

import {
  type Alteration,
  type ForeignKeyStructure,
  foreignKeyText,
  quoted,
  referenceName,
  referSentence,
  type SqlStep,
  stepIn,
  type TableStructure,
  unreferSteps,
} from '@charter/sql'
import type { Profile } from '../profile/profile.ts'

interface References {
  readonly table: TableStructure
  readonly keys: readonly ForeignKeyStructure[]
}

/** References of a table go, under the names that the server gave them. */
export const dropReferences = (
  profile: Profile,
  alteration: Alteration,
  { table, keys }: References,
): readonly SqlStep[] =>
  unreferSteps(alteration, table, keys, (names) => ({
    locks: 'reads and writes of the table wait for a moment',
    sql: profile.alter(
      table.name,
      names.map((name) => ({ does: 'drop reference', name })),
    ),
    mode: 'alone',
  }))

export const makeReferences = (
  profile: Profile,
  alteration: Alteration,
  { table, keys }: References,
): readonly SqlStep[] =>
  keys.map((key) => {
    const name = referenceName(table, key)
    return stepIn(alteration, `refer ${quoted(name)}`, {
      sentence: referSentence(table, key),
      locks: 'writes of both tables wait while the rows are read once',
      sql: profile.alter(table.name, [{ does: 'add reference', name, text: foreignKeyText(alteration.to, key) }]),
      mode: 'alone',
    })
  })

import { createHash } from 'node:crypto'
import {
  type Alteration,
  type ForeignKeyStructure,
  foreignKeyText,
  quoted,
  type SqlStep,
  type TableStructure,
} from '@charter/sql'
import type { Profile } from '../profile/profile.ts'

interface References {
  readonly table: TableStructure
  readonly keys: readonly ForeignKeyStructure[]
}

/** References of a table go, under the names that the server gave them. */
export const dropReferences = (
  profile: Profile,
  { phase, constraints }: Alteration,
  { table, keys }: References,
): readonly SqlStep[] => {
  const names = keys.flatMap(({ columns }) =>
    constraints
      .filter(
        (each) =>
          each.kind === 'foreign key' && each.table === table.name && each.columns.join('\n') === columns.join('\n'),
      )
      .map(({ name }) => name),
  )
  if (names.length === 0) return []
  return [
    {
      id: `${phase} unrefer ${table.name}`,
      phase,
      sentence: `${table.name}: references go`,
      locks: 'reads and writes of the table wait for a moment',
      sql: profile.alter(
        table.name,
        [...new Set(names)].map((name) => ({ does: 'drop reference', name })),
      ),
      mode: 'alone',
    },
  ]
}

export const makeReferences = (
  profile: Profile,
  { phase, to: structure }: Alteration,
  { table, keys }: References,
): readonly SqlStep[] =>
  keys.map((key) => {
    const digest = createHash('sha256')
      .update(JSON.stringify([table.name, key]))
      .digest('hex')
    const name = `charter_fkey_${digest.slice(0, 12)}`
    return {
      id: `${phase} refer ${quoted(name)}`,
      phase,
      sentence: `${table.name}: ${key.columns.join(', ')} must refer to a row that is there`,
      locks: 'writes of both tables wait while the rows are read once',
      sql: profile.alter(table.name, [{ does: 'add reference', name, text: foreignKeyText(structure, key) }]),
      mode: 'alone',
    }
  })

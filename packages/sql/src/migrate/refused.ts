import { quoted } from '../store/identifier.ts'
import type { ColumnStructure } from '../structure.ts'
import type { SqlStep } from './step.ts'

type Pairs = readonly (readonly [ColumnStructure, ColumnStructure])[]

/** Stops a step that would ask for values of rows that have none, or that hold a value which an enum has no more. */
export const nullsRefused = (table: string, pairs: Pairs): Pick<SqlStep, 'refusedBy'> => {
  const stricter = pairs.flatMap(([from, to]) => reasons(from, to))
  if (stricter.length === 0) return {}
  return {
    refusedBy: {
      sql: `SELECT count(*) FROM ${table} WHERE ${stricter.map(({ sql }) => sql).join(' OR ')}`,
      sentence: stricter.map(({ sentence }) => sentence).join('; '),
    },
  }
}

const reasons = (from: ColumnStructure, to: ColumnStructure) => [
  ...(to.isRequired && !from.isRequired
    ? [{ sql: `${quoted(from.name)} IS NULL`, sentence: `${from.name} is empty, and every row needs a value` }]
    : []),
  ...(to.check !== undefined && to.check !== from.check && to.value.kind === 'enum' && from.name === to.name
    ? [{ sql: `NOT (${to.check})`, sentence: `${from.name} holds a value that it may not have any more` }]
    : []),
]

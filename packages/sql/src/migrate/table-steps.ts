import { createHash } from 'node:crypto'
import type { ColumnStructure, ForeignKeyStructure, TableStructure } from '../structure.ts'
import type { Alteration, Constraint } from './dialect.ts'
import type { SqlStep } from './step.ts'

type Phase = Pick<Alteration, 'phase'>
type Rest = Omit<SqlStep, 'id' | 'phase' | 'mode'> & { readonly mode?: SqlStep['mode'] }
type How = Pick<Rest, 'sql' | 'locks' | 'mode'>

/** A step of a phase, in a transaction unless it says otherwise. `what` tells it apart in its phase, also once it is done. */
export const stepIn = ({ phase }: Phase, what: string, step: Rest): SqlStep => ({
  id: `${phase} ${what}`,
  phase,
  mode: 'transaction',
  ...step,
})

export const createStep = (at: Phase, { name }: TableStructure, how: Omit<How, 'locks'>): SqlStep =>
  stepIn(at, `create ${name}`, { sentence: `${name}: makes the table`, locks: 'nothing that is in use', ...how })

export const dropStep = (at: Phase, { id, name }: TableStructure, how: How): SqlStep =>
  stepIn(at, `drop ${name}`, { sentence: `${name}: drops the table with its rows`, destroys: [id], ...how })

export const addStep = (at: Phase, table: TableStructure, column: ColumnStructure, how: How): SqlStep =>
  stepIn(at, `add ${table.name}.${column.name}`, { sentence: `${table.name}: adds ${column.name}`, ...how })

/** References of a table go, by the names that the database has for them; no step where it has none. */
export const unreferSteps = (
  at: Alteration,
  table: TableStructure,
  keys: readonly ForeignKeyStructure[],
  how: (names: readonly string[]) => How,
): readonly SqlStep[] => {
  const names = new Set(keys.flatMap(({ columns }) => constraintNames(at, table, 'foreign key', columns)))
  return names.size === 0
    ? []
    : [stepIn(at, `unrefer ${table.name}`, { sentence: `${table.name}: references go`, ...how([...names]) })]
}

/** Names of a table's constraints over just these columns. */
export const constraintNames = (
  { constraints }: Pick<Alteration, 'constraints'>,
  { schema = '', name: table }: TableStructure,
  kind: Constraint['kind'],
  columns: readonly string[],
): readonly string[] =>
  constraints
    .filter((each) => each.kind === kind && each.schema === schema && each.table === table)
    .filter((each) => each.columns.join('\n') === columns.join('\n'))
    .map(({ name }) => name)

/** What a reference that a migration makes is called: the same each time that it is begun. */
export const referenceName = ({ name }: TableStructure, key: ForeignKeyStructure): string => {
  const digest = createHash('sha256')
    .update(JSON.stringify([name, key]))
    .digest('hex')
  return `charter_fkey_${digest.slice(0, 12)}`
}

export const referSentence = ({ name }: TableStructure, { columns }: ForeignKeyStructure): string =>
  `${name}: ${columns.join(', ')} must refer to a row that is there`

/** Those of `wanted` that are not among `there`, by what they are declared as. */
export const missing = <Thing>(
  there: readonly Thing[],
  wanted: readonly Thing[],
  textOf: (thing: Thing) => string = (thing) => JSON.stringify(thing),
): readonly Thing[] => {
  const known = new Set(there.map(textOf))
  return wanted.filter((each) => !known.has(textOf(each)))
}

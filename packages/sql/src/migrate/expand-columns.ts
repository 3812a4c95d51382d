import { createHash } from 'node:crypto'
import { primaryKey } from '../render/list.ts'
import { quoted } from '../store/identifier.ts'
import { literal } from '../store/text.ts'
import type { ColumnStructure, TableStructure } from '../structure.ts'
import type { Alias, Assigned, Bridge, Fill, MigrationDialect } from './dialect.ts'
import type { ExpandOptions } from './expand-options.ts'
import { matchById } from './match.ts'

export interface ExpandContext extends ExpandOptions {
  readonly dialect: MigrationDialect
  readonly from: TableStructure
  readonly to: TableStructure
  readonly notes: {
    readonly bridges: Bridge[]
    readonly aliases: Alias[]
    readonly offline: string[]
    readonly blocked: string[]
  }
}

/** Marks the id of a column that holds what a renamed one holds, under its old name. */
export const beforeSuffix = '@before'

/** The columns of both versions of a table; notes the bridges between them and what stands in the way. */
export const expandColumns = (context: ExpandContext): readonly ColumnStructure[] => {
  const { from, to } = context
  const { pairs, removed, added } = matchById(from.columns, to.columns)
  checkKey(context, pairs)
  checkWithin(context, pairs)
  const kept = pairs.flatMap(([old, now]) => expandPair(context, old, now))
  const { dropped, made } = expandOthers(context, removed, added)
  return [...kept, ...dropped, ...made]
}

const checkKey = (
  { from, to, notes }: ExpandContext,
  pairs: readonly (readonly [ColumnStructure, ColumnStructure])[],
) => {
  const before = from.key.map((name) => pairs.find(([old]) => old.name === name)?.[1].name)
  const isNumbered = (table: TableStructure) => table.columns.find((column) => column.isNumbered)?.id
  if (before.join() !== to.key.join() || isNumbered(from) !== isNumbered(to))
    notes.blocked.push(
      `${to.id}: its key changes, and other rows and the audit trail know rows by it. Make a new entity beside it and move the rows.`,
    )
}

/** The key stays what rows are known by; what changes is among which rows it is unique, and a table has one key. */
const checkWithin = (
  { from, to, notes }: ExpandContext,
  pairs: readonly (readonly [ColumnStructure, ColumnStructure])[],
) => {
  const before = pairs.find(([old]) => old.name === from.within)?.[1].name
  if (before !== to.within || (from.within === undefined) !== (to.within === undefined))
    notes.offline.push(
      `${to.id}: its key ${to.key.join(', ')} becomes unique ${to.within === undefined ? 'over all tenants' : 'within the tenant'}, and a table has one key`,
    )
}

const expandPair = (context: ExpandContext, old: ColumnStructure, now: ColumnStructure): readonly ColumnStructure[] =>
  old.name === now.name ? expandInPlace(context, old, now) : expandRenamed(context, old, now)

const expandInPlace = (
  context: ExpandContext,
  old: ColumnStructure,
  now: ColumnStructure,
): readonly ColumnStructure[] => {
  const { dialect, notes, to } = context
  if (dialect.changeOf(old, now) === 'converted') {
    if (dialect.convert(old, now, quoted(old.name)) === null) notes.blocked.push(inconvertible(old, now))
    else
      notes.offline.push(
        `${now.id}: the column ${old.name} would hold other values under the same name (${typeOf(old)} becomes ${typeOf(now)}); to run both versions, give the field a column of its own: \`column: ${now.name}2\``,
      )
    return [old]
  }
  const isRequired = old.isRequired && now.isRequired
  const fill = now.isRequired && !old.isRequired ? fillOf(context, now) : null
  if (fill) notes.bridges.push(bridge(to, [], [{ column: now.name, expression: fill.sql }]))
  const { check: _, ...rest } = now
  const check = eitherCheck(old, now)
  return [{ ...rest, isRequired, ...(check !== undefined && { check }) }]
}

const eitherCheck = (old: ColumnStructure, now: ColumnStructure): string | undefined => {
  if (old.check === now.check) return now.check
  if (old.value.kind !== 'enum' || now.value.kind !== 'enum') return undefined
  const values = [...new Set([...(old.value.values ?? []), ...(now.value.values ?? [])])]
  return `${quoted(now.name)} IN (${values.map(literal).join(', ')})`
}

const expandRenamed = (
  context: ExpandContext,
  old: ColumnStructure,
  now: ColumnStructure,
): readonly ColumnStructure[] => {
  const { dialect, from, to, notes, expressions } = context
  if (primaryKey(from).includes(old.name)) {
    notes.offline.push(`${now.id}: the key column ${old.name} becomes ${now.name}, and a table has one key`)
    return [old]
  }
  const forth = expressions[now.id] ?? dialect.convert(old, now, `NEW.${quoted(old.name)}`)
  const back = dialect.convert(now, old, `NEW.${quoted(now.name)}`)
  if (forth === null) notes.blocked.push(inconvertible(old, now))
  notes.bridges.push(
    bridge(to, [{ column: old.name, expression: back }], [{ column: now.name, expression: forth ?? 'NULL' }]),
  )
  return [
    { ...old, id: `${now.id}${beforeSuffix}`, isRequired: false },
    { ...now, isRequired: false },
  ]
}

interface Others {
  readonly dropped: readonly ColumnStructure[]
  readonly made: readonly ColumnStructure[]
}

/** Columns of one version alone; those with a person's expression are filled from one another. */
const expandOthers = (
  context: ExpandContext,
  removed: readonly ColumnStructure[],
  added: readonly ColumnStructure[],
): Others => {
  const { expressions, notes, from, to } = context
  const given = added.filter(({ id }) => expressions[id] !== undefined)
  if (given.length > 0) {
    const assigned = ({ id, name }: ColumnStructure): Assigned => ({
      column: name,
      expression: expressions[id] ?? null,
    })
    notes.bridges.push(bridge(to, removed.map(assigned), given.map(assigned)))
  }
  const isGiven = new Set(given)
  return {
    // A part of the primary key cannot be empty; nobody writes without it while no service runs.
    dropped: removed.map((column) => ({ ...column, isRequired: column.name === from.within })),
    made: added.map((column) =>
      isGiven.has(column) ? { ...column, isRequired: false } : expandAdded(context, column),
    ),
  }
}

const expandAdded = (context: ExpandContext, column: ColumnStructure): ColumnStructure => {
  const { notes, to } = context
  if (!column.isRequired || column.default !== undefined) return column
  const fill = fillOf(context, column)
  if (fill?.isConstant) return { ...column, default: fill.sql }
  if (fill) notes.bridges.push(bridge(to, [], [{ column: column.name, expression: fill.sql }]))
  else
    notes.blocked.push(
      `${column.id}: rows that are there have no value for it. Give it a \`default\`, make it \`optional: true\`, or write what it is filled with into migrations/${column.id}.<database>.sql.`,
    )
  return { ...column, isRequired: false }
}

const fillOf = ({ charter, dialect }: ExpandContext, { id }: ColumnStructure): Fill | null => {
  const field = charter.entities.flatMap(({ fields }) => fields).find((each) => each.id === id)
  return field ? dialect.fill(charter, field) : null
}

/** Named by what it fills, so that the same migration names it the same. */
const bridge = (table: TableStructure, older: readonly Assigned[], newer: readonly Assigned[]): Bridge => {
  const digest = createHash('sha256')
    .update([table.id, ...newer.map(({ column }) => column)].join('\n'))
    .digest('hex')
  return { table: table.id, name: `charter_sync_${digest.slice(0, 12)}`, older, newer }
}

const inconvertible = (old: ColumnStructure, now: ColumnStructure): string =>
  `${now.id}: ${typeOf(old)} cannot become ${typeOf(now)} by itself. Add a new field beside it, with what it is filled with in migrations/<Entity>.<field>.<database>.sql, and drop this one.`

const typeOf = ({ value: { kind, precision, scale } }: ColumnStructure): string =>
  precision === undefined ? kind : `${kind}(${precision},${scale})`

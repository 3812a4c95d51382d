import type { Aggregate, AggregateGroup, Aggregates, Principal, Selection } from '../call/call.ts'
import { jsonLength, takeRoom } from '../limits/answer-length.ts'
import { InputErrors } from '../problem/input-errors.ts'
import { errorPointer, ProblemError, problem } from '../problem/problem.ts'
import type { CallStore } from '../rows/call-store.ts'
import { filterOf } from '../rows/filter.ts'
import type { Grant } from '../rows/grant.ts'
import { pageSize } from '../rows/page.ts'
import { unsaidAmong } from '../rows/unservable.ts'
import { isHidden } from '../rows/view.ts'
import type { EntityUnit } from '../store/entity.ts'
import type { Asked, FoundGroup, GroupsQuery, Measure, RowsShape } from '../store/store.ts'
import type { Json } from '../values/json.ts'
import { isProtected, protectedAsked } from './answers.ts'
import type { ReadResult } from './read.ts'

/**
 * Counts, sums, averages, least and greatest values of the rows that `grant` gives and the filter takes, by group. At most
 * `aggregateRowsMax` rows are looked at: with more, the call is refused rather than answered for a part of them. What is made of
 * protected values goes on record as they do.
 */
export const aggregateRows = async (
  store: CallStore,
  unit: EntityUnit,
  grant: Grant,
  selection: Selection | undefined,
  principal: Principal,
): Promise<ReadResult> => {
  const asked = selection?.aggregate ?? {}
  refuse(unit, asked, grant, principal)
  const query: GroupsQuery = {
    entity: unit.model.name,
    rules: grant,
    groupBy: asked.groupBy ?? [],
    measures: measuresOf(asked),
  }
  const rows = { principal, filter: await filterOf(store, unit, selection, grant, principal) }
  await refuseMany(store, query, rows)
  const limit = pageSize(store, selection)
  const found = await store.reads.groups(query, { ...rows, limit: limit + 1 })
  const groups = found.slice(0, limit).map((group) => groupOf(unit, query, group))
  const value = { groups, isComplete: found.length <= limit } satisfies Aggregates as unknown as Json
  takeRoom(store.room, jsonLength(value))
  const isEmpty = groups.every(({ count }) => count === 0)
  const revealed = [...protectedAsked(unit, selection), ...(isEmpty ? [] : protectedIn(unit, asked))]
  return { outcome: { kind: 'value', value }, revealed: [...new Set(revealed)] }
}

const protectedIn = (unit: EntityUnit, asked: Aggregate): readonly string[] => {
  const names = new Set([...(asked.groupBy ?? []), ...measuresOf(asked).map(({ field }) => field)])
  return unit.model.fields.filter((field) => names.has(field.name) && isProtected(field)).map(({ name }) => name)
}

interface Measured {
  readonly measure: Measure
  readonly field: string
}

const measuresOf = (asked: Aggregate): readonly Measured[] =>
  (['sum', 'average', 'min', 'max'] as const).flatMap((measure) =>
    [...new Set(asked[measure] ?? [])].map((field) => ({ measure, field })),
  )

const refuseMany = async (store: CallStore, query: RowsShape, asked: Asked): Promise<void> => {
  const { aggregateRowsMax } = store.model.limits
  if ((await store.reads.count(query, asked, aggregateRowsMax + 1)) > aggregateRowsMax)
    throw new ProblemError(
      problem('too-large', {
        detail: `More than ${aggregateRowsMax} rows would be looked at. Narrow the filter, or have the charter raise limits.aggregateRowsMax.`,
      }),
    )
}

/** Fields that are not there, hidden ones, and what a type does not have: all at once, as for a filter. */
const refuse = (unit: EntityUnit, asked: Aggregate, grant: Grant, principal: Principal): void => {
  const errors = new InputErrors()
  const hidden: string[] = []
  const look = (
    name: string,
    path: string,
    isOffered: (measures: { readonly isNumber: boolean } | undefined) => boolean,
    what: string,
  ): void => {
    const field = unit.fields.get(name)
    if (field && isHidden(unit, field, grant, principal)) hidden.push(name)
    else if (!field || field.protect || !isOffered(unit.stored.measures[name]))
      errors.push({
        path: `/aggregate/${path}${errorPointer(name)}`,
        code: field ? 'unsupported' : 'unknown',
        message: field ? `"${name}" has no ${what}.` : `${unit.model.name} has no field "${name}".`,
      })
  }
  for (const name of asked.groupBy ?? [])
    look(name, 'groupBy', () => unit.fields.get(name)?.isSortable === true, 'groups')
  for (const { measure, field } of measuresOf(asked))
    look(
      field,
      measure,
      (offered) => (measure === 'min' || measure === 'max' ? offered !== undefined : offered?.isNumber === true),
      measure,
    )
  if (hidden.length > 0)
    throw new ProblemError(problem('forbidden', { detail: `You may not aggregate ${hidden.join(', ')}.` }))
  if (errors.length > 0) throw new ProblemError(problem('invalid-input', { errors }))
}

const groupOf = (unit: EntityUnit, { groupBy, measures }: GroupsQuery, group: FoundGroup): AggregateGroup => {
  const found: Record<Measure, Record<string, Json>> = { sum: {}, average: {}, min: {}, max: {} }
  for (const [at, { measure, field }] of measures.entries())
    found[measure][field] = said(unit, field, group.measures[at])
  const key = Object.fromEntries(groupBy.map((name, at) => [name, said(unit, name, group.key[at])]))
  return { key, count: group.count, ...found }
}

const said = (unit: EntityUnit, name: string, value: Json | undefined): Json => {
  if (value === undefined) throw unsaidAmong(unit, name)
  return value
}

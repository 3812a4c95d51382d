import { type EntityModel, type Json, type JsonObject, type ServiceModel, valueAt } from '@charter/runtime'
import { type MeetOptions, meetingChecks, meetsChecks, otherValues } from './meet-checks.ts'
import { type RowsByEntity, rowAround } from './row-around.ts'

/**
 * Rows that refer to each other, with other values where a check over relations would not hold: of the row, else of one that it leads to.
 * As they are where none are found.
 */
export const meetingRelated = (
  model: ServiceModel,
  rows: RowsByEntity,
  meetingOf: (entity: EntityModel, ordinal: number) => MeetOptions,
): RowsByEntity =>
  model.entities.reduce<RowsByEntity>(
    (made, entity) =>
      (entity.relatedChecks ?? []).length === 0
        ? made
        : (made[entity.name] ?? []).reduce<RowsByEntity>(
            (so, _, ordinal) => metRow({ model, rows: so, entity, ordinal, meetingOf }),
            made,
          ),
    rows,
  )

interface Meeting {
  readonly model: ServiceModel
  readonly rows: RowsByEntity
  readonly entity: EntityModel
  readonly ordinal: number
  meetingOf(entity: EntityModel, ordinal: number): MeetOptions
}

const metRow = (meeting: Meeting): RowsByEntity => {
  const { model, rows, entity, ordinal, meetingOf } = meeting
  const row = rows[entity.name]?.[ordinal] ?? {}
  const paths = pathsOf(entity)
  const all = { ...entity, checks: [...entity.checks, ...(entity.relatedChecks ?? [])] }
  const around = along(rowAround(model, rows, entity, row), paths)
  const compared = paths.flatMap((path) => valueAt(around, path) ?? [])
  const met = meetingChecks(all, { ...around, ...row }, { ...meetingOf(entity, ordinal), compared })
  if (!meetsChecks(all, met)) return elsewhere(meeting, compared) ?? rows
  const own = Object.fromEntries(Object.keys(row).map((name) => [name, met[name] ?? null]))
  return withRow(rows, entity, ordinal, own)
}

/** The rows with other values in those that the row leads to, one after the other, so that its checks hold; null where none are found. */
const elsewhere = (meeting: Meeting, compared: readonly Json[]): RowsByEntity | null => {
  const { model, entity, ordinal, meetingOf } = meeting
  let { rows } = meeting
  for (const path of pathsOf(entity)) {
    const broken = brokenOf(model, rows, entity, ordinal)
    const end = endOf(model, rows, entity, rows[entity.name]?.[ordinal] ?? {}, path)
    if (broken === 0 || !end || end.entity.key.includes(end.field)) continue
    const options = { ...meetingOf(end.entity, end.ordinal), compared }
    const values = options.isTied(end.field) ? [] : otherValues(end.entity, end.field, options)
    const changed = values
      .map((value) => ({ ...end.row, [end.field]: value }))
      .filter((row) => meetsChecks(end.entity, row))
      .map((row) => withRow(rows, end.entity, end.ordinal, row))
    rows = changed.find((made) => brokenOf(model, made, entity, ordinal) < broken) ?? rows
  }
  return brokenOf(model, rows, entity, ordinal) === 0 ? rows : null
}

/** How many checks over relations do not hold of this row and those before it. */
const brokenOf = (model: ServiceModel, rows: RowsByEntity, entity: EntityModel, ordinal: number): number =>
  (rows[entity.name] ?? []).slice(0, ordinal + 1).flatMap((row) => {
    const around = rowAround(model, rows, entity, row)
    return (entity.relatedChecks ?? []).filter((check) => !meetsChecks({ checks: [check] }, around))
  }).length

interface End {
  readonly entity: EntityModel
  readonly row: JsonObject
  readonly ordinal: number
  readonly field: string
}

/** Where a path ends: which field of which row of another entity. */
const endOf = (
  model: ServiceModel,
  rows: RowsByEntity,
  entity: EntityModel,
  row: JsonObject,
  [first = '', ...more]: readonly string[],
): End | null => {
  const relation = entity.relations.find(({ name }) => name === first)
  const target = model.entities.find(({ name }) => name === relation?.target)
  if (!relation || !target || more.length === 0) return null
  const ordinal = (rows[target.name] ?? []).findIndex((each) =>
    relation.to.every((to, at) => each[to] === row[relation.from[at] ?? '']),
  )
  const found = rows[target.name]?.[ordinal]
  if (!found) return null
  return more.length === 1
    ? { entity: target, row: found, ordinal, field: more[0] ?? '' }
    : endOf(model, rows, target, found, more)
}

const withRow = (rows: RowsByEntity, { name }: EntityModel, ordinal: number, row: JsonObject): RowsByEntity => ({
  ...rows,
  [name]: (rows[name] ?? []).map((each, at) => (at === ordinal ? row : each)),
})

const pathsOf = ({ relatedChecks = [] }: EntityModel): readonly (readonly string[])[] =>
  relatedChecks.flatMap(({ paths }) => paths)

/** What paths lead to, as plain objects under the names of the relations. */
const along = (around: JsonObject, paths: readonly (readonly string[])[]): JsonObject =>
  Object.fromEntries(
    [...new Set(paths.map(([first = '']) => first))].map((name) => {
      const further = paths.filter(([first, ...more]) => first === name && more.length > 0).map((path) => path.slice(1))
      const value = around[name] ?? null
      const isRow = further.length > 0 && typeof value === 'object' && value !== null && !Array.isArray(value)
      return [name, isRow ? along(value as JsonObject, further) : value]
    }),
  )

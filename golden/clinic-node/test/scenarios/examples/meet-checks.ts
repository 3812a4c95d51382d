import {
  type EntityModel,
  evaluate,
  type Json,
  type JsonObject,
  readingAt,
  readValue,
  type Type,
} from '../../../src/runtime/index.ts'
import { exampleValue } from './example-value.ts'

export interface MeetOptions {
  readonly types: Readonly<Record<string, Type>>
  /** Of the row: its values stay near to it, so that rows differ. */
  readonly ordinal: number
  /** Fields that something else than the checks has a word in: they stay as they are. */
  readonly isTied: (field: string) => boolean
  /** Values that the checks compare with, beside those that they name. */
  readonly compared?: readonly Json[]
}

/** The row with other values in at most two fields, so that the entity's checks hold; as it is where none are found. */
export const meetingChecks = (entity: EntityModel, row: JsonObject, meeting: MeetOptions): JsonObject => {
  const broken = entity.checks.filter(({ predicate }) => evaluate(predicate, row, nobody) === false)
  if (broken.length === 0) return row
  const names = [...new Set(broken.flatMap(({ fields }) => fields))].filter((name) => !isBound(entity, name, meeting))
  const others = names.reverse().map((name) => ({ name, values: otherValues(entity, name, meeting) }))
  const singles = others.flatMap(({ name, values }) => values.map((value) => ({ ...row, [name]: value })))
  const meets = (each: JsonObject): boolean => meetsChecks(entity, each)
  const pairs = () =>
    others.flatMap(({ name, values }, at) =>
      singles
        .slice(
          0,
          others.slice(0, at).reduce((sum, each) => sum + each.values.length, 0),
        )
        .flatMap((single) => values.map((value) => ({ ...single, [name]: value }))),
    )
  return singles.find(meets) ?? pairs().find(meets) ?? row
}

/** Whether each of an entity's checks holds for a row: one does unless it is false. */
export const meetsChecks = ({ checks }: Pick<EntityModel, 'checks'>, row: JsonObject): boolean =>
  checks.every(({ predicate }) => evaluate(predicate, row, nobody) !== false)

/** Whether a value is one of a type, in its canonical form. */
export const isValueOf = (type: Type, value: Json, types: Readonly<Record<string, Type>>): boolean => {
  const reading = readingAt(today, types)
  return readValue(type, value, '', reading) === value && reading.errors.length === 0
}

const nobody = { id: '', roles: [], attributes: {} }
const today = '2026-06-15T12:00:00Z'
const near = 12

const isBound = ({ key, unique, relations }: EntityModel, name: string, { isTied }: MeetOptions): boolean =>
  isTied(name) ||
  [key, ...unique.map(({ fields }) => fields), ...relations.map(({ from }) => from)].flat().includes(name)

/** Usual values from the next ordinal on, those that the checks name and those beside them; no value last. */
export const otherValues = (
  { fields, checks }: EntityModel,
  name: string,
  { types, ordinal, compared = [] }: MeetOptions,
): readonly Json[] => {
  const field = fields.find((each) => each.name === name)
  if (!field) return []
  const usual = Array.from({ length: near }, (_, at) =>
    exampleValue(field.type, { types, ordinal: (ordinal + 1 + at) % (ordinal + near), name }),
  )
  const named = [...compared, ...checks.flatMap(({ predicate }) => literalsIn(predicate))].flatMap(beside)
  const values = [...usual, ...named].filter(
    (value): value is Exclude<Json, null> =>
      value !== undefined && value !== null && isValueOf(field.type, value, types),
  )
  return field.isOptional ? [...values, null] : values
}

const literalsIn = (of: unknown): readonly Json[] => {
  if (typeof of !== 'object' || of === null) return []
  if ('kind' in of && of.kind === 'value' && 'value' in of) return [of.value as Json]
  return Object.values(of).flatMap(literalsIn)
}

const beside = (value: Json): readonly Json[] => (typeof value === 'number' ? [value, value + 1, value - 1] : [value])

/** Whether a check speaks of a field, of its row alone or of others too. */
export const isChecked = ({ checks, relatedChecks = [] }: EntityModel, name: string): boolean =>
  [...checks, ...relatedChecks].some(({ fields }) => fields.includes(name))

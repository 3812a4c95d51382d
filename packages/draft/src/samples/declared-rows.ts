import type { Entity, Field } from '@charter/charter'
import { type Json, type JsonObject, readingAt, readValue } from '@charter/runtime'
import type { SampleContext } from './sample-value.ts'

/**
 * The rows that a charter itself gives of an entity (`samples`), whole: what one leaves out is its default, nothing where it may be
 * absent, else what `madeUp` makes of it. A row that lacks what nothing can be made of is left out.
 */
export const declaredRows = (
  { charter, entity, now }: Pick<SampleContext, 'charter' | 'entity' | 'now'>,
  madeUp: (field: Field, ordinal: number) => Json | undefined,
): readonly JsonObject[] => {
  const types = Object.fromEntries(Object.values(charter.types).map(({ name, type }) => [name, type]))
  return (entity.samples ?? []).flatMap((sample, ordinal) => {
    const row: Record<string, Json> = {}
    for (const field of entity.fields) {
      const given = Object.hasOwn(sample, field.name) ? sample[field.name] : undefined
      const value =
        given === undefined || given === null
          ? leftOut(field, () => madeUp(field, ordinal))
          : readValue(field.type, given, '', readingAt(now, types))
      if (value === undefined) return []
      row[field.name] = value
    }
    return [row]
  })
}

const leftOut = (field: Field, madeUp: () => Json | undefined): Json | undefined => {
  if (field.default?.kind === 'value') return field.default.value
  return field.isOptional ? null : madeUp()
}

/** A value that the charter's own rows have in a plain text of no person's: what is made up beside them speaks of the same places. */
export const declaredTexts = ({ samples = [], key }: Entity, field: Field): readonly string[] =>
  field.type.kind !== 'text' || field.isUnique || field.class !== undefined || key.includes(field.name)
    ? []
    : samples.map((sample) => sample[field.name]).filter((value) => typeof value === 'string')

import type { EntityModel, FieldModel, Json, JsonObject } from '@charter/runtime'

const referencesMax = 5

/**
 * A row, and then others of its entity, for a database that refuses it by a rule which its charter does not say: with plain words and
 * with what the database fills in by itself, and with fewer references (of several that exclude one another). At most 14.
 */
export const otherRows = (entity: EntityModel, row: JsonObject, ordinal: number): readonly JsonObject[] =>
  [row, { ...row, ...plainValues(entity, row, ordinal) }].flatMap((each) => [
    each,
    ...withFewerReferences(entity, each),
  ])

const plainValues = (
  { fields, key, unique, relations, checks }: EntityModel,
  row: JsonObject,
  ordinal: number,
): JsonObject => {
  const tied = new Set(
    [
      ...relations.filter(({ kind }) => kind === 'one').map(({ from }) => from),
      ...checks.map((each) => each.fields),
    ].flat(),
  )
  const single = new Set([...key, ...unique.flatMap((each) => each.fields)])
  return Object.fromEntries(
    fields
      .filter(({ name }) => !tied.has(name) && row[name] !== null && row[name] !== undefined)
      .flatMap((field): readonly (readonly [string, Json])[] => {
        if (field.default?.kind === 'value' && !single.has(field.name)) return [[field.name, field.default.value]]
        const word = plainWord(field, ordinal)
        return word === null ? [] : [[field.name, word]]
      }),
  )
}

/** Letters, and a digit at the end: what rules about names take. */
const plainWord = ({ name, type }: FieldModel, ordinal: number): string | null => {
  if (type.kind !== 'text' || type.pattern !== undefined || type.format !== undefined) return null
  const end = String(ordinal)
  const word = name.toLowerCase().replaceAll(/[^a-z]/g, '') || 'word'
  const made = word.slice(0, Math.max(0, (type.lengthMax ?? 1000) - end.length)) + end
  return made.length < (type.lengthMin ?? 0) ? null : made
}

/** None of the references that may be missing, then each alone. */
const withFewerReferences = (entity: EntityModel, row: JsonObject): readonly JsonObject[] => {
  const isOptional = (name: string): boolean =>
    !entity.key.includes(name) && entity.fields.find((field) => field.name === name)?.isOptional === true
  const optional = entity.relations
    .filter(({ kind, from }) => kind === 'one' && from.every((name) => isOptional(name) && row[name] !== null))
    .slice(0, referencesMax)
  if (optional.length === 0) return []
  const kept = (chosen: readonly string[]): JsonObject => ({
    ...row,
    ...Object.fromEntries(
      optional.flatMap(({ from }) => from.map((name) => [name, chosen.includes(name) ? (row[name] ?? null) : null])),
    ),
  })
  return [kept([]), ...(optional.length > 1 ? optional.map(({ from }) => kept(from)) : [])]
}

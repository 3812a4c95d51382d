import type { Break, Charter, Entity, Field } from '@charter/charter'

/** What clients may no longer write, or must write now: no compiler sees it. */
export const writeBreaks = (before: Charter, after: Charter): readonly Break[] =>
  before.entities.flatMap((entity) => {
    const now = after.entities.find(({ id }) => id === entity.id)
    return now ? entityBreaks(entity, now) : []
  })

const entityBreaks = (before: Entity, after: Entity): readonly Break[] =>
  after.fields.flatMap((field) => {
    const old = before.fields.find(({ id }) => id === field.id)
    return fieldSentences(old, field).map(
      (sentence): Break => ({ about: `${after.name}.${field.name}`, sentence, severity: 'breaking' }),
    )
  })

const fieldSentences = (before: Field | undefined, after: Field): readonly string[] => [
  ...(isNeeded(after) && !(before && isNeeded(before))
    ? [`${after.name} must now be given on create and replace.`]
    : []),
  ...(before && !before.isReadOnly && after.isReadOnly ? [`${after.name} can no longer be written.`] : []),
  ...(before && !before.isImmutable && after.isImmutable
    ? [`${after.name} can no longer be changed after create.`]
    : []),
]

const isNeeded = ({ isOptional, default: fallback, isReadOnly }: Field): boolean =>
  !isOptional && !fallback && !isReadOnly

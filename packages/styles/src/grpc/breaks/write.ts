import { type Break, type Charter, type Entity, type Field, writableOf } from '@charter/charter'
import { fileSentences } from '../../file-sentences.ts'

/** What clients may no longer write, or must write now: no compiler sees it. */
export const writeBreaks = (before: Charter, after: Charter): readonly Break[] =>
  before.entities.flatMap((entity) => {
    const now = after.entities.find(({ id }) => id === entity.id)
    return now ? entityBreaks(entity, now) : []
  })

const entityBreaks = (before: Entity, after: Entity): readonly Break[] =>
  after.fields.flatMap((field) => {
    const old = before.fields.find(({ id }) => id === field.id)
    return fieldSentences(old && { field: old, writable: writableOf(old, before) }, {
      field,
      writable: writableOf(field, after),
    }).map((sentence): Break => ({ about: `${after.name}.${field.name}`, sentence, severity: 'breaking' }))
  })

interface Written {
  readonly field: Field
  readonly writable: ReturnType<typeof writableOf>
}

const fieldSentences = (before: Written | undefined, after: Written): readonly string[] => {
  const { name } = after.field
  const was = before?.writable
  return [
    ...(neededOn(after) !== '' && neededOn(before) !== neededOn(after) && neededOn(before) !== 'create and replace'
      ? [`${name} must now be given on ${neededOn(after)}.`]
      : []),
    ...(was !== undefined && was !== 'never' && after.writable === 'never'
      ? [`${name} can no longer be written.`]
      : []),
    ...(was === 'always' && after.writable === 'create' ? [`${name} can no longer be changed after create.`] : []),
    ...(before ? fileSentences(before.field, after.field) : []),
  ]
}

/** Which requests must hold it; empty where none must. */
const neededOn = (of: Written | undefined): string => {
  if (!of || of.writable === 'never' || of.field.isOptional || of.field.default) return ''
  return of.writable === 'create' ? 'create' : 'create and replace'
}

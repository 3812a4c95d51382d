import { actionsOf } from '../language/actions.ts'
import type { Options } from '../options.ts'
import { note, type Outline, type OutlineEntity } from '../outline.ts'
import { entityName, wordsOf } from '../read/names.ts'
import { type Source, saidBy } from './taken.ts'
import type { Event } from './time-said.ts'

/** A time that a condition compares with: `lesson.startsAt`. */
export interface TimeField {
  readonly path: string
  readonly type: 'instant' | 'date'
  readonly isOptional: boolean
  /** When the row was made: nothing is done with it before. */
  readonly isOfMaking?: boolean
}

/** The field of a row, or of what it refers to, that an event is kept in; drafted where the words say plainly that there is one. Null where it is not clear. */
export const timeField = (
  entity: OutlineEntity,
  event: Event,
  { outline, said }: { readonly outline: Outline; readonly said: Source },
): TimeField | null => {
  if (event.isDeed && isOfMaking(event.words)) return madeAt(entity, outline, said)
  const isOfOther = event.of !== '' && entityName(event.of) !== entity.name
  const own = isOfOther ? [] : fieldsFor(entity, event)
  if (own.length > 0) return own.length === 1 ? (own[0] ?? null) : null
  const related = relatedTo(entity, event, outline)
  if (related.length > 0 || isOfOther) return related.length === 1 ? (related[0] ?? null) : null
  const added = plainly.find(([of]) => of.test(event.words))?.[1]
  if (added === undefined || !event.isOwn || entity.fields.has(added) || entity.relations.has(added)) return null
  entity.fields.set(added, { type: 'instant' })
  note(outline, `${entity.name}.${added}`, saidBy(said))
  return { path: added, type: 'instant', isOptional: false }
}

const plainly: readonly (readonly [RegExp, string])[] = [
  [/^(?:start|begin|beginning)$/, 'startsAt'],
  [/^(?:end|finish)$/, 'endsAt'],
]

/** When a row was made is known of every row. */
const isOfMaking = (verb: string): boolean => actionsOf(verb)?.join() === 'create'

const madeAt = ({ name, fields }: OutlineEntity, outline: Outline, said: Source): TimeField => {
  const known = [...fields].find(([, { type, default: from }]) => type === 'instant' && from === 'now')?.[0]
  if (known === undefined) {
    fields.set('createdAt', { type: 'instant', default: 'now', readOnly: true })
    note(outline, `${name}.createdAt`, saidBy(said))
  }
  return { path: known ?? 'createdAt', type: 'instant', isOptional: false, isOfMaking: true }
}

const fieldsFor = ({ fields }: OutlineEntity, event: Event): readonly TimeField[] =>
  [...fields].flatMap(([name, { type, optional }]) =>
    (type === 'instant' || type === 'date') && isOf(name, event)
      ? [{ path: name, type, isOptional: optional === true }]
      : [],
  )

const relatedTo = ({ relations }: OutlineEntity, event: Event, { entities }: Outline): readonly TimeField[] =>
  [...relations].flatMap(([relation, options]) => {
    const target = entities.get(oneOf(options))
    const isMeant = event.of === '' || target?.name === entityName(event.of)
    if (!target || !isMeant) return []
    return fieldsFor(target, event).map((field) => ({ ...field, path: `${relation}.${field.path}` }))
  })

const oneOf = ({ one, optional }: Options): string => (typeof one === 'string' && optional !== true ? one : '')

/** `startTime` and `beginsOn` of `start`, `dueOn` of `due date`, `departureTime` of `depart`. */
const isOf = (field: string, { words }: Event): boolean => {
  const [kept, said] = [bare(wordsOf(field)), bare(wordsOf(words))]
  if (kept === '' || said === '') return false
  const alike = synonyms.find((each) => each.test(said))
  if (alike) return alike.test(kept)
  return kept === said || (said.length > 3 && !kept.includes(' ') && kept.startsWith(said.replace(/[ey]$/, '')))
}

const synonyms = [/^(?:starts?|begins?|beginning)$/, /^(?:ends?|finish(?:es)?)$/]

/** Without what only says that it is a time. */
const bare = (words: readonly string[]): string =>
  words.filter((word) => !/^(?:at|on|time|date|day)$/.test(word)).join(' ')

import type { Outline } from '../outline.ts'
import { roleName } from '../outline-names.ts'
import { entityName } from '../read/names.ts'
import { deedsOf, limitDeeds } from './limit-deed.ts'
import type { Taken } from './taken.ts'
import { type TimeField, timeField } from './time-field.ts'
import { type TimeSaid, timesIn } from './time-said.ts'

/** Times that limit a right: the words of the limit are taken out, so that the right is read without it, and stands under it then. */
export const timesTaken = (words: string): readonly Taken[] =>
  timesIn(words).map((time) => ({ ...time, addRules: (outline) => addTime(outline, time) }))

const addTime = (outline: Outline, time: TimeSaid): boolean => {
  const entity = outline.entities.get(entityName(time.thing))
  if (!entity) return false
  const deeds = time.verbs.map((verb) => deedsOf(verb, entity))
  const roles = time.roles.map(roleName)
  const mayAll = roles.every((role) => {
    const grant = entity.allow.get(role)
    const allowed = grant ? [grant, ...grant.more].flatMap(({ actions }) => [...actions]) : []
    return deeds.every((each) => each.some((deed) => allowed.includes(deed)))
  })
  if (deeds.length === 0 || deeds.some((each) => each.length === 0) || !mayAll) return false
  const field = timeField(entity, time.event, { outline, said: time })
  const condition = field && conditionOf(field, time)
  if (!condition) return false
  const limit = { condition, message: time.is === 'before' ? 'It is too late for that.' : 'It is too early for that.' }
  for (const role of roles.length > 0 ? roles : [undefined]) limitDeeds(entity, deeds.flat(), { ...limit, role })
  return true
}

/** `context.now < resource.createdAt.offset(duration("24h"))`; days alone are counted from a date. */
const conditionOf = ({ path, type, isOptional }: TimeField, { is, shift }: TimeSaid): string | null => {
  if (type === 'date' && shift !== null && shift.unit !== 'd') return null
  const now = type === 'date' ? 'context.today' : 'context.now'
  const moved = shift === null ? '' : `.offset(duration("${shift.count}${shift.unit}"))`
  const guard = isOptional
    ? `resource${path.includes('.') ? `.${path.split('.').slice(0, -1).join('.')}` : ''} has ${path.split('.').at(-1)} && `
    : ''
  return `${guard}${now} ${is === 'before' ? '<' : '>='} resource.${path}${moved}`
}

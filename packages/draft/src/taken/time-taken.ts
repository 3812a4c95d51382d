import type { Analysis } from '../analysis.ts'
import { actionsOf } from '../language/actions.ts'
import { isDenied, linesOf, note, type Outline, type OutlineEntity } from '../outline.ts'
import { roleName } from '../outline-names.ts'
import { deedsThere, limitDeeds } from './limit-deed.ts'
import { namedAs } from './named-as.ts'
import { lastRole, lastThing } from './spoken-before.ts'
import { foundBy, saidBy, type Taken } from './taken.ts'
import { type TimeField, timeField } from './time-field.ts'
import { type TimeSaid, timesIn } from './time-said.ts'

/** Times that limit a right: the words of the limit are taken out, so that the right is read without it, and stands under it then. */
export const timesTaken = (words: string): readonly Taken[] =>
  timesIn(words).map((time) => ({
    ...time,
    isWhole: true,
    withThings: (analysis) => withReference(analysis, time),
    addRules: (outline) => time.isRest || addTime(outline, time),
  }))

/** `Feedback on a meeting` is of one. */
const withReference = (analysis: Analysis, time: TimeSaid): Analysis => {
  const names = analysis.entities.map(({ name }) => name)
  const [from, to] = [time.thing, time.about].map((noun) => namedAs(noun, names))
  if (from === undefined || to === undefined || from === to) return analysis
  if (analysis.relations.some((each) => each.from === from && each.to === to)) return analysis
  const relation = { from, to, kind: 'many-to-one' as const, owned: false, optional: false, ...foundBy(time) }
  return { ...analysis, relations: [...analysis.relations, relation] }
}

const addTime = (outline: Outline, time: TimeSaid): boolean => {
  const entity =
    time.thing === ''
      ? lastThing(time.spoken, outline)
      : outline.entities.get(namedAs(time.thing, outline.entities.keys()) ?? '')
  const them = time.isOfThem ? lastRole(time.spoken, outline.roles) : undefined
  if (!entity || (time.isOfThem && them === undefined)) return false
  const deeds = time.verbs.map((verb) => actionsOf(verb) ?? deedsThere(verb, entity))
  const roles = them === undefined ? time.roles.map(roleName) : [them]
  if (deeds.length === 0 || deeds.some((each) => each.length === 0)) return false
  for (const role of roles) if (!mayAll(outline, entity, { role, deeds, said: time })) return false
  const field = timeField(entity, time.event, { outline, said: time })
  const condition = field && conditionOf(field, time)
  if (!condition) return false
  const limit = { condition, message: time.is === 'before' ? 'It is too late for that.' : 'It is too early for that.' }
  for (const role of roles.length > 0 ? roles : [undefined]) limitDeeds(entity, deeds.flat(), { ...limit, role })
  return true
}

interface Doing {
  readonly role: string
  readonly deeds: readonly (readonly string[])[]
  readonly said: TimeSaid
}

/** Whether a role may do all of it: what the words of the limit alone let it do with rows, it may do with those that it sees. */
const mayAll = (outline: Outline, { name, allow }: OutlineEntity, { role, deeds, said }: Doing): boolean => {
  const grant = allow.get(role)
  const lines = linesOf(grant)
  const missing = deeds.filter((each) => !each.some((deed) => lines.some(({ actions }) => actions.has(deed))))
  if (missing.length === 0) return true
  const [seen, ...others] = lines.filter(({ actions }) => actions.has('read'))
  const isKnown = missing.flat().every((deed) => isOfRows.test(deed) && !isDenied(outline, role, name, deed))
  if (!seen || others.length > 0 || !isKnown) return false
  for (const deed of missing.flat()) seen.actions.add(deed)
  note(outline, `${name}.allow.${role}`, saidBy(said))
  return true
}

const isOfRows = /^(?:create|update|delete)$/

/** `context.now < resource.createdAt.offset(duration("24h"))`; days alone are counted from a date. */
const conditionOf = (field: TimeField, time: TimeSaid): string | null => {
  const { path, type, isOptional, isOfMaking } = field
  const { is, shift, isFromThen } = time
  if (type === 'date' && shift !== null && shift.unit !== 'd') return null
  const now = type === 'date' ? 'context.today' : 'context.now'
  const moved = shift === null ? '' : `.offset(duration("${shift.count}${shift.unit}"))`
  const at = path.lastIndexOf('.')
  const holder = at < 0 ? 'resource' : `resource.${path.slice(0, at)}`
  return [
    ...(isOptional ? [`${holder} has ${path.slice(at + 1)}`] : []),
    ...(isFromThen && !isOfMaking ? [`${now} ${afterOf(field, time)} resource.${path}`] : []),
    `${now} ${is === 'before' ? beforeOf(field, time) : afterOf(field, time)} resource.${path}${moved}`,
  ].join(' && ')
}

/** On its day something may have begun already, and has not ended yet. */
const isOfBeginning = ({ words }: TimeSaid['event']): boolean =>
  /^(?:start|begin|depart|leave|arriv|open|check-in|check-out)/.test(words)

/** Until its due date takes in the day, and before it does not. */
const beforeOf = ({ type }: TimeField, { how, shift, event }: TimeSaid): string =>
  type === 'date' && shift === null && how !== 'before' && !isOfBeginning(event) ? '<=' : '<'

/** After it has ended is from the next day on. */
const afterOf = ({ type }: TimeField, { how, event }: TimeSaid): string => {
  const isOfDay = how === 'from' || (how !== 'after' && isOfBeginning(event))
  return type === 'date' && !isOfDay ? '>' : '>='
}

import { creatorField } from '../creator-field.ts'
import { actionsOf } from '../language/actions.ts'
import { bothOf, limitActions } from '../limit-actions.ts'
import type { Options } from '../options.ts'
import { note, type Outline, type OutlineEntity } from '../outline.ts'
import { operationName, roleName } from '../outline-names.ts'
import { entityName } from '../read/names.ts'
import { type DutySaid, dutiesIn } from './duties-said.ts'
import { saidBy, type Taken } from './taken.ts'

/** Separation of duties: who made a row does not do with it what somebody else has to. */
export const dutiesTaken = (words: string): readonly Taken[] =>
  dutiesIn(words).map((duty) => ({ ...duty, addRules: (outline) => addDuty(outline, duty) }))

const addDuty = (outline: Outline, duty: DutySaid): boolean => {
  const [only, ...others] = entitiesOf(outline, duty)
  const actions = only ? actionsFor(duty.verb, only) : []
  if (!only || others.length > 0 || actions.length === 0) return askWho(outline, duty)
  const isNew = ![...only.fields.values()].some(({ default: from }) => from === 'principal')
  const creator = creatorField(only, duty.creator)
  if (isNew) note(outline, `${only.name}.${creator}`, saidBy(duty))
  const condition = `principal.id != resource.${creator}`
  const role = roleName(duty.who)
  const isOfRole = outline.roles.has(role)
  const left = isOfRole ? actions : actions.filter((action) => !limitMove(only, action, { condition, verb: duty.verb }))
  for (const [name, grant] of only.allow) if (!isOfRole || name === role) limitActions(grant, left, condition)
  return true
}

/** The thing that is named, or the only one with which that is done. */
const entitiesOf = ({ entities }: Outline, { thing, verb }: DutySaid): readonly OutlineEntity[] => {
  const named = entities.get(entityName(thing))
  if (named) return [named]
  return thing === ''
    ? [...entities.values()].filter((each) => actionsOf(verb) === null && actionsFor(verb, each).length > 0)
    : []
}

/** What somebody may do, or a state is moved by. */
const actionsFor = (verb: string, entity: OutlineEntity): readonly string[] => {
  const known = actionsOf(verb) ?? [operationName(`${verb} ${entity.name}`)]
  const lines = [...entity.allow.values()].flatMap((grant) => [grant, ...grant.more])
  return known.filter((action) => lines.some(({ actions }) => actions.has(action)) || moveIn(entity, action) !== null)
}

interface Move {
  readonly field: string
  readonly states: Options
  readonly moves: Options
  readonly move: Options
}

const moveIn = ({ fields }: OutlineEntity, action: string): Move | null => {
  for (const [field, { states }] of fields) {
    const moves = (states as Options | undefined)?.moves as Options | undefined
    const move = moves?.[action] as Options | undefined
    if (states !== undefined && moves && move) return { field, states: states as Options, moves, move }
  }
  return null
}

/** What has to hold whoever moves it stands at the move. */
const limitMove = (
  entity: OutlineEntity,
  action: string,
  { condition, verb }: { readonly condition: string; readonly verb: string },
): boolean => {
  const found = moveIn(entity, action)
  if (!found) return false
  const { field, states, moves, move } = found
  const when = typeof move.when === 'string' ? bothOf(move.when, condition) : condition
  const limited = { ...move, when, message: `Whoever made it does not ${verb} it.` }
  entity.fields.set(field, {
    ...entity.fields.get(field),
    states: { ...states, moves: { ...moves, [action]: limited } },
  })
  return true
}

const askWho = ({ questions }: Outline, { quote, verb, thing }: DutySaid): boolean => {
  const what = thing === '' ? 'that' : `a ${thing}`
  const sentence = `"${quote.replace(/[\s.!?;]+$/, '')}": who may ${verb} ${what}? Nobody may yet, so no rule was made of it.`
  questions.push({ about: 'access', sentence, choices: [] })
  return true
}

import { creatorField } from '../creator-field.ts'
import { actionsOf } from '../language/actions.ts'
import { note, type Outline, type OutlineEntity } from '../outline.ts'
import { roleName } from '../outline-names.ts'
import { entityName } from '../read/names.ts'
import { type DutySaid, dutiesIn } from './duties-said.ts'
import { deedsOf, limitDeeds } from './limit-deed.ts'
import { saidBy, type Taken } from './taken.ts'

/** Separation of duties: who made a row does not do with it what somebody else has to. */
export const dutiesTaken = (words: string): readonly Taken[] =>
  dutiesIn(words).map((duty) => ({ ...duty, addRules: (outline) => addDuty(outline, duty) }))

const addDuty = (outline: Outline, duty: DutySaid): boolean => {
  const [only, ...others] = entitiesOf(outline, duty)
  const deeds = only ? deedsOf(duty.verb, only) : []
  if (!only || others.length > 0 || deeds.length === 0) return askWho(outline, duty)
  const isNew = ![...only.fields.values()].some(({ default: from }) => from === 'principal')
  const creator = creatorField(only, duty.creator)
  if (isNew) note(outline, `${only.name}.${creator}`, saidBy(duty))
  const role = roleName(duty.who)
  limitDeeds(only, deeds, {
    condition: `principal.id != resource.${creator}`,
    message: `Whoever made it does not ${duty.verb} it.`,
    ...(outline.roles.has(role) && { role }),
  })
  return true
}

/** The thing that is named, or the only one with which that is done. */
const entitiesOf = ({ entities }: Outline, { thing, verb }: DutySaid): readonly OutlineEntity[] => {
  const named = entities.get(entityName(thing))
  if (named) return [named]
  return thing === ''
    ? [...entities.values()].filter((each) => actionsOf(verb) === null && deedsOf(verb, each).length > 0)
    : []
}

const askWho = ({ questions }: Outline, { quote, verb, thing }: DutySaid): boolean => {
  const what = thing === '' ? 'that' : `a ${thing}`
  const sentence = `"${quote.replace(/[\s.!?;]+$/, '')}": who may ${verb} ${what}? Nobody may yet, so no rule was made of it.`
  questions.push({ about: 'access', sentence, choices: [] })
  return true
}

import { creatorField } from '../creator-field.ts'
import { actionsOf } from '../language/actions.ts'
import { note, type Outline, type OutlineEntity } from '../outline.ts'
import { roleName } from '../outline-names.ts'
import { quoted } from '../sentences-said.ts'
import { type DutySaid, dutiesIn } from './duties-said.ts'
import { choicesIn, deedsThere, limitDeeds, takeDeeds } from './limit-deed.ts'
import { namedAs } from './named-as.ts'
import { saidBy, type Taken } from './taken.ts'

/** Separation of duties: who made a row does not do with it what somebody else has to. */
export const dutiesTaken = (words: string): readonly Taken[] =>
  dutiesIn(words).map((duty) => ({ ...duty, addRules: (outline) => addDuty(outline, duty) }))

/** `Nobody decides on a request of their own`: whatever may be made of it. */
const decides = /^(?:decide|judge|rule)$/

const addDuty = (outline: Outline, duty: DutySaid): boolean => {
  const entities = entitiesOf(outline, duty)
  const [only, ...others] = entities
  const deeds = only ? (decides.test(duty.verb) ? choicesIn(only) : deedsThere(duty.verb, only)) : []
  if (!only || others.length > 0 || duty.more !== '') return leaveOut(outline, entities, duty)
  if (deeds.length === 0) return askWho(outline, duty)
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

/** Of a duty that is not understood to its last word, nobody is given what it is about. */
const leaveOut = (outline: Outline, entities: readonly OutlineEntity[], duty: DutySaid): boolean => {
  const { quote, verb, thing, more } = duty
  const given = entities.filter((entity) => takeDeeds(entity, deedsThere(verb, entity)))
  if (given.length === 0) return askWho(outline, duty)
  const what = more === '' ? (thing === '' ? 'what is theirs' : `a ${thing} of theirs`) : more
  const sentence = `"${quoted(quote)}": what does "${what}" mean for who may ${verb} it? No rule was made of it, and nobody was given that.`
  outline.questions.push({ about: entities[0]?.name ?? 'access', sentence, choices: [] })
  return true
}

/** The thing that is named, or those with which that is done. */
const entitiesOf = ({ entities }: Outline, { thing, verb }: DutySaid): readonly OutlineEntity[] => {
  const named = entities.get(namedAs(thing, entities.keys()) ?? '')
  if (named) return [named]
  return [...entities.values()].filter((each) => actionsOf(verb) === null && deedsThere(verb, each).length > 0)
}

const askWho = ({ questions }: Outline, { quote, verb, thing }: DutySaid): boolean => {
  const what = thing === '' ? 'that' : `a ${thing}`
  const sentence = `"${quoted(quote)}": who may ${verb} ${what}? Nobody may yet, so no rule was made of it.`
  questions.push({ about: 'access', sentence, choices: [] })
  return true
}

import { withArticle } from '@charter/runtime'
import { tokensOf } from './language/tokens.ts'
import type { Options } from './options.ts'
import { isDenied, note, type Outline, type OutlineEntity } from './outline.ts'
import { operationName } from './outline-names.ts'
import { wordsOf } from './read/names.ts'

/** States one after the other, each the ways on that there are: `[[placed], [paid], [shipped, cancelled]]`. */
type Steps = readonly (readonly string[])[]

/**
 * What rows go through, where the words say it in order: `An order is placed, then paid, then shipped or cancelled`, or values of a
 * field with arrows between them. Each step is a move; whoever may change the row may make it.
 */
export const completeStates = (outline: Outline, words: string): void => {
  for (const entity of outline.entities.values()) {
    const said = stepsSaid(entity, words)
    if (said) addStates(outline, entity, statusIn(outline, entity, said), said.steps)
    else
      for (const [field, { values, type }] of entity.fields) {
        const quote = outline.provenance.get(`${entity.name}.${field}`)?.quoted ?? ''
        const steps = type === 'enum' && Array.isArray(values) ? stepsOf(quote, values as readonly string[]) : null
        if (steps) addStates(outline, entity, field, steps)
      }
  }
}

interface Said {
  readonly steps: Steps
  readonly quote: string
  readonly offset: number
}

const state = '[a-z][a-z-]+(?: [a-z-]+){0,2}?'
const then = ',?\\s+(?:and\\s+)?then\\s+(?:is\\s+|are\\s+|gets?\\s+)?'

/** `Orders are placed, then paid`: of this thing, by its name. */
const stepsSaid = ({ name }: OutlineEntity, words: string): Said | null => {
  const thing = wordsOf(name).join('\\s+')
  const sentence = new RegExp(
    `(?:^|[.!?:;,]\\s+|\\n\\s*(?:[-*]\\s+)?|\\b(?:an?|the|each|every)\\s+)${thing}s?\\s+(?:is|are|gets?)\\s+(?:first\\s+)?(${state}(?:${then}${state}(?:,?\\s+or\\s+${state})*)+)(?=\\s*(?:[.!?;\\n]|$))`,
    'i',
  )
  const found = sentence.exec(words)
  if (!found) return null
  const steps = (found[1] ?? '').split(new RegExp(then, 'i')).map((step) => step.split(/,?\s+or\s+/i).map(tidy))
  return isSound(steps) ? { steps, quote: found[0].trim(), offset: found.index } : null
}

const tidy = (text: string): string => text.trim().toLowerCase()

const isSound = (steps: Steps): boolean => {
  const all = steps.flat()
  return (
    steps.length > 1 &&
    steps[0]?.length === 1 &&
    new Set(all).size === all.length &&
    all.every((each) => !isNoState.test(each))
  )
}

const isNoState = /^(?:an?|the|it|they|by|to|for|of|not|done|used|made|able|allowed)\b/

/** The values of a field in the order of its sentence, where that has an order. */
const stepsOf = (quote: string, values: readonly string[]): Steps | null => {
  if (!/→|->|=>|\bthen\b|\b(?:passes|goes|moves|proceeds|progresses) (?:through|from)\b/i.test(quote)) return null
  const places = values.map((value) => quote.toLowerCase().indexOf(value.toLowerCase()))
  const isInOrder = places.every((place, at) => place >= 0 && place > (places[at - 1] ?? -1))
  return values.length > 2 && isInOrder ? values.map((value) => [value]) : null
}

/** The field that has these states already, or a new one. */
const statusIn = (outline: Outline, entity: OutlineEntity, { steps, quote, offset }: Said): string => {
  const all = steps.flat()
  for (const [field, { values }] of entity.fields)
    if (Array.isArray(values) && all.every((each) => (values as readonly string[]).includes(each))) return field
  const field = entity.fields.has('status') ? 'stage' : 'status'
  entity.fields.set(field, { type: 'enum', values: all })
  note(outline, `${entity.name}.${field}`, { quoted: quote, offset, confidence: 0.8 })
  return field
}

/** Nothing where a move would have the name of another operation: then none of what is there is touched. */
const addStates = (outline: Outline, entity: OutlineEntity, field: string, steps: Steps): void => {
  const { optional: _, default: __, ...options } = entity.fields.get(field) ?? {}
  const moves = steps
    .slice(1)
    .flatMap((step, at) => step.map((to) => ({ name: moveName(entity, to), from: fromOf(steps[at] ?? []), to })))
  const names = moves.map(({ name }) => name)
  if (new Set(names).size < names.length || names.some((name) => isTaken(outline, entity, name))) return
  const made = moves.map(({ name, ...move }) => [name, { ...move, ...takeOver(outline, name) }] as const)
  entity.fields.set(field, { ...options, states: { moves: Object.fromEntries(made) } })
  for (const name of names) grant(outline, entity, name)
  askWho(outline, entity, names)
}

const fromOf = (states: readonly string[]): string | readonly string[] =>
  states.length === 1 && states[0] ? states[0] : states

/** `payOrder` leads to `paid`; what no verb is behind is marked. */
const moveName = ({ name }: OutlineEntity, to: string): string => {
  const [token] = tokensOf(to, 0)
  const isVerb = token !== undefined && !to.includes(' ') && token.lemma !== token.lower
  return operationName(isVerb ? `${token.lemma} ${name}` : `mark ${name} ${to}`)
}

/** Another entity has an operation of that name, or another field of this one a move. */
const isTaken = ({ operations }: Outline, entity: OutlineEntity, name: string): boolean => {
  const known = operations.get(name)
  return name === '' || (known !== undefined && known.entity !== entity.name) || movesIn(entity).includes(name)
}

const movesIn = ({ fields }: OutlineEntity): readonly string[] =>
  [...fields.values()].flatMap(({ states }) => Object.keys((states as Options | undefined)?.moves ?? {}))

/** An operation that does nothing else becomes the move; one that takes input stays, and the move answers for the state. */
const takeOver = ({ operations }: Outline, name: string): Options => {
  const known = operations.get(name)
  if (!known) return {}
  if (Object.keys(known.input).length > 0) {
    operations.set(name, { ...known, errors: known.errors.filter((each) => !each.startsWith('already-')) })
    return {}
  }
  operations.delete(name)
  return { description: known.description.replace(/: its .*$/, '.') }
}

const grant = (outline: Outline, entity: OutlineEntity, name: string): void => {
  for (const [role, first] of entity.allow)
    for (const { actions } of [first, ...first.more])
      if (actions.has('update') && !isDenied(outline, role, entity.name, name)) actions.add(name)
}

/** What nobody may do yet. */
const askWho = ({ questions }: Outline, entity: OutlineEntity, names: readonly string[]): void => {
  const lines = [...entity.allow.values()].flatMap((first) => [first, ...first.more])
  const open = names.filter((name) => !lines.some(({ actions }) => actions.has(name)))
  if (open.length === 0) return
  const thing = withArticle(wordsOf(entity.name).join(' '))
  const sentence = `Who takes ${thing} from state to state (${open.join(', ')})? The words do not say; until then nobody may.`
  questions.push({ about: entity.name, sentence, choices: [] })
}

import { withArticle } from '@charter/runtime'
import { tokensOf } from './language/tokens.ts'
import { movesOf, type Options } from './options.ts'
import { isDenied, linesOf, note, type Outline, type OutlineEntity } from './outline.ts'
import { operationName } from './outline-names.ts'
import { wordsOf } from './read/names.ts'

/** States one after the other, each the ways on that there are: `[[placed], [paid], [shipped, cancelled]]`. */
type Steps = readonly (readonly string[])[]

/** Values of a field with arrows between them are states, one after the other: each step is a move, and whoever may change the row may make it. */
export const completeStates = (outline: Outline): void => {
  for (const entity of outline.entities.values())
    for (const [field, { values, type }] of entity.fields) {
      const quote = outline.provenance.get(`${entity.name}.${field}`)?.quoted ?? ''
      const steps = type === 'enum' && Array.isArray(values) ? stepsOf(quote, values as readonly string[]) : null
      if (steps) addStates(outline, entity, field, steps)
    }
}

/** The values of a field in the order of its sentence, where that has an order. */
const stepsOf = (quote: string, values: readonly string[]): Steps | null => {
  if (!/→|->|=>|\bthen\b|\b(?:passes|goes|moves|proceeds|progresses) (?:through|from)\b/i.test(quote)) return null
  const places = values.map((value) => quote.toLowerCase().indexOf(value.toLowerCase()))
  const isInOrder = places.every((place, at) => place >= 0 && place > (places[at - 1] ?? -1))
  return values.length > 2 && isInOrder ? values.map((value) => [value]) : null
}

/** The field that has these states already (or what is assumed of it, or a part of them), or a new one. */
export const statusIn = (
  outline: Outline,
  entity: OutlineEntity,
  { steps, quote, offset }: { readonly steps: Steps; readonly quote: string; readonly offset: number },
): string => {
  const all = steps.flat()
  for (const [field, { values }] of entity.fields)
    if (Array.isArray(values) && all.every((each) => (values as readonly string[]).includes(each))) return field
  const isFree = (field: string) => {
    const { values, states } = entity.fields.get(field) ?? {}
    const isPart = Array.isArray(values) && (values as readonly string[]).every((each) => all.includes(each))
    const isAssumed = outline.provenance.get(`${entity.name}.${field}`)?.assumed !== undefined
    return !entity.fields.has(field) || (states === undefined && (isPart || isAssumed))
  }
  const field =
    ['status', 'state', 'stage'].find((each) => entity.fields.has(each) && isFree(each)) ??
    (isFree('status') ? 'status' : 'stage')
  outline.provenance.delete(`${entity.name}.${field}`)
  entity.fields.set(field, { type: 'enum', values: all })
  note(outline, `${entity.name}.${field}`, { quoted: quote, offset, confidence: 0.8 })
  return field
}

/** The moves that were made; none where one would have the name of another operation: then nothing of what is there is touched. */
export const addStates = (
  outline: Outline,
  entity: OutlineEntity,
  field: string,
  steps: Steps,
): readonly { readonly name: string; readonly to: string }[] => {
  const { optional: _, default: __, ...options } = entity.fields.get(field) ?? {}
  const moves = steps
    .slice(1)
    .flatMap((step, at) => step.map((to) => ({ name: moveName(entity, to), from: fromOf(steps[at] ?? []), to })))
  const names = moves.map(({ name }) => name)
  if (new Set(names).size < names.length || names.some((name) => isTaken(outline, entity, name))) return []
  const made = moves.map(({ name, ...move }) => [name, { ...move, ...takeOver(outline, name) }] as const)
  entity.fields.set(field, { ...options, states: { moves: Object.fromEntries(made) } })
  for (const name of names) grant(outline, entity, name)
  return moves.map(({ name, to }) => ({ name, to }))
}

/** Of ways on that there are several, what was refused goes no further. */
const fromOf = (states: readonly string[]): string | readonly string[] => {
  const open = states.filter((each) => !isEnd.test(each))
  const from = open.length > 0 ? open : states
  return from.length === 1 && from[0] ? from[0] : from
}

const isEnd = /^(?:declined|rejected|refused|denied|cancell?ed|abandoned|withdrawn|failed|lost|void)$/

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
  [...fields.values()].flatMap(({ states }) => Object.keys(movesOf(states)))

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
    for (const { actions } of linesOf(first))
      if (actions.has('update') && !isDenied(outline, role, entity.name, name)) actions.add(name)
}

/** What nobody may do yet. */
export const askWhoMoves = (outline: Outline): void => {
  for (const entity of outline.entities.values()) askWho(outline, entity)
}

const askWho = ({ questions }: Outline, entity: OutlineEntity): void => {
  const names = [...entity.fields.values()].flatMap(({ states }) =>
    Object.entries(movesOf(states)).flatMap(([name, { internal }]) => (internal === true ? [] : [name])),
  )
  const lines = [...entity.allow.values()].flatMap(linesOf)
  const open = names.filter((name) => !lines.some(({ actions }) => actions.has(name)))
  if (open.length === 0) return
  const thing = withArticle(wordsOf(entity.name).join(' '))
  const sentence = `Who takes ${thing} from state to state (${open.join(', ')})? The words do not say; until then nobody may.`
  questions.push({ about: entity.name, sentence, choices: [] })
}

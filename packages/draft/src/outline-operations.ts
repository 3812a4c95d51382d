import { withArticle } from '@charter/runtime'
import type { AnalysedOperation } from './analysis.ts'
import { note, type Outline, type OutlineEntity } from './outline.ts'
import { operationName } from './outline-names.ts'
import { slug, wordsOf } from './read/names.ts'
import { sourceOf } from './source-of.ts'

/** Operations, and their names in the charter by those of the analysis. */
export const addOperations = (
  operations: readonly AnalysedOperation[],
  names: ReadonlyMap<string, string>,
  outline: Outline,
): ReadonlyMap<string, string> => {
  const given = new Map<string, string>()
  for (const operation of operations) {
    const entity = outline.entities.get(names.get(operation.on) ?? '')
    const name = operationName(operation.name)
    if (!entity || name === '' || crud.test(name) || outline.operations.has(name)) continue
    given.set(operation.name, name)
    outline.operations.set(name, {
      entity: entity.name,
      input: /\b(?:reason|because)\b/i.test(operation.quote ?? '')
        ? { reason: { type: 'text', length: '1..500' } }
        : {},
      ...toldOf(operation, entity),
    })
    note(outline, name, sourceOf(operation))
  }
  return given
}

const crud = /^(?:create|read|replace|update|delete|list|audit)$/

/** `Cancel an order: its state becomes cancelled.`, which then cannot be done twice. */
const toldOf = (operation: AnalysedOperation, entity: OutlineEntity) => {
  const thing = wordsOf(entity.name)
  const verb = verbOf(operation, thing)
  const state = stateAfter(verb, entity)
  const sentence = `${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${withArticle(thing.join(' '))}`
  return state
    ? {
        description: `${sentence}: its ${state.field} becomes ${state.value}.`,
        errors: [`already-${slug(state.value)}`],
      }
    : { description: `${sentence}.`, errors: [] }
}

const verbOf = ({ name }: AnalysedOperation, thing: readonly string[]): string => {
  const words = wordsOf(name)
  const isBehind = words.length > thing.length && thing.every((word, at) => words.at(at - thing.length) === word)
  return (isBehind ? words.slice(0, -thing.length) : words).join(' ')
}

/** The value of a life cycle that a verb leads to: `cancel` leads to `cancelled`. */
const stateAfter = (verb: string, { fields }: OutlineEntity): { field: string; value: string } | null => {
  const stem = verb.replace(/(?:e|y)$/, '')
  if (stem.length < 3 || verb.includes(' ')) return null
  for (const [field, { type, values }] of fields) {
    if (type !== 'enum' || !Array.isArray(values)) continue
    const value = (values as readonly string[]).find((each) =>
      new RegExp(`^${stem}(?:e|i)?(?:[a-z])?ed$`).test(each.toLowerCase()),
    )
    if (value !== undefined) return { field: wordsOf(field).join(' '), value }
  }
  return null
}

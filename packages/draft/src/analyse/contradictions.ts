import { withArticle } from '@charter/runtime'
import type { Contradiction } from '../analysis.ts'
import type { Facts, GrantFact, LinkFact, Quote } from '../facts/facts.ts'
import { actionsOf } from '../language/actions.ts'
import { type ReadField, readField } from '../read/read-field.ts'
import type { Concept, Concepts } from './concepts.ts'
import type { ReadList } from './read-list.ts'

/** What a text says twice, and not alike: each is a question with both answers to choose from. */
export const contradictionsOf = (
  concepts: Concepts,
  lists: readonly ReadList[],
  facts: Facts,
  words: string,
): readonly Contradiction[] => [
  ...fieldsTwice(concepts, lists, facts),
  ...pairsTwice(concepts, facts),
  ...deniedGrants(concepts, facts),
  ...excludedThings(concepts, facts),
  ...pagesTwice(words),
]

const from = ({ text, start }: Quote) => ({ quoted: true, quote: text, offset: start, confidence: 0.6 })

/** Said so plainly that it is no guess from a name. */
const plainly = 0.9

interface Said {
  readonly entity: Concept
  readonly field: ReadField
  readonly quote: Quote
}

const fieldsTwice = (concepts: Concepts, lists: readonly ReadList[], facts: Facts): readonly Contradiction[] => {
  const listed = lists.flatMap(({ subject, items }) => items.map(({ quote }) => ({ subject, text: quote.text, quote })))
  const told = facts.values.flatMap(({ subject, field, values, quote }) =>
    subject === null ? [] : [{ subject, text: `${field} (${values.join(', ')})`, quote }],
  )
  const said = new Map<string, Said>()
  return [...listed, ...told].flatMap(({ subject, text, quote }) => {
    const entity = concepts.of(subject)
    const field = entity?.isEntity ? readField(text, entity.name) : null
    if (!entity || !field || field.confidence < plainly) return []
    const path = `${entity.name}.${field.name}`
    const before = said.get(path)
    if (!before) said.set(path, { entity, field, quote })
    const [one, other] = before ? [tellingOf(before.field), tellingOf(field)] : ['', '']
    if (one === other) return []
    const sentence = `${path} is "${one}" in one place and "${other}" in another. Which holds? Drafted: ${one}.`
    return [{ about: path, sentence, choices: [one, other], ...from(quote) }]
  })
}

/** Values in any order, else the type. */
const tellingOf = ({ options }: ReadField): string =>
  Array.isArray(options.values) ? [...(options.values as readonly string[])].sort().join(', ') : String(options.type)

const pairsTwice = (concepts: Concepts, { links }: Facts): readonly Contradiction[] => {
  const said = new Map<string, LinkFact>()
  const asked = new Set<string>()
  return links.flatMap((link) => {
    const [one, other] = [concepts.of(link.from), concepts.of(link.to)]
    if (!one?.isEntity || !other?.isEntity || one === other || link.weight < plainly || link.isLoose) return []
    const id = `${one.name}.${other.name}`
    const before = said.get(id)
    if (!before) said.set(id, link)
    const isAlike = !before || (before.quantity === 'many') === (link.quantity === 'many')
    if (isAlike || asked.has(id)) return []
    asked.add(id)
    const sentence = `Does one ${one.name} have one ${other.name} or many? The words say both.`
    return [{ about: one.name, sentence, choices: ['one', 'many'], ...from(link.quote) }]
  })
}

/** A grant of one verb, and its denial without condition. What is left of `manage` is no contradiction. */
const deniedGrants = (concepts: Concepts, { grants }: Facts): readonly Contradiction[] =>
  grants
    .filter(({ isDenied, condition }) => isDenied && condition.trim() === '')
    .flatMap((denied) => {
      const entities = entitiesOf(denied, concepts)
      const against = grants.find(
        (grant) =>
          !grant.isDenied &&
          grant.role === denied.role &&
          entitiesOf(grant, concepts).some((entity) => entities.includes(entity)) &&
          grant.verbs.some((verb) => denied.verbs.some((other) => isSameDeed(verb, other))),
      )
      const [entity] = entities
      if (!against || !entity) return []
      const sentence = `May ${withArticle(denied.role)} ${denied.verbs.join(' or ')} ${entity.name}? The words say both. Drafted: no.`
      return [{ about: entity.name, sentence, choices: ['no', 'yes'], ...from(denied.quote) }]
    })

const isSameDeed = (granted: string, denied: string): boolean => {
  const [one, other] = [actionsOf(granted) ?? [granted], actionsOf(denied) ?? [denied]]
  return one.length <= other.length && one.every((action) => other.includes(action))
}

const entitiesOf = ({ objects }: GrantFact, concepts: Concepts): readonly Concept[] =>
  objects.flatMap(({ key }) => {
    const found = concepts.of(key)
    return found?.isEntity ? [found] : []
  })

const excludedThings = (concepts: Concepts, { excluded }: Facts): readonly Contradiction[] =>
  [...excluded].flatMap(([key, quote]) => {
    const entity = concepts.of(key)
    if (!entity?.isEntity || entity.key !== key) return []
    const sentence = `${entity.name} is described, and left out by "${quote.text.trim().slice(0, 120)}". Is it kept? Drafted: yes.`
    return [{ about: entity.name, sentence, choices: ['keep it', 'leave it out'], ...from(quote) }]
  })

const pageSize =
  /\b(\d{1,4})\s+(?:[a-z]+\s+){0,3}(?:per page|a page|to a page|on a page|at a time)\b|\bpages? of (\d{1,4})\b|\bpage size\D{0,10}(\d{1,4})\b/gi

const pagesTwice = (words: string): readonly Contradiction[] => {
  const found = [...words.matchAll(pageSize)].map((match) => ({
    size: match[1] ?? match[2] ?? match[3] ?? '',
    quote: { text: match[0], start: match.index },
  }))
  const sizes = [...new Set(found.map(({ size }) => size))]
  const last = found.at(-1)
  if (sizes.length < 2 || !last) return []
  const sentence = `How many rows has a page? The words say ${sizes.join(' and ')}.`
  return [{ about: '', sentence, choices: sizes, ...from(last.quote) }]
}

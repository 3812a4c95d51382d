import { pluralNoun } from '@charter/charter'
import type { Outline } from '../outline.ts'
import { wordsOf } from './names.ts'
import { isThing } from './shapes.ts'
import { statementsOf } from './statements.ts'

/** What to call it: what the words call it, else the domain it is of, else what most hangs together in it, or its first entity. */
export const nameOf = (
  words: string,
  outline: Outline,
  domain: string | undefined,
  given: string | undefined,
): { readonly name: string; readonly title: string } => {
  const phrase = given ?? calledIn(words) ?? domain ?? centreOf(outline) ?? [...outline.entities.keys()][0] ?? 'service'
  const parts = wordsOf(phrase.replace(/^(?:an?|the|our|my) /i, ''))
    .slice(0, 4)
    .filter((word) => /^[a-z\d]+$/.test(word))
  const name = parts.join('-').replace(/^[^a-z]+/, '') || 'service'
  const title = parts.join(' ')
  return { name: name.slice(0, 40), title: title.charAt(0).toUpperCase() + title.slice(1) || 'Service' }
}

/** `members book classes`: bookings, of members and of classes. */
const centreOf = ({ entities }: Outline): string | undefined => {
  const tied = [...entities.values()].map(({ name, relations }) => ({
    name,
    ties: [...relations.values()].filter((relation) => relation.one !== undefined).length,
  }))
  const most = Math.max(0, ...tied.map(({ ties }) => ties))
  const centre = most > 1 ? tied.find(({ ties }) => ties === most) : undefined
  return centre && pluralNoun(wordsOf(centre.name).join(' '))
}

const patterns: readonly RegExp[] = [
  /^(?:(?:design|create|build|make|define|set up|we need|i need|i want|we want|draft)\s+)?(?:an? |the )?(?:small |simple |new )?(?:rest )?(?:database|api|backend|service|app|application|system)(?:[,:]| for| to run| of)\s+(?:an? |the |our )?([a-z][\w -]{2,30}?)(?: (?:system|application|api|with|that|where|which|and|site)\b.*|[,.:].*)?$/i,
  /^(?:we (?:are|run) |i run |build |create |design )?(?:an? |the |our )([a-z][\w -]{2,24}?)(?: (?:system|api|application|database))?(?:,)? (?:with|that|where|has|keeps?|manages?|tracks?|needs?)\b/i,
  // `a todo app`, and nothing else.
  /^(?:(?:design|create|build|make|draft|i want|we need|i need)\s+)?(?:an? |the |my |our )?([a-z][\w -]{1,30}?) (?:app|application|api|backend|service|system|software|site|website|platform|tracker)\.?$/i,
]

/** `Tool hire, first stories`: what stands above everything else. */
const heading = /^([A-Z][\w -]{3,30}?)(?: –.*)?(?: (?:API|backend|online))?(?:[:–—].*)?$/

const isArticle = /^(?:an?|the|our|my|some|this|that|new|simple|small)$/i

const calledIn = (words: string): string | undefined => {
  for (const [at, { text }] of statementsOf(words).slice(0, 2).entries())
    for (const pattern of at === 0 ? [...patterns, heading] : patterns) {
      const found = pattern.exec(text)?.[1]?.replace(/ (?:api|backend|system)$/i, '')
      if (found !== undefined && !isArticle.test(found) && isThing(found)) return found
    }
  return undefined
}

import type { DescribedEntity, Request } from './description.ts'

/**
 * The same request with every noun for an entity of its reference, and every other name of it, replaced by an invented
 * word, in the text and in the reference: what is then still read is read from the sentences, not known from the words.
 */
export const invented = (request: Request, seed: number): Request => {
  const words = inventedWords(seed, request.words)
  const given = request.reference.entities.map((entity) => [entity, words.next().value] as const)
  const forms = given.flatMap(([entity, word]) => formsOf(entity).map((form) => ({ ...form, word })))
  const byLength = [...forms].sort((one, other) => other.pattern.length - one.pattern.length)
  const named = new Map(given.map(([{ name }, word]) => [name, capital(word)]))
  const rename = (name: string): string => named.get(name) ?? name
  const { reference } = request
  return {
    ...request,
    words: replaced(request.words, byLength),
    reference: {
      ...reference,
      entities: reference.entities.map((entity) => ({ ...entity, name: rename(entity.name), aliases: [] })),
      relations: (reference.relations ?? []).map((each) => ({
        ...each,
        from: rename(each.from),
        to: rename(each.to),
      })),
    },
  }
}

interface Form {
  /** Source of a pattern that the form matches as whole words. */
  readonly pattern: string
  readonly isPlural: boolean
}

/** `WoundAssessment`: `wound assessment` and `wound assessments`, however the two words are joined. */
const formsOf = ({ name, aliases = [] }: DescribedEntity): readonly Form[] =>
  [name, ...aliases].flatMap((each) => {
    const words = each
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .split(/[^A-Za-z\d]+/)
      .filter((word) => word !== '')
    const last = words.pop()?.toLowerCase()
    if (last === undefined) return []
    const pattern = (end: string) => [...words, end].join('[\\s_-]*')
    return [
      { pattern: pattern(last), isPlural: false },
      ...pluralsOf(last).map((plural) => ({ pattern: pattern(plural), isPlural: true })),
    ]
  })

const irregular = new Map([
  ['person', ['people', 'persons']],
  ['child', ['children']],
  ['staff', []],
  ['series', []],
])

const pluralsOf = (word: string): readonly string[] =>
  irregular.get(word) ?? [
    `${word}s`,
    ...(/(?:s|x|z|ch|sh)$/.test(word) ? [`${word}es`] : []),
    ...(/[^aeiou]y$/.test(word) ? [`${word.slice(0, -1)}ies`] : []),
    ...(/is$/.test(word) ? [`${word.slice(0, -2)}es`] : []),
  ]

const replaced = (text: string, forms: readonly (Form & { readonly word: string })[]): string => {
  if (forms.length === 0) return text
  // In one pass, the longest first, so that what is put in is not replaced again.
  const any = new RegExp(
    forms.map(({ pattern }) => `(?<![A-Za-z\\d])(${pattern})(?![A-Za-z\\d]|[-'](?=[a-z]{2}))`).join('|'),
    'gi',
  )
  return text.replace(any, (found: string, ...groups: unknown[]) => {
    const form = forms[groups.slice(0, forms.length).findIndex((group) => group !== undefined)]
    if (!form) return found
    const word = form.isPlural ? `${form.word}s` : form.word
    if (found.length > 1 && found === found.toUpperCase()) return word.toUpperCase()
    return /^[A-Z]/.test(found) ? capital(word) : word
  })
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const [openings, vowels, middles, endings] =
  ['br dr k m n t v z gl pl', 'a e i o u', 'l m n r v b d', 'k m n t d g b p'] // biome-ignore format: sounds
    .map((sounds) => sounds.split(' ')) as [string[], string[], string[], string[]]

/** Pronounceable words that no text has: `brelok`, `tamvin`. The same for the same seed and text. */
function* inventedWords(seed: number, text: string): Generator<string, string> {
  let state = seed >>> 0
  const pick = (from: readonly string[]): string => {
    // The generator of Park and Miller (1988), "minimal standard".
    state = (state * 48_271) % 2_147_483_647
    return from[state % from.length] ?? ''
  }
  const taken = new Set(text.toLowerCase().split(/[^a-z]+/))
  while (true) {
    const word = [openings, vowels, middles, vowels, endings].map(pick).join('')
    if (taken.has(word)) continue
    taken.add(word)
    yield word
  }
}

import type { Options } from './options.ts'
import type { OutlineEntity } from './outline.ts'
import { wordsOf } from './read/names.ts'

/** `while it is open`, `that are not yet shipped`, `unless paid`: a condition on a life cycle or a flag of the entity. */
export const stateCondition = (phrase: string, { fields }: OutlineEntity): string | undefined => {
  const words = ` ${wordsOf(phrase).join(' ')} `
  for (const [name, options] of fields) {
    const found = options.type === 'boolean' ? flagCondition(name, words) : valueCondition(name, options, words)
    if (found !== undefined) return options.optional === true ? `resource has ${name} && ${found}` : found
  }
  return undefined
}

const flagCondition = (name: string, words: string): string | undefined => {
  const [first, ...rest] = wordsOf(name)
  const flag = first === 'is' || first === 'has' ? rest : [first, ...rest]
  if (flag.length === 0 || !words.includes(` ${flag.join(' ')} `)) return undefined
  return `resource.${name} == ${denial.test(before(words, flag.join(' '))) ? 'false' : 'true'}`
}

/** `haven't` is two words here. */
const denial =
  / (?:not(?: yet)?|no longer|unless|except|exception of|excluding|minus|barring|apart from|aside from|other than|until|before|without|never|cannot|neither|nor|none|(?:is|are|was|were|has|have|had|do|does|did|wo|would|ca|could|must|should|may|need)n(?: t)?)(?: \w+){0,3} $/

const valueCondition = (name: string, { type, values }: Options, words: string): string | undefined => {
  if (type !== 'enum' || !Array.isArray(values)) return undefined
  const all = values as readonly string[]
  const named = all.filter((value) => isState.test(words) && words.includes(` ${wordsOf(value).join(' ')} `))
  const [first] = named
  if (first === undefined) return undefined
  const ahead = before(words, wordsOf(first).join(' '))
  const earlier = all.slice(0, all.indexOf(first))
  if (/ (?:before|until|not yet)(?: \w+){0,3} $/.test(ahead) && earlier.length > 0) return anyOf(name, earlier)
  if (denial.test(ahead)) return named.map((value) => `resource.${name} != ${quoted(value)}`).join(' && ')
  return anyOf(name, named)
}

/** Only where the words speak of a state: a value may be any word. */
const isState =
  / (?:if|when|while|until|unless|before|once|only|not|is|are|was|were|being|be|that|which|still|except|without|in state|in status|with status) /

const anyOf = (name: string, values: readonly string[]): string => {
  const all = values.map((value) => `resource.${name} == ${quoted(value)}`).join(' || ')
  return values.length > 1 ? `(${all})` : all
}

const before = (words: string, name: string): string => words.slice(0, words.indexOf(` ${name} `) + 1)

/** A text of Cedar. */
const quoted = (value: string): string => JSON.stringify(value)

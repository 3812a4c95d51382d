import { singularNoun } from '@charter/charter'
import type { Analysis, Visible } from './analysis.ts'
import { isModal } from './language/denials.ts'
import { hasFunctionWord } from './language/function-words.ts'
import { isPerson } from './language/lexicon.ts'
import { entityName, memberName, wordsOf } from './read/names.ts'
import { mentionsIn } from './words-of-names.ts'

/** Who a clause about a field names, as its form has it. */
export interface SeersSaid {
  readonly kind: Visible['kind']
  readonly roles: string
}

/** What is said around the clause. */
export interface Around {
  readonly analysis: Analysis
  /** What stands before it, for `they`. */
  readonly before: string
  /** It surely speaks of seeing, so that whoever it means but does not name is nobody. */
  readonly isSight: boolean
}

/** Who sees a field: these alone, or all but these; for these alone where there are none, nobody. */
export interface Seers extends Pick<Visible, 'kind' | 'roles'> {
  /** Those that only this clause names. */
  readonly added: readonly string[]
}

/**
 * Who a clause lets see a field, or keeps from it; null where it says nothing of that. Words for all but some are these alone, and
 * who is not known is given nothing: hiding from somebody unknown hides from all.
 */
export const seersIn = ({ kind, roles: said }: SeersSaid, around: Around): Seers | null => {
  const { head, tail } = withoutTail(said.trim())
  const part = exceptionIn(head)
  const found = part
    ? exceptSome(kind, part, around)
    : kind === 'only'
      ? onlyOf(head, around)
      : hiddenFrom(head, around)
  if (found === null) return null
  const seers = {
    ...found,
    added: found.roles.filter((role) => !around.analysis.roles.some(({ name }) => name === role)),
  }
  if (tail === '') return seers
  const denied = partsOf(tail).flatMap((each) => namedIn(each, around))
  const isRead = denied.length > 0 || everybody.test(bareOf(tail))
  if (seers.kind === 'hidden') return seers
  if (kind === 'hidden' && seers.roles.length === 0) return { ...seers, roles: denied }
  return { ...seers, roles: isRead ? seers.roles.filter((role) => !denied.includes(role)) : [] }
}

/** `managers, not clerks`, `managers, and never to clerks`: what the denial behind them is about. */
const withoutTail = (text: string): { readonly head: string; readonly tail: string } => {
  const found =
    /^(?<head>.+?)(?:\s*,)?\s+(?:and |but |or |though |yet )?(?:(?:to|by|for|from) )?(?<!\b(?:is|are|be|do|does|who|that) )(?:not|never|nor|no|nobody)(?: ever| even)?(?: (?:to|by|for|from))? (?<tail>.+)$/iu.exec(
      text,
    )?.groups
  return { head: found?.head ?? text, tail: found?.tail ?? '' }
}

interface Exception {
  readonly whole: string
  readonly kept: string
}

const exception =
  /^(?<whole>.*?)\s*\b(?:but|except(?:ing|ed)?(?: for)?|excluding|other than|apart from|aside from|besides|save(?: for)?|outside(?: of)?|beyond|with the exception of|(?:who|that|which) (?:is|are)(?: not|n['’]t)|not being)\s+(?:(?:to|by|for|from)\s+)?(?<kept>.+)$/iu
const others = /^(?:(?:an?|the|any|all|every)\s+)*non[-\s](?<kept>.+)$/iu

/** `anyone but managers`, `people who are not managers`, `non-managers`. */
const exceptionIn = (text: string): Exception | null => {
  const { whole = '', kept } = (others.exec(text) ?? exception.exec(text))?.groups ?? {}
  return kept === undefined ? null : { whole, kept }
}

const exceptSome = (kind: Visible['kind'], { whole, kept }: Exception, around: Around): Seers | null => {
  const some = mentionsIn(whole, around.analysis.roles).map(({ name }) => name)
  const parts = partsOf(kept).flatMap((each) => namedIn(each, around))
  if (some.length > 0) return { kind, roles: some.filter((role) => !parts.includes(role)), added: [] }
  return kind === 'hidden' ? onlyOf(kept, { ...around, isSight: true }) : hiddenFrom(kept, around)
}

/** A role that is not known is one where the words are a plain name. */
const onlyOf = (text: string, around: Around): Seers | null => {
  const parts = partsOf(text)
  const known = parts.map((each) => knownRole(each, around.analysis) ?? pronounIn(each, around))
  if (parts.every((each, at) => known[at] === null && everybody.test(bareOf(each)))) return null
  const added = parts.flatMap((each, at) => (known[at] === null && isPlainName(each) ? [nameOf(each)] : []))
  const isWhole = parts.length > 0 && parts.length === added.length + known.filter((each) => each !== null).length
  if (!isWhole && !around.isSight) return null
  const roles = parts.flatMap((each, at) => known[at] ?? (isPlainName(each) ? [nameOf(each)] : []))
  return { kind: 'only', roles: [...new Set(roles)], added }
}

const hiddenFrom = (text: string, around: Around): Seers | null => {
  const parts = partsOf(text)
  const known = parts.map((each) => namedIn(each, around))
  const isAll = parts.some((each, at) => known[at]?.length === 0 && !isPlainName(each))
  const roles = [...new Set(known.flat())]
  return isAll || roles.length === 0 ? { kind: 'only', roles: [], added: [] } : { kind: 'hidden', roles, added: [] }
}

const partsOf = (text: string): readonly string[] =>
  text.split(/\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|nor)\s+/i).filter((part) => bareOf(part) !== '')

/** `to the vet only`: `vet`. */
const bareOf = (part: string): string =>
  part
    .trim()
    .replace(/^(?:(?:an?|the|to|by|for|from|our|any|each|every|only|either|absolutely|(?:all|any)(?=\s))\s+)+/i, '')
    .replace(/\s+(?:only|alone|themselves|himself|herself|in general|at all|as a whole|either|too|whatsoever)$/i, '')
    .trim()

const everybody =
  /^(?:(?:all|others?|one|no one|nobody|anyone|anybody|everyone|everybody|people|persons?|public|world|rest|humans?|users?)(?:\s+(?:of\b.*|else|others?|people|persons?|roles?|users?|around))*|(?:other|role)s?(?:\s+\w+)?)$/i

const nameOf = (part: string): string => {
  const words = wordsOf(bareOf(part))
  return memberName([...words.slice(0, -1), singularNoun(words.at(-1) ?? '')].join(' '))
}

/** Somebody of whom rows are kept is somebody, too. */
const knownRole = (part: string, { roles, entities }: Analysis): string | null => {
  const name = nameOf(part)
  if (name === '' || wordsOf(part).length > 5) return null
  const found =
    roles.find((role) => role.name === name || role.aliases.includes(name)) ??
    roles.find((role) => role.name.toLowerCase().endsWith(name.toLowerCase()))
  if (found) return found.name
  const kept = entityName(bareOf(part))
  const isKept =
    isPerson(wordsOf(name).join(' ')) && entities.some((each) => [each.name, ...each.aliases].includes(kept))
  return isKept ? name : null
}

/** Whoever a part names, with whatever it says of them. */
const namedIn = (part: string, around: Around): readonly string[] => {
  const known = knownRole(part, around.analysis) ?? pronounIn(part, around)
  return known === null ? mentionsIn(part, around.analysis.roles).map(({ name }) => name) : [known]
}

/** `they` of those whom the words before name, where that is one role. */
const pronounIn = (part: string, { analysis, before }: Around): string | null => {
  if (!/^(?:they|them|these|those|he|she|him|her)$/i.test(bareOf(part))) return null
  const named = new Set(mentionsIn(before, analysis.roles).map(({ name }) => name))
  return named.size === 1 ? ([...named][0] ?? null) : null
}

const isPlainName = (part: string): boolean => {
  const words = wordsOf(bareOf(part))
  return (
    words.length > 0 &&
    words.length <= 3 &&
    !everybody.test(bareOf(part)) &&
    !hasFunctionWord(words.join(' ')) &&
    !words.some((word) => isModal(word) || notOfNames.test(word))
  )
}

const notOfNames =
  /^(?:i|it|he|she|we|us|you|me|him|her|this|sees?|in|on|at|with|without|after|before|during|when|while|until|once|whatever|now|then|time|reasons?)$/

import type { AnalysedAccess, Analysis } from './analysis.ts'
import { actionsOf } from './language/actions.ts'
import { wordsOf } from './read/names.ts'
import { isWithin, type Said, saidTogether } from './sentences-said.ts'
import { verbOf } from './taken/verb-of.ts'
import { mentionsIn } from './words-of-names.ts'

const own = "\\b(?:their|his or her|his|her|my|one['’]s)(?: very)? own\\b"
const denial = `(?:\\b(?:nobody|no one|no|none|never|not(?! only\\b| just\\b)|cannot|neither|without|unless)\\b|n['’]t\\b)`
const exception =
  '\\b(?:except(?:ing)?(?: for)?|with the exception of|other than|apart from|aside from|besides|save(?: for)?|but)'
/** `Their own loans are never approved by managers`. */
const behind = `${own}\\s+(?:(?!(?:but|and|or|yet|though)\\b)\\p{L}+\\s+){1,2}(?:(?:is|are|may|can|must|should)\\s+)?(?:not|never|cannot)\\b`
const denied = new RegExp(`(?:${denial}[^,;:()]*?|${exception}(?: the| any)?\\s+)\\s?${own}|${behind}`, 'iu')
/** `clerks who are not managers` says who they are. */
const someone = /\bwho (?:is|are) not (?:an? )?\p{L}+/giu
const whose = new RegExp(own, 'gi')
/** `no reports but their own` says that these are all. */
const nothingElse = new RegExp(`(?:${denial}|\\bnothing\\b)[^,;:()]*?${exception}\\s+${own}`, 'i')

/** `Nobody deletes their own payment`, where no form has read it: never a right to one's own, but one that is left out and asked about. */
export const withDeniedOwn = (analysis: Analysis, words: string): Analysis =>
  saidTogether(words).reduce((so, said) => {
    const text = [nothingElse, someone].reduce((so, form) => so.replace(form, blank), said.text)
    const found = denied.exec(text)
    return found ? withSaid(so, said, { phrase: found[0].replace(/\s+/g, ' '), at: found.index }) : so
  }, analysis)

const blank = (all: string): string => ' '.repeat(all.length)

interface Denied {
  readonly phrase: string
  readonly at: number
}

const withSaid = (analysis: Analysis, said: Said, { phrase, at }: Denied): Analysis => {
  const things = mentionsIn(said.text, analysis.entities)
  const roles = new Set(mentionsIn(said.text, analysis.roles).map(({ name }) => name))
  const after = things.find(({ start }) => start >= at)
  const meant = new Set((after ? [after] : things).map(({ name }) => name))
  const isOfAll = /^\s*(?:nobody|no one|no|none)\b/i.test(phrase)
  const verbs = new Set(wordsOf(said.text.replaceAll(whose, ' ')).map(verbOf))
  const isNamed = (action: string) =>
    verbs.has(wordsOf(action)[0] ?? '') || [...verbs].some((verb) => actionsOf(verb)?.includes(action))
  const lostOf = ({ role, on, do: actions, offset, when, isUnclear }: AnalysedAccess): readonly string[] => {
    if (isUnclear || (meant.size > 0 && !meant.has(on))) return []
    if (isWithin(offset, said) && (when === null || /\bown\b/i.test(when))) return actions
    return isOfAll || roles.has(role) ? actions.filter(isNamed) : []
  }
  const quote = said.text.trim()
  return {
    ...analysis,
    access: analysis.access.flatMap((right) => {
      const lost = lostOf(right)
      const left = right.do.filter((action) => !lost.includes(action))
      return [
        ...(left.length > 0 ? [{ ...right, do: left }] : []),
        ...(lost.length > 0 ? [{ ...right, do: lost, when: phrase, isUnclear: true, quote }] : []),
      ]
    }),
  }
}

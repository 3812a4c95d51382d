import type { Analysis } from './analysis.ts'
import { modal, see } from './language/denials.ts'
import { actionsBefore } from './limit-forms.ts'
import type { DraftQuestion } from './outline.ts'
import { wordsOf } from './read/names.ts'
import { isWithin, quoted, type Said, sentencesSaid } from './sentences-said.ts'
import { mentionsIn } from './words-of-names.ts'

const rule =
  /\b(?:cannot|can not|must|never|nobody|no one|twice|overlap(?:s|ping)?|no two|at most (?:one|once)|only once|more than (?:once|one)|at the same time|unique)\b|\b(?:ca|must|may|should)n['’]t\b|\b(?:may|can|should|shall) (?:not|only)\b/i
const right = new RegExp(
  `^\\W*(?:(?:an?|the|each|every|all)\\s+)?\\p{L}+(?:\\s\\p{L}+)?\\s+(?:(?:${modal})\\s+|${see}\\s+|manage\\s+|mark\\s+|edit\\s+|delete\\s+|change\\s+|approve\\s+)`,
  'iu',
)

/** `Guests can rate it`: somebody, named right before, may do something. */
const allows =
  /^(?: \p{L}+)?\s+(?:may|can|(?:is|are) (?:allowed|able) to)\s+(?:also\s+|then\s+|only\s+)?(?!(?:not|have|contain|belong|include|consist|hold|be|at|well)\b)\p{L}+/iu
const path = /(?:^|\s)\/[a-z][\w.:{}~-]*(?:\/[\w.:{}~-]+)*/i
/** What becomes of a thing, in order. */
const order = /\b(?:starts?|begins?)(?: out| off)?(?: life)? (?:as|in)\b.*\b(?:then|becomes?|ends)\b/i

const questionsMax = 10

/** What says a rule or a right, and left no trace in what was read or is asked (`read`): asked, so that it does not vanish in silence. */
export const questionsOfUnread = (
  analysis: Analysis,
  words: string,
  read: readonly string[],
): readonly DraftQuestion[] =>
  sentencesSaid(words)
    .flatMap((said) => {
      const [thing] = mentionsIn(said.text, analysis.entities)
      const [who] = mentionsIn(said.text, analysis.roles)
      const isRight = thing !== undefined && who !== undefined && allows.test(said.text.slice(who.end))
      const isSaid =
        isRight ||
        path.test(said.text) ||
        (thing && (rule.test(said.text) || order.test(said.text))) ||
        ((thing ?? who) && right.test(said.text))
      if (!isSaid || (isRight ? hasRight : hasTrace)(analysis, said) || isRead(said, read)) return []
      const sentence = `"${quoted(said.text)}": what does this ask for? Nothing was made of it.`
      return [{ about: thing?.name ?? 'access', sentence, choices: [] }]
    })
    .slice(0, questionsMax)

/** The right that a sentence says, here or where it was said before. */
const hasRight = ({ access, visible = [], denied = [], roles, entities }: Analysis, said: Said): boolean => {
  const who = new Set(mentionsIn(said.text, roles).map(({ name }) => name))
  const things = new Set(mentionsIn(said.text, entities).map(({ name }) => name))
  const actions = actionsBefore(said.text)
  return (
    [...access, ...visible].some(({ offset }) => isWithin(offset, said)) ||
    denied.some(({ role, on }) => things.has(on) && (role === '*' || who.has(role))) ||
    access.some(
      ({ role, on, do: all }) =>
        who.has(role) &&
        things.has(on) &&
        all.some(
          (action) => actions.includes(action) || said.text.toLowerCase().includes(wordsOf(action)[0] ?? action),
        ),
    )
  )
}

const hasTrace = (
  { access, visible = [], denied = [], relations, entities, operations, roles }: Analysis,
  said: Said,
) => {
  const places = [...access, ...visible, ...relations, ...operations, ...entities.flatMap(({ fields }) => fields)]
  const who = new Set(mentionsIn(said.text, roles).map(({ name }) => name))
  const things = new Set(mentionsIn(said.text, entities).map(({ name }) => name))
  return (
    places.some(({ offset }) => isWithin(offset, said)) ||
    denied.some(({ role, on }) => things.has(on) && (role === '*' || who.has(role)))
  )
}

const isRead = ({ text }: Said, read: readonly string[]): boolean =>
  read.some((sentence) => sentence.includes(quoted(text).slice(0, quotedMin)))

/** Characters of a sentence by which a question is known to be about it. */
const quotedMin = 40

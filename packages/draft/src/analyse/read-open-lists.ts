import { phraseAt } from '../language/phrases.ts'
import type { Sentence } from '../language/sentences.ts'
import { tokensOf } from '../language/tokens.ts'
import type { Facts } from './facts.ts'
import { pushItems } from './push-items.ts'
import type { Topic } from './read-text.ts'

/** `Known by its ISO number and …`, `Jonas to store number, floor, category`. */
export const readOpenList = (sentence: Sentence, topic: Topic, facts: Facts): boolean => {
  const found =
    /^(?:(?:known|identified|described|recognised|characterised|distinguished)(?: only)? by|(?:[A-Z][a-z]+ )?to (?:store|keep|record|hold|note|log|capture|register|save)|to be (?:stored|kept|recorded|held)|(?:fields|data|columns|attributes|we keep|we store|stored|recorded|kept)\s*:)\s+/i.exec(
      sentence.text,
    )
  const subject = topic.label ?? topic.subject
  if (!found || subject === null || topic.part !== 'data') return false
  const from = sentence.start + found[0].length
  pushItems(
    subject,
    sentence.tokens.filter(({ start }) => start >= from),
    sentence,
    0.85,
    facts,
  )
  return true
}

/** `Additionally the staff number, the academic degree and … shall be kept.` */
export const readKeptTail = (sentence: Sentence, topic: Topic, facts: Facts): boolean => {
  const [, about, items] = keptTail.exec(sentence.text) ?? []
  if (items === undefined || !/,| and /.test(items)) return false
  const said = about === undefined ? null : phraseAt(tokensOf(about.toLowerCase(), sentence.start), 0, false)
  const subject = said?.value.key ?? topic.label ?? topic.subject
  if (
    subject === null ||
    (about === undefined && !/^(?:additionally|also|furthermore|moreover|in addition|besides)/i.test(sentence.text))
  )
    return false
  const from = sentence.start + sentence.text.indexOf(items)
  topic.subject = subject
  pushItems(
    subject,
    sentence.tokens.filter(({ start, end }) => start >= from && end <= from + items.length),
    sentence,
    0.9,
    facts,
  )
  return true
}

const keptTail =
  /^(?:(?:for|of|per) (?:each|every|any|an?|all|the) ([^,:]{2,40}?),? )?(?:(?:additionally|also|furthermore|moreover|in addition|besides),? )?((?:the |an? )?[^:]{4,400}?),? (?:shall|must|should|are to|is to|will|has to|have to|are|is)(?: also| both| always)?(?: be)? (?:kept|held|recorded|stored|noted|registered|captured|retained|maintained)\.?$/i

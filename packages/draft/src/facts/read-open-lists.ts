import { type Phrase, phraseAt } from '../language/phrases.ts'
import type { Sentence } from '../language/sentences.ts'
import { type Token, tokensOf } from '../language/tokens.ts'
import type { Facts } from './facts.ts'
import { readItem } from './item.ts'
import { pushItems } from './push-items.ts'
import type { Topic } from './topic.ts'

/** `Known by its ISO number and …`, `Jonas to store number, floor, category`. */
export const readOpenList = (sentence: Sentence, topic: Topic, facts: Facts): boolean => {
  const found =
    /^(?:(?:and )?(?:when|given|if) i (?:enter|give|fill in|provide|type|set|choose)|(?:each|all|both|every one|these|they)(?: come)? (?:with|having)|(?:fill in|have ready|note down|provide|type in)(?=[^.]*,)|(?:known|identified|described|recognised|characterised|distinguished)(?: only)? by|(?:[A-Z][a-z]+ )?to (?:store|keep|record|hold|note|log|capture|register|save)|to be (?:stored|kept|recorded|held)|(?:its |their |the )?(?:fields|data|columns|attributes|particulars|details|properties|inputs?|contents|characteristics|elements|we keep|we store|stored|recorded|kept)(?: (?:are|is))?\s*:|(?:its |their |the )?(?:fields|attributes|particulars|properties|inputs|characteristics) (?:are|is)|(?:known|recorded|kept|held|stored|noted) (?:of|for|about) (?:it|them|each|these)(?: (?:are|is))?(?:\s*:)?)\s+/i.exec(
      sentence.text,
    )
  const subject = topic.label ?? topic.subject ?? topic.sibling
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
    (about === undefined &&
      !/^(?:additionally|also|furthermore|moreover|in addition|besides|afterwards?|later|then|finally)/i.test(
        sentence.text,
      ))
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
  /^(?:(?:for|of|per) (?:each|every|any|an?|all|the) ([^,:]{2,40}?),? )?(?:(?:additionally|also|furthermore|moreover|in addition|besides|afterwards?|later(?: on)?|then|finally),? )?((?:the |an? )?[^:]{4,400}?),? (?:shall|must|should|are to|is to|will|has to|have to|are|is|get|gets)(?: also| both| always)?(?: be)? (?:kept|held|recorded|stored|noted|registered|captured|retained|maintained|filled in|entered|added|known|given|written down)\.?$/i

/** `under one nephrologist, who has a name and a pager number`; `what matters about a bay is its letter and …`. */
export const readAside = (sentence: Sentence, facts: Facts): void => {
  const { tokens, text, start } = sentence
  const matters =
    /^(?:what|all|the things?|everything)\b.{2,40}?\b(?:about|of|for|on) (?:an?|each|every|the) (.{2,30}?) (?:is|are)(?: just| only)? (?=\S)/i.exec(
      text,
    )
  if (matters?.[1] !== undefined) {
    const about = phraseAt(tokensOf(matters[1].toLowerCase(), start), 0, false)
    const from = start + matters[0].length
    if (about)
      pushItems(
        about.value.key,
        tokens.filter((token) => token.start >= from),
        sentence,
        0.8,
        facts,
      )
  }
  readBrackets(sentence, facts)
  for (const [at, token] of tokens.entries()) {
    if (
      !/^(?:who|which|that)$/.test(token.lower) ||
      !/^(?:has|have|carries|holds|bears|comprises)$/.test(tokens[at + 1]?.lower ?? '')
    )
      continue
    const owner = ownerBefore(tokens, tokens[at - 1]?.text === ',' ? at - 1 : at)
    if (owner !== null) pushItems(owner, tokens.slice(at + 2), sentence, 0.7, facts)
  }
}

const ownerBefore = (tokens: readonly Token[], end: number): string | null => {
  for (let at = Math.max(0, end - 6); at < end; at++) {
    const read = phraseAt(tokens, at, false)
    if (read && read.next === end && /^(?:one|each|many|optional)$/.test(read.value.quantity)) return read.value.key
  }
  return null
}

/** `one undertaker each (firm, phone)`, `Given a consignor exists (name, e-mail)`: fields in brackets, of the thing before. */
const readBrackets = ({ tokens, text, start }: Sentence, facts: Facts): void => {
  let owner: Phrase | null = null
  for (let at = 0; at < tokens.length; at++) {
    const read = phraseAt(tokens, at, false)
    if (read) {
      owner = read.value
      at = Math.max(read.next, at + 1) - 1
      continue
    }
    const token = tokens[at]
    if (token?.text !== '(' || owner === null || token.start - owner.end > 9) continue
    const close = tokens.find((each) => each.start > token.start && each.text === ')')
    if (!close) return
    const inside =
      text.slice(owner.start - start, owner.end - start) + text.slice(token.start - start, close.end - start)
    const { nested } = readItem({ text: inside, start: owner.start })
    const isNew = !facts.has.some(({ subject, items }) => subject === owner?.key && items[0]?.text === nested[0]?.text)
    if (nested.length > 0 && isNew)
      facts.has.push({ subject: owner.key, items: nested, quote: { text: inside, start: owner.start }, weight: 0.85 })
    owner = null
  }
}

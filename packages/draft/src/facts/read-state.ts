import { valuesOf } from '../language/items.ts'
import { phraseAt } from '../language/phrases.ts'
import type { Sentence } from '../language/sentences.ts'
import { tokensOf } from '../language/tokens.ts'
import type { Facts } from './facts.ts'
import type { Topic } from './topic.ts'

const stateSentence =
  /^(?:(?:the |an? )?([\w -]{2,40}?)['’]s )?(?:the |its |their )?(status|state|stage|phase)(?: of (?:an?|the|each|every) ([\w -]{2,40}?))? (?:is|are|can be|may be|must be|will be) (?:either |one of:? |always )?(.+?)[.!]?$/i

/** `Its state is written, dispensed or stopped`, whose values a tagger takes for a passive. */
export const readStateOf = ({ text, start }: Sentence, topic: Topic, facts: Facts): boolean => {
  const [, owner, field, of, list = ''] = stateSentence.exec(text) ?? []
  const values = valuesOf(list.replace(/\([^)]*\)/g, ''))
  if (field === undefined || values.length < 2) return false
  const said = owner ?? of
  const named = said === undefined ? null : phraseAt(tokensOf(said.toLowerCase(), start), 0, false)
  const subject = named?.value.key ?? topic.subject
  facts.values.push({ subject, field: field.toLowerCase(), values, quote: { text, start } })
  return true
}

import type { Clause } from './edit.ts'

const imperatives =
  'add|create|introduce|include|give|rename|call|change|turn|make|set|remove|delete|drop|take|link|connect|attach|unlink|disconnect|get rid|split|divide|break|merge|combine|let|allow|permit|forbid|deny|stop|prevent|grant|revoke|restrict|limit|mask|hide|encrypt|tokeni[sz]e|protect|treat|mark|classify|serve|offer|expose|cap|keep|replace|convert|store|require|reveal|show|only|nobody|no one|everyone|don.t|do not'
const subjectVerb =
  '(?:(?:the|an?|each|every|all|only)\\s+)?[a-z][\\w-]*(?:\\s+[a-z][\\w-]*)?\\s+(?:may|can|cannot|can.t|must|should|are allowed|is allowed|no longer|only)\\b'
const hasVerb =
  '(?:(?:the|an?|each|every|all)\\s+)?[a-z][\\w-]*(?:\\s+[a-z][\\w-]*)?\\s+(?:also\\s+)?(?:has|have|needs?|belongs? to)\\b'
const each = '(?:each|every)\\s+[a-z][\\w-]*(?:\\s+[a-z][\\w-]*)?\\s+(?:is|are|needs?|refers?|points?)\\b'
const joint =
  '(?:\\s*[,–—]\\s*(?:and\\s+|but\\s+)?(?:then\\s+|also\\s+)?|\\s+(?:and|but)\\s+(?:then\\s+|also\\s+)?|\\s+then\\s+)'

/** Where a command ends and another begins; a sentence of rights goes on over its own verbs (`may create and delete`). */
const afterCommand = new RegExp(
  `${joint}(?=(?:please\\s+)?(?:${imperatives})\\b|${subjectVerb}|${hasVerb}|${each})`,
  'i',
)
const afterRights = new RegExp(
  `${joint}(?=${subjectVerb}|${hasVerb}|${each}|(?:add|rename|make|split|merge|call|mask|encrypt)\\s)`,
  'i',
)
const rights = new RegExp(
  `^(?:${subjectVerb}|only\\b|nobody\\b|no one\\b|everyone\\b|let\\b|allow\\b|permit\\b|forbid\\b|prevent\\b|stop\\b)`,
  'i',
)

const lead =
  /^(?:[\s>*•·–—-]+|\d+[.)]\s+|(?:please|also|and|then|next|now|finally|first|secondly|additionally|furthermore|moreover|ok|so|just|but)[,\s]+|(?:could|can|would) you (?:please )?|(?:i|we)(?:['’]d| would)? (?:also )?(?:want|like|need|wish) (?:you )?to |(?:i|we)(?:['’]d| would)? like (?=.{2,40} to )|let['’]?s |it should be possible to |(?:it|that)(?:['’]d| would) be (?:great|nice|good|better|lovely|helpful|useful) (?:if|when) |(?:i|we)(?:['’]d| would) (?:love|like|appreciate|prefer) it if |(?:make sure|ensure|see to it)(?: that)? |(?:kindly|hi|hello|hey)[,\s]+|(?:can|could) we (?:please )?(?=(?:add|remove|rename|make|have|link|connect|drop|delete)\b))/i

/** Signs at the end, and politeness before them. */
const tail = /(?:[\s,]+(?:please|thanks|thank you|thx|from now on|if possible|if you can|for me))*[\s.!?;,]*$/i

/** The commands of a text, each with where it begins: lines, sentences, and the parts of a sentence that command anew. */
export const clausesIn = (words: string): readonly Clause[] =>
  sentencesIn(masked(words)).flatMap(({ text, offset }) => {
    const topic =
      /^(?:for|in|on|of|about|regarding)\s+(?:the\s+|each\s+|every\s+)?([\w ]{2,40}?)\s*[:,]\s+(?=\S)/i.exec(text)
    const from = topic?.[0].length ?? 0
    return partsOf(text.slice(from), offset + from).map((clause) => ({
      ...clause,
      ...(topic?.[1] !== undefined && { topic: topic[1] }),
    }))
  })

/** The same length, with signs of one kind spelled one way. */
const masked = (words: string): string =>
  words
    .replace(/[“”„«»`]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[\t\r]/g, ' ')

const sentencesIn = (words: string): readonly Clause[] => {
  const found: Clause[] = []
  let start = 0
  for (const part of words.split(/(\n|;|(?<=[.!?])(?=\s|$))/)) {
    const clause = led({ text: part, offset: start })
    if (/\p{L}/u.test(clause.text)) found.push(clause)
    start += part.length
  }
  return found
}

/** Without politeness before it and full stops after. */
const led = ({ text, offset }: Clause): Clause => {
  let at = /^\s*/.exec(text)?.[0].length ?? 0
  for (let found = lead.exec(text.slice(at)); found; found = lead.exec(text.slice(at))) at += found[0].length
  const whole = text.slice(at).replace(tail, '')
  return { text: whole.replace(/\b(is|are|was|does|do|has|should|must)n't\b/gi, '$1 not'), offset: offset + at }
}

const partsOf = (text: string, offset: number): readonly Clause[] => {
  const clause = led({ text, offset })
  const pattern = rights.test(clause.text) ? afterRights : afterCommand
  const cut = cutAt(clause.text, pattern)
  if (!cut) return clause.text === '' ? [] : [clause]
  const first = { text: clause.text.slice(0, cut.start).trimEnd(), offset: clause.offset }
  return [first, ...partsOf(clause.text.slice(cut.end), clause.offset + cut.end)]
}

/** `only drivers` of `only drivers and managers may …`: who it is about goes on. */
const onlySubject =
  /^(?:only|just|nobody|no one|both|the|all|every|each)(?:\s+[\w-]+){0,2}(?:,\s*[\w-]+)*$|\b(?:nobody|no one|everyone|everybody)$/i

/** Not within quotation marks or brackets, and not before anything was said. */
const cutAt = (text: string, pattern: RegExp): { readonly start: number; readonly end: number } | null => {
  for (const found of text.matchAll(new RegExp(pattern.source, 'gi'))) {
    const before = text.slice(0, found.index)
    const isInside = (before.match(/"/g)?.length ?? 0) % 2 === 1 || before.split('(').length > before.split(')').length
    if (!isInside && /\s/.test(before.trim()) && !onlySubject.test(before.trim()))
      return { start: found.index, end: found.index + found[0].length }
  }
  return null
}

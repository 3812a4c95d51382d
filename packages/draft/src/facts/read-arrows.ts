import { valuesOf } from '../language/items.ts'
import { fieldNouns } from '../language/lexicon.ts'
import { phraseAt } from '../language/phrases.ts'
import type { Sentence } from '../language/sentences.ts'
import type { Facts } from './facts.ts'
import { readLinks } from './read-links.ts'
import type { Topic } from './topic.ts'

/** `A case goes received → in production → shipped`. */
export const readStates = ({ text, start, tokens }: Sentence, topic: Topic, facts: Facts): boolean => {
  const passes =
    /\b(?:passes|goes|moves|runs|proceeds|progresses) (?:through|from)\b(?: the (?:states|stages|steps))?:?(.+?)(?:[;.]|$)/i.exec(
      text,
    )?.[1]
  const values =
    passes === undefined
      ? text.split(/\s*(?:→|->|=>)\s*/)
      : [text.slice(0, text.indexOf(passes)), ...valuesOf(passes.replace(/\b(?:to|into|then|finally|and|or)\b/gi, ','))]
  if (values.length < 3 || (passes === undefined && /:/.test(text))) return false
  const first = phraseAt(tokens, 0, false)
  const subject = first && first.value.end < start + (values[0] ?? '').length ? first.value.key : topic.subject
  const head =
    passes !== undefined
      ? ''
      : ((values[0] ?? '').split(/\s+(?:is|goes|go|from|through|moves|runs|:)\s+/i).at(-1) ?? '')
  const names = valuesOf(
    [head, ...values.slice(1)]
      .join(', ')
      .replace(/\([^)]*\)/g, '')
      .replace(/[.;]$/, ''),
  )
  if (names.length < 3) return false
  const isField = fieldNouns.has(subject?.split(' ').at(-1) ?? '')
  facts.values.push({
    subject: isField ? topic.subject : subject,
    field: isField ? (subject ?? 'status') : 'status',
    values: names,
    quote: { text, start },
  })
  return true
}

/** `unit -> 1 donor`. */
export const readArrow = ({ text, start, tokens }: Sentence, facts: Facts): boolean => {
  const found =
    /^(?:an? |each |every )?([a-z][a-z -]{1,30}?)\s*(?:->|→|=>)\s*((?:1|one|n|many|a|an|\d|exactly|several)\s.+)$/i.exec(
      text,
    )
  if (!found) return false
  const at = text.indexOf(found[2] ?? '')
  const from = phraseAt(tokens, 0, false)
  if (from)
    readLinks({
      subject: from.value.key,
      tokens: tokens.filter((token) => token.start >= start + at),
      lemma: 'have',
      quote: { text, start },
      facts,
      isDefinition: false,
    })
  return from !== null
}

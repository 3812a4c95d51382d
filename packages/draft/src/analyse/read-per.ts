import { type Phrase, phraseAt } from '../language/phrases.ts'
import { tokensOf } from '../language/tokens.ts'
import type { Facts, Quote } from './facts.ts'

/** `several inspections per pump: …`: what stands before the label's end binds it to the whole that it is part of. */
export const readPer = (label: Phrase, head: Quote, facts: Facts): void => {
  const found = /\bper (?:each |every |an? |the )?([a-z][a-z -]*?)\s*[:=–—-]?\s*$/i.exec(head.text)
  const whole = found?.[1] === undefined ? null : phraseAt(tokensOf(found[1].toLowerCase(), head.start), 0, false)
  if (!whole || whole.value.key === label.key) return
  facts.links.push({
    from: label.key,
    to: whole.value.key,
    quantity: 'one',
    isLoose: false,
    isOwned: false,
    quote: { text: head.text.trim(), start: head.start },
    weight: 0.9,
  })
}

import { itemsOf } from '../language/items.ts'
import { phraseAt } from '../language/phrases.ts'
import type { Sentence } from '../language/sentences.ts'
import { tokensOf } from '../language/tokens.ts'
import type { Facts } from './facts.ts'

export const readAliases = ({ text, start }: Sentence, key: string | null, last: string | null, facts: Facts): void => {
  let base = key
  const said = sameThings.exec(text)?.[1]
  if (said !== undefined) {
    const keys = itemsOf(
      said.replace(/\b(?:or|say|says|call|calls|calling|we|people|sometimes|when|they)\b/gi, ','),
      start,
    ).flatMap(({ text: name }) => {
      const read = phraseAt(tokensOf(name.toLowerCase(), start), 0, false)
      return read ? [read.value.key] : []
    })
    for (const other of keys.slice(1)) if (keys[0] !== undefined && other !== keys[0]) facts.same.push([keys[0], other])
  }
  for (const found of text.matchAll(
    /\b(?:also (?:called|known as)|a\.?k\.?a\.?|(?<=(?:^|[(–—"]) ?)also|or just|we (?:also )?say|we call (?:it|them|this)|(?:[a-z]+ )?(?:say|says|calls? (?:it|them)))\s+(?:an? |the )?["*]?([a-z][a-z -]{2,24}?)["*]?(?=[,.;:)]|$)/gi,
  )) {
    const other = phraseAt(tokensOf((found[1] ?? '').toLowerCase(), start), 0, false)
    const isThem = /^we (?:also )?call/i.test(found[0])
    if (isThem && last !== null) base = last
    if (other && base !== null && other.value.key !== base) facts.same.push([base, other.value.key])
  }
}

/** `Also called execution`, `(traders say position)`. */
/** `we say job, works order, repair – all the same`. */
const sameThings =
  /((?:["'*]?[a-z][a-z -]{1,24}["'*]?(?:,| and| or|\/| and also|, and)\s*){1,4}["'*]?[a-z][a-z -]{1,24}["'*]?)\s*(?:[–—:,-]|,? (?:it|that|they|these|which)(?:'s| is| are| all)?)+\s*(?:all |just |always )?(?:mean |are |is )?(?:one and )?(?:the same|interchangeabl|synonym)/i

/**
 * A noun with its article: `an order`, `a user`, `an hour`, `an SMS`, and `staff`, which has none. Decided by how the first
 * word sounds; no other place decides this.
 */
export const withArticle = (noun: string): string =>
  hasNone.test(noun) ? noun : `${beginsWithVowel(noun) ? 'an' : 'a'} ${noun}`

/** Nouns that nobody counts. */
const hasNone = /\b(?:data|equipment|feedback|information|news|personnel|software|staff)$/i

const beginsWithVowel = (noun: string): boolean => {
  const [first = ''] = /^[\p{L}\p{N}]*/u.exec(noun.toLowerCase()) ?? []
  if (spelledOut.has(first) || isConsonants(first)) return /^[aefhilmnorsx8]/.test(first)
  if (/^(?:hour|honest|honou?r|heir)/.test(first)) return true
  return /^[aeio8]|^u/.test(first) && !soundsLikeConsonant.test(first)
}

/** `user`, `unit`, `utility`, `euro`, `one`: a vowel that is said as a consonant. `unidentified`, `unimportant` are none. */
const soundsLikeConsonant = /^(?:uni(?![ndm])|us[aeu]|us$|ut[ei]|ur[aeio]n|uro|ubi|uk|eu|ew|one$|once$)/

/** Abbreviations that have a vowel and are said letter by letter all the same. */
const spelledOut = new Set(
  'api ehr emr faq fda hoa iot mba mri nda rfi sla ssa uid ui uri url uuid usb utc ux uv'.split(' '),
)

/** `sms`, `html`, `x`: said letter by letter. */
const isConsonants = (word: string): boolean => /^[b-df-hj-np-tv-z]+$/.test(word)

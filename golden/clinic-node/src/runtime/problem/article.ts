/**
 * A noun with its article: `an order`, `a user`, `an hour`, `an SMS`, and `staff`, which has none. Decided by how the first
 * word sounds; no other place decides this.
 */
export const withArticle = (noun: string): string =>
  hasNone.test(noun) ? noun : `${beginsWithVowel(noun) ? 'an' : 'a'} ${noun}`

/** Nouns that nobody counts. */
const hasNone = /\b(?:data|equipment|feedback|information|news|personnel|software|staff)$/i

const beginsWithVowel = (noun: string): boolean => {
  const [written = ''] = /^[\p{L}\p{N}]*/u.exec(noun) ?? []
  const first = written.toLowerCase()
  if (isSpelledOut(written, first)) return /^[aefhilmnorsx8]/.test(first)
  if (/^(?:hour|honest|honou?r|heir|11$|18$)/.test(first)) return true
  return /^[aeio8]|^u/.test(first) && !soundsLikeConsonant.test(first)
}

/** `user`, `unit`, `utility`, `euro`, `one`: a vowel that is said as a consonant. `unidentified`, `unimportant` are none. */
const soundsLikeConsonant = /^(?:uni(?![ndm])|us[aeu]|us$|ut[ei]|ur[aeio]n|uro|ubi|uga|uvu|uk|eu|ew|ouija|one$|once$)/

/** Said letter by letter, in capitals or not: `an NGO`, `a UN report`. */
const isSpelledOut = (written: string, first: string): boolean =>
  spelledOut.has(first) || isConsonants(first) || beginsNoWord.test(first) || /^U[A-Z]{1,2}$/.test(written)

/** Abbreviations that could be said as a word and are not. */
const spelledOut = new Set(
  'api ehr emr faq fte fyi hiv hoa iot led loi mau mep moa moq mou ria roi rov sae seo sla sme soa sos uae uat uav ucla udp uefa ufc ufo ugc uhf uid ui unhcr upc uri url usb usd usps utc utm uuid uv ux'.split(
    ' ',
  ),
)

/** `fbi`, `mri`, `h1b`, `s3`: no English word begins so. */
const beginsNoWord =
  /^(?:f[bcdfghkmnpqstvwxz\d]|[hn][bcdfghjklmnpqrstvwxz\d]|l[bcdfghjkmnpqrstvwxz\d]|m[bcdfghjklmpqrstvwxz\d]|r[bcdfgjklmnpqrstvwxz\d]|s[bdfgjsxz\d]|x[bcdfghjklmnpqrstvwxz\d])/

/** `sms`, `html`, `x`: said letter by letter. */
const isConsonants = (word: string): boolean => /^[b-df-hj-np-tv-xz]+$/.test(word)

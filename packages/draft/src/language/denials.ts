/** Parts of patterns by which English allows, denies and keeps from sight: one list for drafting and for editing. A blank stands for any space. */
const spaced = (source: string): string => source.replaceAll(' ', '\\s+')

const bare = 'may|might|can|could|should|shall|must|will|would|ought to'
const licensed = '(?:allowed|able|permitted|entitled|authori[sz]ed|supposed|meant|going) to'
const granted = '(?: be (?:able|allowed|permitted) to)?'

/** `may`, `should be able to`, `are allowed to`, `gets to`. */
export const modal = spaced(`(?:${bare}|(?:is|are) ${licensed}|gets? to|(?:have|has) to be able to)${granted}`)

const never =
  '(?:not(?: ever| even)?|never(?:,? ever)?|no longer|under no circumstances|in no case|at no time|on no account|by no means)'
const contracted = "(?:ca|wo|sha|must|should|could|would|may|might|do|does)n['’]?t(?: ever| even)?"
const stopped = '(?:forbidden|prohibited|barred|banned|prevented|blocked|precluded|disallowed|restricted|debarred)'
const right = '(?:the )?(?:rights?|permissions?|authority|authori[sz]ation|clearance|business|way)'

/** `may never`, `mustn't`, `are not allowed to`, `are forbidden to`, `have no right to`: what follows is not done. */
export const denial = spaced(
  `(?:(?:${[
    `(?:${bare})\\s*${never}${granted}`,
    `(?:cannot|${contracted})${granted}`,
    "ought(?: not| never|n['’]?t) to",
    `(?:is|are)(?: ${never}|n['’]?t)(?: to be)? ${licensed}`,
    `(?:do|does) ${never}`,
    `(?:is|are|be)(?: [a-z]+ly)? ${stopped}(?: to| from)`,
    `(?:have|has|get|gets)(?: got)? no ${right}(?: to| of)`,
    `(?:do not|does not|don['’]?t|doesn['’]?t) have ${right} to`,
    `(?:lose|loses|lack|lacks) ${right}(?: to| of)`,
    'never|no longer',
  ].join('|')})(?: gets? to)?)`,
)

/** `have no access to`: what follows is a thing, and no verb. */
export const noAccess = spaced(
  `(?:(?:have|has|get|gets|gain|gains)(?: got)? (?:no|neither|zero)(?: longer| more)?(?: read| view| any)? access to|(?:${denial}) (?:have|get|gain|be given)(?: any)? access to|lacks?(?: any)? access to|(?:is|are) (?:denied|refused)(?: any)? access to)`,
)

/** Verbs of seeing, in any form. */
export const see = spaced(
  '(?:sees?|seeing|reads?|reading|views?|viewing|knows?|knowing|looks? at|looking at|gets? to see|(?:have|has|having|get|gets|getting|gain|gaining) access to|access(?:es|ing)?|inspect(?:s|ing)?|learns?|browse|browsing|be (?:shown|told|given))',
)

/** What is done to what is seen. */
export const seen =
  '(?:visible|seen|shown|known|readable|displayed|revealed|disclosed|available|accessible|viewable|open|exposed|viewed|read|told|given)'

/** How what is kept from sight is called. */
export const concealed = spaced(
  '(?:hidden|concealed|withheld|secret|invisible|masked|redacted|blanked out|kept (?:away )?from|kept (?:secret|private)|off[- ]limits|out of (?:sight|bounds|reach))',
)

/** Whether a word only helps a verb, so that nobody's name ends in it. */
export const isModal = (word: string): boolean =>
  /^(?:may|might|can|cannot|could|should|shall|must|will|would|ought|never|not|always|do|does|is|are|be|have|has)$/i.test(
    word,
  )

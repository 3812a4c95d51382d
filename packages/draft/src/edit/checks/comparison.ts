/** A comparison as words say it: two sides and the sign between them in a rule of `checks`. */
export interface Comparison {
  readonly left: string
  readonly sign: '>' | '>=' | '<' | '<=' | '==' | '!='
  readonly right: string
}

const opposite: Readonly<Record<Comparison['sign'], Comparison['sign']>> = {
  '>': '<=',
  '>=': '<',
  '<': '>=',
  '<=': '>',
  '==': '!=',
  '!=': '==',
}

/** In order: what is said more narrowly goes first. */
const signs: readonly (readonly [string, Comparison['sign']])[] = [
  ['(?:on|at|the same as|equal to) or (?:after|later than)|no earlier than|not earlier than|at or above|>=|≥', '>='],
  ['(?:on|at|the same as|equal to) or (?:before|earlier than)|no later than|not later than|at or below|<=|≤', '<='],
  ['after or (?:on|equal to|the same as)|later than or equal to|greater than or equal to|at least|no less than', '>='],
  ['before or (?:on|equal to|the same as)|earlier than or equal to|less than or equal to|at most|no more than', '<='],
  ['after|later than|greater than|more than|larger than|higher than|bigger than|above|over|exceed|>', '>'],
  ['before|earlier than|less than|smaller than|lower than|fewer than|below|under|<', '<'],
  ['different from|unequal to|not the same as|!=', '!='],
  ['equal to|the same as|equal|==', '=='],
]

const modal =
  "(?:must(?: always)?|should(?: always)?|has to|have to|needs? to|shall|can|may|cannot|can't|mustn't|may only|can only|is|are|lies?)"
const patterns = signs.map(([words, sign]) => {
  const between = `(?:${modal}\\b\\s*)?(?:(?:not|never)\\s+)?(?:be\\s+|lie\\s+|come\\s+)?(?:${words})`
  return { sign, pattern: new RegExp(`^(?<left>.+?)\\s+(?<between>${between})\\s+(?<right>.+)$`, 'i') }
})
const denial = /\b(?:not|never|cannot|can't|mustn't)\b/i
/** Signs that have the word themselves. */
const notInSign = /\bnot (?:earlier|later|the same)\b/i

/** `the end must be after the start`, `it can't return before it departs`; null where words compare nothing. */
export const comparisonIn = (text: string): Comparison | null => {
  for (const { sign, pattern } of patterns) {
    const { left, between, right } = pattern.exec(text)?.groups ?? {}
    if (left === undefined || between === undefined || right === undefined) continue
    const isNot = denial.test(`${left} ${between}`) && !notInSign.test(between)
    return { left, sign: isNot ? opposite[sign] : sign, right }
  }
  return null
}

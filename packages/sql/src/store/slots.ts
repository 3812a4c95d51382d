/**
 * In the text of a statement that we make, `?` is a slot of the next value, and `?again` one of the value before: of a text that is
 * looked for by its column's own collation, which an index serves, and compared by code point. A question mark that is no slot stands
 * twice, in names and literals too. So nobody has to read SQL to find the slots.
 */
export interface Slots {
  /** Texts before, between and after the slots: one more than there are slots. */
  readonly parts: readonly string[]
  /** Which of the values each slot takes. */
  readonly takes: readonly number[]
}

const again = 'again'

/** The slots of a statement's text. */
export const slotsOf = (text: string): Slots => {
  const [first = '', ...rest] = text.split('?')
  const parts = [first]
  const takes: number[] = []
  let last = -1
  for (let at = 0; at < rest.length; at++) {
    const piece = rest[at] ?? ''
    if (piece === '' && at + 1 < rest.length) {
      parts.push(`${parts.pop()}?${rest[++at]}`)
      continue
    }
    const isAgain = piece.startsWith(again)
    takes.push(isAgain ? last : ++last)
    parts.push(isAgain ? piece.slice(again.length) : piece)
  }
  return { parts, takes }
}

/** SQL without a slot, as a part of a statement: a name, a literal. */
export const slotless = (sql: string): string => sql.replaceAll('?', '??')

/** A statement's text where the database itself has `?` for its slots. */
export const questionText = (text: string): string => (text.includes('??') ? text.replaceAll('??', '?') : text)

/**
 * A text that a pattern of the RE2∩ECMAScript subset matches: the first choice everywhere, each class's character
 * picked by `ordinal` so that different ordinals give different texts where the pattern allows. Null for what it
 * cannot follow; callers check the result against the pattern.
 */
export const textOfPattern = (pattern: string, ordinal: number): string | null => {
  const reader: Reader = { pattern, at: 0, ordinal, made: 0 }
  try {
    const text = readChoice(reader)
    return reader.at === pattern.length ? text : null
  } catch (error) {
    if (error instanceof Unfollowable) return null
    throw error
  }
}

interface Reader {
  readonly pattern: string
  readonly ordinal: number
  at: number
  /** Characters picked so far: varies the choice along the text. */
  made: number
}

class Unfollowable extends Error {}

const readChoice = (reader: Reader): string => {
  const first = readSequence(reader)
  while (reader.pattern[reader.at] === '|') {
    reader.at++
    readSequence(reader)
  }
  return first
}

const readSequence = (reader: Reader): string => {
  let text = ''
  while (reader.at < reader.pattern.length && reader.pattern[reader.at] !== '|' && reader.pattern[reader.at] !== ')') {
    const start = reader.at
    const atom = readAtom(reader)
    const count = readCount(reader)
    text += count === 0 ? '' : atom
    const end = reader.at
    for (let repeat = 1; repeat < count; repeat++) {
      reader.at = start
      text += readAtom(reader)
    }
    reader.at = end
  }
  return text
}

const readAtom = (reader: Reader): string => {
  const unit = reader.pattern[reader.at++]
  switch (unit) {
    case '(':
      return readGroup(reader)
    case '[':
      return pick(reader, readClass(reader))
    case '\\':
      return readEscape(reader)
    case '.':
      return pick(reader, letters)
    case '^':
    case '$':
      return ''
    case undefined:
      throw new Unfollowable()
    default:
      return unit
  }
}

const readGroup = (reader: Reader): string => {
  if (reader.pattern.startsWith('?:', reader.at)) reader.at += 2
  const text = readChoice(reader)
  if (reader.pattern[reader.at++] !== ')') throw new Unfollowable()
  return text
}

const digits = '0123456789'
const letters = 'abcdefghijklmnopqrstuvwxyz'
const classes: Readonly<Record<string, string>> = {
  d: digits,
  w: `${letters}${digits}`,
  s: ' ',
  D: letters,
  W: '-',
  S: letters,
}

const readEscape = (reader: Reader): string => {
  const unit = reader.pattern[reader.at++] ?? ''
  const known = classes[unit]
  if (known) return pick(reader, known)
  if (/[a-zA-Z0-9]/.test(unit)) throw new Unfollowable()
  return unit
}

const readClass = (reader: Reader): string => {
  if (reader.pattern[reader.at] === '^') throw new Unfollowable()
  let choices = ''
  while (reader.pattern[reader.at] !== ']') {
    const from = readClassUnit(reader)
    if (reader.pattern[reader.at] === '-' && reader.pattern[reader.at + 1] !== ']' && from.length === 1) {
      reader.at++
      choices += range(from, readClassUnit(reader))
    } else choices += from
    if (reader.at >= reader.pattern.length) throw new Unfollowable()
  }
  reader.at++
  return choices
}

const readClassUnit = (reader: Reader): string => {
  const unit = reader.pattern[reader.at++] ?? ''
  if (unit !== '\\') return unit
  const escaped = reader.pattern[reader.at++] ?? ''
  return classes[escaped] ?? escaped
}

const range = (from: string, to: string): string => {
  const first = from.charCodeAt(0)
  const count = Math.min(Math.max(to.charCodeAt(0) - first + 1, 1), 128)
  return String.fromCharCode(...Array.from({ length: count }, (_, at) => first + at))
}

const pick = (reader: Reader, choices: string): string =>
  choices.charAt((reader.ordinal * 7 + reader.made++ * 3 + 1) % choices.length)

const readCount = (reader: Reader): number => {
  const rest = reader.pattern.slice(reader.at)
  const found = /^(?:\{(\d+)(?:,(\d*))?\}|[*+?])\??/.exec(rest)
  if (!found) return 1
  reader.at += found[0].length
  if (found[1] !== undefined)
    return Math.max(
      Number(found[1]),
      found[2] === undefined || found[2] === '0' ? 0 : Math.min(1, Number(found[2] || 1)),
    )
  return found[0].startsWith('*') ? 0 : 1
}

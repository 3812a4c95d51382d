import type { TextType } from './type.ts'

/** How many code points a pattern of `like` or `startsWith` has at most (docs/semantics.md, Bounds). */
export const patternPointsMax = 256

/** What a pattern from outside is read as. */
export const likePattern: TextType = { kind: 'text', lengthMax: patternPointsMax }

/** Whether a value is like a pattern. */
export type Like = (value: string) => boolean

/**
 * SQL LIKE on code points, case-sensitive: `%` is any text, `_` one code point, `\` escapes. The pattern is read once; a value
 * is then read once from the left, since what stands between two `%` may be taken where it comes first.
 */
export const compileLike = (pattern: string): Like => {
  const pieces = piecesOf(pattern)
  const [first = [], last = []] = [pieces[0], pieces.at(-1)]
  if (pieces.length === 1) return (value) => endOf(first, value, 0) === value.length
  const searches = pieces.slice(1, -1).flatMap((piece) => (piece.length === 0 ? [] : [searchFor(piece)]))
  return (value) => {
    let at = endOf(first, value, 0)
    const end = startOf(last, value)
    if (at < 0 || end < at || endOf(last, value, end) !== value.length) return false
    for (const search of searches) {
      at = search(value, at)
      if (at < 0 || at > end) return false
    }
    return true
  }
}

/** Code points, `one` for any. */
type Piece = readonly number[]
const one = -1

/** What stands between `%`s. A `\` alone at the end means itself. */
const piecesOf = (pattern: string): readonly Piece[] => {
  const points = [...pattern]
  const pieces: number[][] = [[]]
  for (let at = 0; at < points.length; at++) {
    const point = points[at] ?? ''
    if (point === '%') pieces.push([])
    else if (point === '_') pieces.at(-1)?.push(one)
    else
      pieces.at(-1)?.push((point === '\\' && at + 1 < points.length ? points[++at] : point)?.codePointAt(0) as number)
  }
  return pieces
}

const widthOf = (point: number): number => (point > 0xffff ? 2 : 1)

/** Where the piece ends that stands at a place of the value; -1 where another does. */
const endOf = (piece: Piece, value: string, from: number): number => {
  let at = from
  for (const wanted of piece) {
    const point = value.codePointAt(at)
    if (point === undefined || (wanted !== one && wanted !== point)) return -1
    at += widthOf(point)
  }
  return at
}

/** Where as many code points begin as the piece has, counted from the end; below zero where the value is shorter. */
const startOf = (piece: Piece, value: string): number => {
  let at = value.length
  for (let left = piece.length; left > 0; left--) {
    const unit = value.charCodeAt(--at)
    // The second half of a code point: text has none alone (docs/semantics.md, Text).
    if (unit >= 0xdc00 && unit < 0xe000) at--
  }
  return at
}

/** Gives where the first occurrence from a place on ends, or -1. */
type Search = (value: string, from: number) => number

const searchFor = (piece: Piece): Search => {
  if (piece.includes(one)) return searchBits(piece)
  const text = String.fromCodePoint(...piece)
  return (value, from) => {
    const at = value.indexOf(text, from)
    return at < 0 ? -1 : at + text.length
  }
}

/**
 * Shift-And (Baeza-Yates and Gonnet, "A new approach to text searching", 1992): a bit for each place of the piece says whether
 * all up to there has just been read, so that a `_` costs no step back; a word for 32 of them, whatever the value.
 */
const searchBits = (piece: Piece): Search => {
  const words = Math.ceil(piece.length / 32)
  const last = 1 << ((piece.length - 1) & 31)
  const any = new Int32Array(words)
  const known = new Map<number, Int32Array>()
  for (const point of piece) if (point !== one) known.set(point, new Int32Array(words))
  for (const [place, point] of piece.entries())
    for (const mask of point === one ? [any, ...known.values()] : [known.get(point) as Int32Array])
      mask[place >> 5] = (mask[place >> 5] as number) | (1 << (place & 31))
  return (value, from) => {
    const state = new Int32Array(words)
    for (let at = from; at < value.length; ) {
      const point = value.codePointAt(at) as number
      at += widthOf(point)
      shiftAnd(state, known.get(point) ?? any)
      if (((state[words - 1] as number) & last) !== 0) return at
    }
    return -1
  }
}

const shiftAnd = (state: Int32Array, mask: Int32Array): void => {
  let carry = 1
  for (let word = 0; word < state.length; word++) {
    const bits = state[word] as number
    state[word] = ((bits << 1) | carry) & (mask[word] as number)
    carry = bits >>> 31
  }
}

const compiledMax = 100

/** The same, keeping what was compiled last: a statement asks with one pattern for every row. */
export const likeMemory = (): ((pattern: string, value: string) => boolean) => {
  const known = new Map<string, Like>()
  return (pattern, value) => {
    let like = known.get(pattern)
    if (!like) {
      like = compileLike(pattern)
      if (known.size >= compiledMax) known.clear()
      known.set(pattern, like)
    }
    return like(value)
  }
}

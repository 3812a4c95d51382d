import { compilePattern } from '@charter/runtime'

/**
 * What PostgreSQL's `text ~ '^…$'` says as a charter's pattern, which matches the whole value in RE2 and ECMAScript alike;
 * null for anything outside of what all three read the same (postgresql.org/docs/current/functions-matching.html).
 */
export const patternOfRegex = (regex: string): string | null => {
  const inner = /^\^([\s\S]*)\$$/.exec(regex)?.[1]
  if (inner === undefined || inner.startsWith('***') || inner.endsWith('\\')) return null
  const pattern = translated(inner)
  return pattern === null || 'error' in compilePattern(pattern) ? null : pattern
}

/** `LIKE`: `%` is anything, `_` one character, `\` takes the next as it is. */
export const patternOfLike = (like: string): string | null => {
  const parts = [...like.matchAll(/\\([\s\S])|([\s\S])/gu)].map(([, escaped, plain]) => {
    if (escaped !== undefined) return literal(escaped)
    return plain === '%' ? '[\\s\\S]*' : plain === '_' ? '[\\s\\S]' : literal(plain ?? '')
  })
  const pattern = parts.join('')
  return 'error' in compilePattern(pattern) ? null : pattern
}

/** A backslash stands in a set of its own: what follows it can then not be taken for an escape. */
const literal = (letter: string): string => (letter === '\\' ? '[\\\\]' : special.test(letter) ? `\\${letter}` : letter)

const special = /[\\^$.*+?()[\]{}|/]/

/** `\w` is left out: PostgreSQL takes letters of all scripts for it. */
const piece =
  /\\([dsDS])|\\([^A-Za-z0-9])|(\((?:\?:)?)|(\))|(\[\^?)((?:\\[^A-Za-z]|\\[ds]|[^\][\\])+)\]|(\.)|([*+?]\??|\{\d+(?:,\d*)?\}\??)|(\|)|([^\\()[\].*+?{}|^$])/uy

/** Piece by piece; null at the first that could mean something else. */
const translated = (regex: string): string | null => {
  let text = ''
  let depth = 0
  piece.lastIndex = 0
  for (let at = 0; at < regex.length; at = piece.lastIndex) {
    piece.lastIndex = at
    const [, shorthand, escaped, open, close, bracket, set, dot, count, bar, letter] = piece.exec(regex) ?? []
    if (shorthand !== undefined) text += `\\${shorthand}`
    else if (escaped !== undefined) text += literal(escaped)
    else if (open !== undefined) {
      depth++
      text += '(?:'
    } else if (close !== undefined) {
      if (--depth < 0) return null
      text += ')'
    } else if (set !== undefined) text += `${bracket}${bracketed(set)}]`
    else if (dot !== undefined) text += '[\\s\\S]'
    else if (count !== undefined) text += count
    // Outside brackets a bar would set `^` and `$` apart.
    else if (bar !== undefined && depth > 0) text += '|'
    else if (letter !== undefined) text += literal(letter)
    else return null
  }
  return depth === 0 ? text : null
}

/** Inside a set only a backslash, a hyphen and brackets need one; others are refused by ECMAScript. */
const bracketed = (set: string): string =>
  set.replace(/\\([^A-Za-z])/gu, (_, letter: string) => (/[\\\]^[-]/.test(letter) ? `\\${letter}` : letter))

/**
 * A pattern of the charter as XML Schema writes it (part 2, appendix F), whose patterns match the whole value, have no anchors and no
 * groups that do not capture, and whose `\d`, `\w`, `\s` are not ASCII. Null where it has a part that XML Schema does not know: the
 * service judges it all the same.
 */
export const xsdPattern = (pattern: string): string | null => {
  let written = ''
  let isInClass = false
  for (let at = 0; at < pattern.length; at++) {
    const unit = pattern.charAt(at)
    if (unit === '\\') {
      const next = pattern.charAt(++at)
      const translated = escapeOf(next, isInClass)
      if (translated === null) return null
      written += translated
    } else if (!isInClass && (unit === '^' || unit === '$')) {
      if ((unit === '^' && written !== '') || (unit === '$' && at < pattern.length - 1)) return null
    } else if (!isInClass && unit === '(' && pattern.charAt(at + 1) === '?') {
      if (pattern.charAt(at + 2) !== ':') return null
      written += '('
      at += 2
    } else if (!isInClass && '*+?}'.includes(unit) && pattern.charAt(at + 1) === '?') {
      // Lazy or not, the whole value matches the same.
      written += unit
      at++
    } else {
      if (unit === '[' && isInClass) return null
      if (unit === '[') isInClass = true
      if (unit === ']') isInClass = false
      // A hyphen at the end of a class stands for itself; so that every validator takes it, escaped.
      written +=
        isInClass && unit === '-' && (pattern.charAt(at + 1) === ']' || '[^'.includes(pattern.charAt(at - 1)))
          ? '\\-'
          : unit
    }
  }
  return written
}

const classes: Readonly<Record<string, string>> = { d: '0-9', w: 'A-Za-z0-9_', s: ' \\t\\n\\r' }
const plainEscapes = 'nrt\\|.?*+(){}-[]^'

const escapeOf = (letter: string, isInClass: boolean): string | null => {
  const set = classes[letter]
  if (set !== undefined) return isInClass ? set : `[${set}]`
  const negated = classes[letter.toLowerCase()]
  if (negated !== undefined) return isInClass ? null : `[^${negated}]`
  if (plainEscapes.includes(letter)) return `\\${letter}`
  return /[A-Za-z0-9]/.test(letter) ? null : letter
}

/**
 * Quoted names, literals (plain, escaped, dollar-quoted) and comments, which hold no placeholder, or a placeholder
 * (postgresql.org/docs/current/sql-syntax-lexical.html).
 */
const parts =
  /[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$([A-Za-z_]\w*|)\$[\s\S]*?\$\1\$|\?/g

const known = new Map<string, string>()
const knownMax = 5000

/** `?` as `$1`, `$2`…; kept per text, as a service says the same statements again and again. */
export const numbered = (sql: string): string => {
  const found = known.get(sql)
  if (found !== undefined) return found
  let number = 0
  const made = sql.replace(parts, (part) => (part === '?' ? `$${++number}` : part))
  if (known.size >= knownMax) known.clear()
  known.set(sql, made)
  return made
}

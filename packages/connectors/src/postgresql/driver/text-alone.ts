import { memoryOf } from '@charter/runtime'

/**
 * Quoted names, literals (plain, escaped, dollar-quoted) and comments, which hold no slot, or a slot
 * (postgresql.org/docs/current/sql-syntax-lexical.html).
 */
const parts =
  /[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$([A-Za-z_]\w*|)\$[\s\S]*?\$\1\$|\?/g

const known = memoryOf<string>({ most: 5000, room: 4_000_000 })

/** `?` as `$1`, `$2`…; kept per text, as a service says the same statements again and again. */
export const numbered = (sql: string): string => {
  const found = known.get(sql)
  if (found !== undefined) return found
  let number = 0
  return known.keep(
    sql,
    sql.replace(parts, (part) => (part === '?' ? `$${++number}` : part)),
  )
}

/** Whether a text may set where names are looked up, as a body of an operation may. */
export const namesPath = (text: string): boolean => /\bsearch_path\b/i.test(text)

import { oncePerText } from '@charter/sql/store'

/**
 * What has to be read of a text of which nothing is known, as a body of an operation says it. Here: quoted names, literals (plain,
 * escaped, dollar-quoted) and comments, which hold no placeholder, or a placeholder
 * (postgresql.org/docs/current/sql-syntax-lexical.html).
 */
const parts =
  /[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$([A-Za-z_]\w*|)\$[\s\S]*?\$\1\$|\?/g

/** `?` as `$1`, `$2`… */
export const numberedText = oncePerText((text) => {
  let number = 0
  return text.replace(parts, (part) => (part === '?' ? `$${++number}` : part))
})

/** Whether it may set where names are looked up. */
export const namesPath = (text: string): boolean => /\bsearch_path\b/i.test(text)

import { oncePerText } from '@charter/sql/store'

/**
 * What has to be read of a text of which nothing is known, as a body of an operation says it: names, literals and comments, which hold no
 * placeholder, or a placeholder (mariadb.com/kb/en/string-literals, mariadb.com/kb/en/comment-syntax).
 */
const parts =
  /'(?:[^'\\]|\\[\s\S]|'')*'|"(?:[^"\\]|\\[\s\S]|"")*"|`(?:[^`]|``)*`|--(?=\s)[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\/|\?/g

/** How many `?` a text has for values: the server takes more or fewer, and something else for them. */
export const placeholdersIn = oncePerText((text) => text.match(parts)?.filter((part) => part === '?').length ?? 0)

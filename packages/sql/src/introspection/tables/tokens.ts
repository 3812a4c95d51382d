/** A word of SQL. `name` is an identifier or keyword; a quoted one is never a keyword. */
export type Token =
  | { readonly kind: 'name'; readonly text: string; readonly isQuoted: boolean }
  | { readonly kind: 'text' | 'number' | 'sign'; readonly text: string }

const pattern =
  /\s+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'((?:[^']|'')*)'|"((?:[^"]|"")*)"|`((?:[^`]|``)*)`|\[([^\]]*)\]|(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+)|([\p{L}_$][\p{L}\p{N}_$]*)|(<>|<=|>=|!=|==|\|\||.)/gsu

/** Splits SQL into tokens; comments and blanks are left out. Linear in its length. */
export const tokensOf = (sql: string): readonly Token[] => {
  const tokens: Token[] = []
  for (const [, text, double, backtick, bracket, number, name, sign] of sql.matchAll(pattern)) {
    const quoted = double?.replaceAll('""', '"') ?? backtick?.replaceAll('``', '`') ?? bracket
    if (text !== undefined) tokens.push({ kind: 'text', text: text.replaceAll("''", "'") })
    else if (quoted !== undefined) tokens.push({ kind: 'name', text: quoted, isQuoted: true })
    else if (number !== undefined) tokens.push({ kind: 'number', text: number })
    else if (name !== undefined) tokens.push({ kind: 'name', text: name, isQuoted: false })
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign })
  }
  return tokens
}

export const isWord = (token: Token | undefined, word: string): boolean =>
  token?.kind === 'name' && !token.isQuoted && token.text.toUpperCase() === word

export const isSign = (token: Token | undefined, sign: string): boolean => token?.kind === 'sign' && token.text === sign

/** The index of the bracket that closes the one at `open`, or the end. */
export const closingAt = (tokens: readonly Token[], open: number): number => {
  let depth = 0
  for (let at = open; at < tokens.length; at++) {
    if (isSign(tokens[at], '(')) depth++
    else if (isSign(tokens[at], ')') && --depth === 0) return at
  }
  return tokens.length
}

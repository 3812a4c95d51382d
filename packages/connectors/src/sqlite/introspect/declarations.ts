import { closingAt, isSign, isWord, type Token, tokensOf } from '@charter/sql'

/** What only the text of a CREATE TABLE says: conditions and collations. */
export interface Declarations {
  /** The tokens inside each CHECK ( … ). */
  readonly checks: readonly (readonly Token[])[]
  /** By column name in lower case, where it is not BINARY. */
  readonly collations: ReadonlyMap<string, string>
}

export const readDeclarations = (sql: string): Declarations => {
  const tokens = tokensOf(sql)
  const checks: (readonly Token[])[] = []
  const collations = new Map<string, string>()
  const body = tokens.findIndex((token) => isSign(token, '('))
  const end = body < 0 ? 0 : closingAt(tokens, body)
  let column = ''
  let isStart = true
  for (let at = body + 1; body >= 0 && at < end; at++) {
    const token = tokens[at]
    if (isStart && token?.kind === 'name') column = token.text.toLowerCase()
    isStart = isSign(token, ',')
    if (isWord(token, 'CHECK') && isSign(tokens[at + 1], '(')) {
      const close = closingAt(tokens, at + 1)
      checks.push(tokens.slice(at + 2, close))
      at = close
    } else if (isWord(token, 'COLLATE')) {
      const collation = tokens[at + 1]?.text.toUpperCase() ?? 'BINARY'
      if (collation !== 'BINARY') collations.set(column, collation)
    } else if (isSign(token, '(')) at = closingAt(tokens, at)
  }
  return { checks, collations }
}

import { setFlagsFromString } from 'node:v8'
import type { Node, ParseResult, SelectStmt } from 'libpg-query'

/** Set by `withParser`. */
let parseSync: ((sql: string) => ParseResult) | undefined

/**
 * Conditions, defaults and views are read as trees of PostgreSQL's own grammar, which no other database has: of those whose
 * catalogue has them as text alone the kit reads what its tokens tell.
 *
 * Loads PostgreSQL's own grammar, compiled to WebAssembly, and runs `work`, in which the two below can be called. Until it
 * ends, V8 optimises no WebAssembly: the parser's largest function would take it 400 MB after some hundred calls, and
 * without that the expressions of a thousand tables are parsed in half a second.
 */
export const withParser = async <Result>(work: () => Result): Promise<Result> => {
  setFlagsFromString('--no-wasm-tier-up')
  setFlagsFromString('--no-wasm-dynamic-tiering')
  try {
    if (!parseSync) {
      const grammar = await import('libpg-query')
      await grammar.loadModule()
      parseSync = grammar.parseSync
    }
    return work()
  } finally {
    setFlagsFromString('--wasm-tier-up')
    setFlagsFromString('--wasm-dynamic-tiering')
  }
}

/** The one query that a text is, or null. */
export const parseQuery = (sql: string): SelectStmt | null => {
  if (!parseSync) throw new Error('Nothing is parsed outside of withParser.')
  try {
    const { stmts = [] } = parseSync(sql)
    const statement = stmts[0]?.stmt
    return stmts.length === 1 && statement && 'SelectStmt' in statement ? statement.SelectStmt : null
  } catch {
    // A newer server may print what this grammar does not know; then nothing is concluded from it.
    return null
  }
}

/** Expressions by their text, parsed; null for one that this grammar does not know. */
export type Expressions = ReadonlyMap<string, Node | null>

/** Each parse keeps some memory for good, so that expressions are parsed many at a time. */
const batch = 50

/** Parses each of these texts once, as the one expression that it is. */
export const parseExpressions = (texts: Iterable<string>): Expressions => {
  const distinct = [...new Set(texts)]
  const parsed = new Map<string, Node | null>()
  for (let at = 0; at < distinct.length; at += batch) {
    const some = distinct.slice(at, at + batch)
    const nodes = expressionsIn(some) ?? some.map((text) => expressionsIn([text])?.[0] ?? null)
    for (const [index, text] of some.entries()) parsed.set(text, nodes[index] ?? null)
  }
  return parsed
}

/** Null where one of them is no expression, or more than one. */
const expressionsIn = (texts: readonly string[]): readonly Node[] | null => {
  const targets = parseQuery(`SELECT ${texts.join('\n, ')}`)?.targetList ?? []
  const nodes = targets.flatMap((target) =>
    'ResTarget' in target && target.ResTarget.val ? [target.ResTarget.val] : [],
  )
  return nodes.length === texts.length ? nodes : null
}

/** The words of a possibly qualified name: `a.b`. Null for `*`. */
export const wordsIn = (nodes: readonly Node[] | undefined): readonly string[] | null => {
  const words = (nodes ?? []).map((node) => ('String' in node ? (node.String.sval ?? '') : null))
  return words.every((word) => word !== null) ? words : null
}

/** A column referred to, or null for anything else. */
export const columnIn = (node: Node | undefined): readonly string[] | null =>
  node && 'ColumnRef' in node ? wordsIn(node.ColumnRef.fields) : null

/** Without the casts around it. */
export const uncast = (node: Node | undefined): Node | undefined =>
  node && 'TypeCast' in node ? uncast(node.TypeCast.arg) : node

/** A constant's text, whatever it is cast to: `'abc'::text`, `-5`, `true`. */
export const literalIn = (node: Node | undefined): { readonly text: string; readonly isText: boolean } | null => {
  const bare = uncast(node)
  if (!bare || !('A_Const' in bare) || bare.A_Const.isnull) return null
  const { sval, ival, fval, boolval } = bare.A_Const
  if (sval) return { text: sval.sval ?? '', isText: true }
  if (fval) return { text: fval.fval ?? '', isText: false }
  if (boolval) return { text: String(boolval.boolval ?? false), isText: false }
  // A zero is left out of what the parser gives.
  return ival ? { text: String(ival.ival ?? 0), isText: false } : null
}

/** The function called, in its last word, or null. */
export const functionIn = (node: Node | undefined): string | null =>
  node && 'FuncCall' in node ? (wordsIn(node.FuncCall.funcname)?.at(-1) ?? null) : null

/** The operands of the outermost ANDs. */
export const conjunctsOf = (node: Node): readonly Node[] =>
  'BoolExpr' in node && node.BoolExpr.boolop === 'AND_EXPR' ? (node.BoolExpr.args ?? []).flatMap(conjunctsOf) : [node]

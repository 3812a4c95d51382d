import { loadModule, type Node, parseSync, type SelectStmt } from 'libpg-query'

/** PostgreSQL's own grammar, compiled to WebAssembly. Has to be loaded before the two below are called. */
export const loadParser = (): Promise<void> => loadModule()

/** The one query that a text is, or null. */
export const parseQuery = (sql: string): SelectStmt | null => {
  try {
    const { stmts = [] } = parseSync(sql)
    const statement = stmts[0]?.stmt
    return stmts.length === 1 && statement && 'SelectStmt' in statement ? statement.SelectStmt : null
  } catch {
    // A newer server may print what this grammar does not know; then nothing is concluded from it.
    return null
  }
}

/** The one expression that a text is, or null. */
export const parseSqlExpression = (sql: string): Node | null => {
  const targets = parseQuery(`SELECT ${sql}`)?.targetList ?? []
  const [target] = targets
  return targets.length === 1 && target && 'ResTarget' in target ? (target.ResTarget.val ?? null) : null
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

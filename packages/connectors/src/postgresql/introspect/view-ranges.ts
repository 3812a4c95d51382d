import type { JoinExpr, Node, RangeVar } from 'libpg-query'
import { columnIn, conjunctsOf, literalIn, uncast, wordsIn } from './parse.ts'

/** What a table, or a view already looked at, promises of its rows. */
export interface Promises {
  readonly columns: readonly string[]
  readonly notNull: ReadonlySet<string>
  /** Sets of columns of which no two rows have the same values; none of them is ever null. */
  readonly keys: readonly (readonly string[])[]
  /** Of columns that stand for one that stands there before: that one. A statement sets it once. */
  readonly repeated: ReadonlyMap<string, string>
  /** Columns that a new row must be given. */
  readonly needed: ReadonlySet<string>
  /** Those of tables below that it must be given and cannot through this view. */
  readonly withheld: readonly string[]
}

export interface Range {
  readonly alias: string
  /** Null for a subquery or function, of which nothing is known. */
  readonly promises: Promises | null
  /** An outer join can make all of its columns null. */
  readonly isNullable: boolean
}

export interface ColumnOf {
  readonly range: Range
  readonly column: string
}

/** Two columns that are equal, or one that is constant, for the rows in which `within` are there (null: in all). */
export interface Equality {
  readonly sides: readonly [ColumnOf, ColumnOf | 'constant']
  readonly within: ReadonlySet<Range> | null
}

export interface Ranges {
  readonly all: readonly Range[]
  readonly equalities: readonly Equality[]
}

type Lookup = (schema: string, name: string, isWithChildren: boolean) => Promises | null

interface Gathered {
  readonly all: Range[]
  readonly conditions: { readonly node: Node; readonly within: ReadonlySet<Range> | null }[]
  readonly using: {
    readonly names: readonly string[]
    readonly left: Range[]
    readonly right: Range[]
    readonly within: ReadonlySet<Range> | null
  }[]
}

/** Every range of a FROM clause with what is known to be equal in it; null where a join is of a kind that is not followed. */
export const rangesOf = (from: readonly Node[], where: Node | undefined, lookup: Lookup): Ranges | null => {
  const gathered: Gathered = { all: [], conditions: [], using: [] }
  for (const node of from) if (!gather(node, false, gathered, lookup)) return null
  if (where) gathered.conditions.push({ node: where, within: null })
  const { all } = gathered
  if (new Set(all.map(({ alias }) => alias)).size !== all.length) return null
  const equalities = [
    ...gathered.conditions.flatMap(({ node, within }) =>
      conjunctsOf(node).flatMap((each) => equalityIn(each, all, within)),
    ),
    ...gathered.using.flatMap(({ names, left, right, within }) =>
      names.flatMap((column): Equality[] => {
        const [one, other] = [resolve([column], left), resolve([column], right)]
        return one && other ? [{ sides: [one, other], within }] : []
      }),
    ),
  ]
  return { all, equalities }
}

const gather = (node: Node, isNullable: boolean, gathered: Gathered, lookup: Lookup): boolean => {
  if ('RangeVar' in node) {
    gathered.all.push(rangeOf(node.RangeVar, isNullable, lookup))
    return true
  }
  if ('JoinExpr' in node) return gatherJoin(node.JoinExpr, isNullable, gathered, lookup)
  const opaque = 'RangeSubselect' in node ? node.RangeSubselect : 'RangeFunction' in node ? node.RangeFunction : null
  if (!opaque?.alias?.aliasname) return false
  gathered.all.push({ alias: opaque.alias.aliasname, promises: null, isNullable })
  return true
}

const rangeOf = ({ schemaname, relname, inh, alias }: RangeVar, isNullable: boolean, lookup: Lookup): Range => {
  const isRenamed = (alias?.colnames ?? []).length > 0
  return {
    alias: alias?.aliasname ?? relname ?? '',
    // With an empty search path only a name of the query itself, or of the system, stands alone.
    promises: isRenamed || !schemaname || !relname ? null : lookup(schemaname, relname, inh === true),
    isNullable,
  }
}

const gatherJoin = (join: JoinExpr, isNullable: boolean, gathered: Gathered, lookup: Lookup): boolean => {
  const { jointype, larg, rarg, quals, usingClause, alias, isNatural } = join
  const isLeft = jointype === 'JOIN_LEFT'
  const isRight = jointype === 'JOIN_RIGHT'
  if (!larg || !rarg || alias || isNatural || !(jointype === 'JOIN_INNER' || isLeft || isRight)) return false
  const before = gathered.all.length
  if (!gather(larg, isNullable || isRight, gathered, lookup)) return false
  const middle = gathered.all.length
  if (!gather(rarg, isNullable || isLeft, gathered, lookup)) return false
  const [left, right] = [gathered.all.slice(before, middle), gathered.all.slice(middle)]
  const within = isLeft ? new Set(right) : isRight ? new Set(left) : isNullable ? new Set([...left, ...right]) : null
  if (quals) gathered.conditions.push({ node: quals, within })
  const names = wordsIn(usingClause) ?? []
  // A column that USING merges over an outer join is of one side or of the other.
  if (names.length > 0 && isRight) return false
  if (names.length > 0) gathered.using.push({ names, left, right, within })
  return true
}

const equalityIn = (node: Node, all: readonly Range[], within: ReadonlySet<Range> | null): readonly Equality[] => {
  if (!('A_Expr' in node) || node.A_Expr.kind !== 'AEXPR_OP' || wordsIn(node.A_Expr.name)?.join('.') !== '=') return []
  const { lexpr, rexpr } = node.A_Expr
  const [left, right] = [columnAt(lexpr, all), columnAt(rexpr, all)]
  if (left && right) return [{ sides: [left, right], within }]
  const one = left ?? right
  return one && literalIn(left ? rexpr : lexpr) ? [{ sides: [one, 'constant'], within }] : []
}

/** Only casts that keep unequal texts unequal are looked through. */
const columnAt = (node: Node | undefined, all: readonly Range[]): ColumnOf | null => {
  const isText = node && 'TypeCast' in node && wordsIn(node.TypeCast.typeName?.names)?.at(-1) === 'text'
  const path = columnIn(isText ? uncast(node) : node)
  return path && resolve(path, all)
}

/** The range that a column's name, qualified or not, is of. */
export const resolve = (path: readonly string[], all: readonly Range[]): ColumnOf | null => {
  const column = path.at(-1) ?? ''
  const alias = path.length > 1 ? path.at(-2) : undefined
  const range = all.find((each) =>
    alias === undefined ? each.promises?.columns.includes(column) : each.alias === alias,
  )
  return range ? { range, column } : null
}

import type { Expr, HasAttrRepr, PatternElem } from '@cedar-policy/cedar-wasm/nodejs'
import type { Comparison, Predicate } from '@charter/runtime'
import { cedarTypeOf } from './cedar-names.ts'
import { comparePredicate, constant, isAlike, operandOf } from './compare.ts'
import { compileValue, type Scope, unsupported, type Value } from './operand.ts'
import { refuse } from './refusal.ts'

/** A Cedar condition as a Predicate with the same three values. Refuses (`Refusal`) what is outside the subset. */
export const compileCondition = (expr: Expr, scope: Scope): Predicate => {
  const [name = '', body] = Object.entries(expr)[0] ?? []
  const operator = operators[name]
  if (operator) return operator(body, scope, expr)
  const comparison = comparisons[name]
  if (!comparison) return refuse(...unsupported(expr))
  // Comparison operators all have this body (PolicyJson).
  const { left, right } = body as unknown as Sides
  return comparePredicate(comparison, compileValue(left, scope), compileValue(right, scope))
}

interface Sides {
  readonly left: Expr
  readonly right: Expr
}

const comparisons: Readonly<Record<string, Comparison>> = {
  '==': 'eq',
  '!=': 'ne',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
}

/** One Cedar operator each. The body's type follows from the operator's name (PolicyJson), which is where each casts it. */
const operators: Readonly<Record<string, (body: unknown, scope: Scope, expr: Expr) => Predicate>> = {
  Value: (body) => (typeof body === 'boolean' ? constant(body) : refuse('A value that is no condition', 'Compare it.')),
  '.': (_, scope, expr) => comparePredicate('eq', compileValue(expr, scope), { kind: 'literal', value: true }),
  '!': (body, scope) => negation(compileCondition((body as { arg: Expr }).arg, scope)),
  '&&': (body, scope) => {
    const left = compileCondition((body as Sides).left, scope)
    // Cedar never looks at the right side then, so nothing in it can err.
    if (left.kind === 'false') return left
    const right = compileCondition((body as Sides).right, scope)
    return left.kind === 'true' ? right : { kind: 'and', of: [...partsOf(left, 'and'), right] }
  },
  '||': (body, scope) => {
    const left = compileCondition((body as Sides).left, scope)
    if (left.kind === 'true') return left
    const right = compileCondition((body as Sides).right, scope)
    return left.kind === 'false' ? right : { kind: 'or', of: [...partsOf(left, 'or'), right] }
  },
  'if-then-else': (body, scope) => {
    const { if: condition, then, else: otherwise } = body as { if: Expr; then: Expr; else: Expr }
    const test = compileCondition(condition, scope)
    if (test.kind === 'true') return compileCondition(then, scope)
    if (test.kind === 'false') return compileCondition(otherwise, scope)
    const [yes, no] = [compileCondition(then, scope), compileCondition(otherwise, scope)]
    return {
      kind: 'or',
      of: [
        { kind: 'and', of: [test, yes] },
        { kind: 'and', of: [negation(test), no] },
      ],
    }
  },
  has: (body, scope) => compileHas(body as HasAttrRepr, scope),
  is: (body, scope) => {
    const { left, entity_type: type, in: within } = body as { left: Expr; entity_type: string; in?: Expr }
    if (within) return refuse('`is … in`', 'Write `principal in Role::"…"`.')
    const value = compileValue(left, scope)
    if (value.kind === 'principal') return constant(type === 'Principal')
    return value.kind === 'row'
      ? constant(type === cedarTypeOf(value.entity.name))
      : refuse('`is` of a value', 'Leave it out.')
  },
  in: (body, scope) => compileIn(body as Sides, scope),
  like: (body, scope) => {
    const { left, pattern } = body as { left: Expr; pattern: readonly PatternElem[] }
    const value = compileValue(left, scope)
    const isText = value.kind === 'operand' && (value.type.kind === 'text' || value.type.kind === 'enum')
    if (!isText) return refuse('`like` on what is not text', 'Compare with ==.')
    return { kind: 'like', left: value.operand, pattern: pattern.map(likeText).join('') }
  },
  contains: (body, scope) => {
    const { left, right } = sidesOf(body, scope)
    if (left.kind === 'literal') return among(right, left.value)
    return contains('contains', left, right, itemType(left))
  },
  containsAll: (body, scope) => ofSets('containsAll', body, scope),
  containsAny: (body, scope) => ofSets('containsAny', body, scope),
}

const negation = (of: Predicate): Predicate =>
  of.kind === 'true' || of.kind === 'false' ? constant(of.kind === 'false') : { kind: 'not', of }

const partsOf = (predicate: Predicate, kind: 'and' | 'or'): readonly Predicate[] =>
  (predicate.kind === 'and' || predicate.kind === 'or') && predicate.kind === kind ? predicate.of : [predicate]

const sidesOf = (body: unknown, scope: Scope) => ({
  left: compileValue((body as Sides).left, scope),
  right: compileValue((body as Sides).right, scope),
})

const among = (left: Value, values: unknown): Predicate => {
  if (!Array.isArray(values)) return refuse('`contains` on what is no set', 'Write `["a", "b"].contains(resource.x)`.')
  if (left.kind === 'literal') return constant(values.includes(left.value))
  if (left.kind !== 'operand') return refuse('A row as a value', 'Compare one of its fields.')
  const each = values.map((value) => comparePredicate('eq', left, { kind: 'literal', value }))
  const right = each.flatMap((predicate) => (predicate.kind === 'compare' ? [predicate.right] : []))
  return { kind: 'in', left: left.operand, right }
}

const itemType = (value: Value) =>
  value.kind === 'operand' && value.type.kind === 'array'
    ? value.type.items
    : refuse('`contains` on what is no array', 'Compare with ==.')

const contains = (
  kind: 'contains' | 'containsAll' | 'containsAny',
  left: Value,
  right: Value,
  type: ReturnType<typeof itemType>,
): Predicate => {
  if (left.kind !== 'operand') return refuse('A set of literals here', 'Put the field first.')
  const wanted = kind === 'contains' ? type : left.type
  if (right.kind === 'operand' && !isAlike(wanted, right.type))
    return refuse(`Comparing ${wanted.kind} with ${right.type.kind}`, 'Compare values of one type.')
  return { kind, left: left.operand, right: operandOf(right, wanted) }
}

const ofSets = (kind: 'containsAll' | 'containsAny', body: unknown, scope: Scope): Predicate => {
  const { left, right } = sidesOf(body, scope)
  // `containsAny` says the same both ways, so the field can always stand first.
  if (left.kind === 'literal' && kind === 'containsAny') return contains(kind, right, left, itemType(right))
  return contains(kind, left, right, itemType(left))
}

const compileHas = ({ left, attr }: HasAttrRepr, scope: Scope): Predicate => {
  const names = typeof attr === 'string' ? [attr] : attr
  let from = left
  const present = names.map((name) => {
    const held = hasAttribute(from, name, scope)
    from = { '.': { left: from, attr: name } }
    return held
  })
  const open = present.filter((each) => each.kind !== 'true')
  return open.length === 0 ? constant(true) : open.length === 1 && open[0] ? open[0] : { kind: 'and', of: open }
}

const hasAttribute = (left: Expr, name: string, scope: Scope): Predicate => {
  const owner = compileValue(left, scope)
  const isKnown =
    owner.kind === 'row'
      ? owner.entity.fields.some((each) => each.name === name) ||
        owner.entity.relations.some((each) => each.name === name && each.kind === 'one')
      : owner.kind === 'principal' &&
        (name === 'id' || scope.charter.access.principal.some((each) => each.name === name))
  if (!isKnown) return constant(false)
  const value = compileValue({ '.': { left, attr: name } }, scope)
  if (value.kind === 'operand') return negation({ kind: 'isNull', left: value.operand })
  if (value.kind !== 'row' || !value.holder) return constant(true)
  const { path, from, isOptional } = value.holder
  if (!isOptional) return constant(true)
  const held = from.map((field) => negation({ kind: 'isNull', left: { kind: 'field', path: [...path, field] } }))
  return held.length === 1 && held[0] ? held[0] : { kind: 'and', of: held }
}

const compileIn = ({ left, right }: Sides, scope: Scope): Predicate => {
  const value = compileValue(left, scope)
  const roles = rolesOf(right)
  if (value.kind !== 'principal' || roles.length === 0)
    return refuse(
      '`in` beyond the roles of the principal',
      'Write `principal in Role::"…"`; hierarchies are not followed.',
    )
  const of = roles.map((name): Predicate => ({ kind: 'role', name }))
  return of.length === 1 && of[0] ? of[0] : { kind: 'or', of }
}

const rolesOf = (expr: Expr): readonly string[] => {
  if ('Set' in expr) return (expr.Set as readonly Expr[]).flatMap(rolesOf)
  const value = 'Value' in expr ? expr.Value : null
  const entity = typeof value === 'object' && value !== null && '__entity' in value ? value.__entity : null
  const isRole =
    typeof entity === 'object' && entity !== null && 'type' in entity && entity.type === 'Role' && 'id' in entity
  return isRole && typeof entity.id === 'string' ? [entity.id] : []
}

/** `%`, `_` and `\` stand for themselves in Cedar, and are escaped for LIKE. */
const likeText = (part: PatternElem): string =>
  part === 'Wildcard' ? '%' : part.Literal.replace(/[\\%_]/g, (sign) => `\\${sign}`)

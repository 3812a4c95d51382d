import type { Expr, HasAttrRepr, PatternElem } from '@cedar-policy/cedar-wasm/nodejs'
import { type Comparison, type Json, lengthOf, type Operand, type Predicate, patternPointsMax } from '@charter/runtime'
import { cedarTypeOf } from './cedar-names.ts'
import { comparePredicate, constant, isAlike, isRounded, operandOf, setText } from './compare.ts'
import { isMoment } from './moments.ts'
import { attributeOf, compileValue, membersOf, namesOf, type Scope, sayable, unsupported } from './operand.ts'
import { refuse } from './refusal.ts'
import { roleIn } from './role-in.ts'
import { compareCount, hasMember, isNoneIn } from './sets.ts'
import type { Value } from './value.ts'

/** A Cedar condition as a Predicate with the same three values. Refuses (`Refusal`) what is outside the subset. */
export const compileCondition = (expr: Expr, scope: Scope): Predicate => {
  const [name = '', body] = Object.entries(expr)[0] ?? []
  const operator = operators[name]
  if (operator) return operator(body, scope, expr)
  const comparison = comparisons[name]
  if (!comparison) return refuse(...unsupported(expr))
  // Comparison operators all have this body (PolicyJson).
  return compileComparison(name, comparison, body as unknown as Sides, scope)
}

const compileComparison = (name: string, comparison: Comparison, { left, right }: Sides, scope: Scope): Predicate => {
  if ('if-then-else' in left) return choose(left, (side) => ({ [name]: { left: side, right } }) as Expr, scope)
  if ('if-then-else' in right) return choose(right, (side) => ({ [name]: { left, right: side } }) as Expr, scope)
  const isEquality = comparison === 'eq' || comparison === 'ne'
  if (isEquality && (isCondition(left) || isCondition(right))) {
    const same = agree(compileCondition(left, scope), compileCondition(right, scope))
    return comparison === 'eq' ? same : negation(same)
  }
  const counted = compareCount(comparison, left, right, scope)
  if (counted) return counted
  const who = isEquality ? (namedPrincipal(left, right, scope) ?? namedPrincipal(right, left, scope)) : null
  if (who) return comparePredicate(comparison, ...who)
  return comparePredicate(comparison, compileValue(left, scope), compileValue(right, scope))
}

/** A choice between values is a choice between what is asked of them. */
const choose = (choice: Expr, asked: (side: Expr) => Expr, scope: Scope): Predicate => {
  const { if: test, then, else: otherwise } = (choice as { 'if-then-else': Choice })['if-then-else']
  return conditional([test, asked(then), asked(otherwise)], scope)
}

interface Choice {
  readonly if: Expr
  readonly then: Expr
  readonly else: Expr
}

/** Whether an expression can only be a condition: a comparison, `has`, `&&` and the like. */
const isCondition = (expr: Expr): boolean => {
  const [name = ''] = Object.keys(expr)
  return name !== 'Value' && name !== '.' && (name in operators || name in comparisons)
}

/** Both true, or both false; an error in either is one of the whole. */
const agree = (left: Predicate, right: Predicate): Predicate => {
  if (isConstant(left)) return left.kind === 'true' ? right : negation(right)
  if (isConstant(right)) return right.kind === 'true' ? left : negation(left)
  return either({ kind: 'and', of: [left, right] }, { kind: 'and', of: [negation(left), negation(right)] })
}

const isConstant = ({ kind }: Predicate): boolean => kind === 'true' || kind === 'false'

const either = (...of: readonly Predicate[]): Predicate => ({ kind: 'or', of })

/** `principal == Principal::"…"` asks for the id. */
const namedPrincipal = (left: Expr, right: Expr, scope: Scope): readonly [Value, Value] | null => {
  const named = 'Value' in right ? entityIn(right.Value) : null
  if (named?.type !== 'Principal' || compileValue(left, scope).kind !== 'principal') return null
  return [compileValue({ '.': { left, attr: 'id' } } as Expr, scope), { kind: 'literal', value: named.id }]
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
    const { if: test, then, else: otherwise } = body as Choice
    return conditional([test, then, otherwise], scope)
  },
  has: (body, scope) => compileHas(body as HasAttrRepr, scope),
  is: (body, scope) => {
    const { left, entity_type: type, in: within } = body as { left: Expr; entity_type: string; in?: Expr }
    if (within) return refuse('`is … in`', 'Write `principal in Role::"…"`.')
    const value = compileValue(left, scope)
    if (value.kind === 'principal') return constant(type === 'Principal')
    return value.kind === 'row'
      ? all([...reaching(value, scope), constant(type === cedarTypeOf(value.entity.name))])
      : refuse('`is` of a value', /^(?:null|nil|none)$/i.test(type) ? presenceHelp : 'Leave it out.')
  },
  in: (body, scope) => compileIn(body as Sides, scope),
  like: (body, scope) => {
    const { left, pattern } = body as { left: Expr; pattern: readonly PatternElem[] }
    const value = compileValue(left, scope)
    const isText = value.kind === 'operand' && (value.type.kind === 'text' || value.type.kind === 'enum')
    if (!isText) return refuse('`like` on what is not text', 'Compare with ==.')
    const asked = pattern.map(likeText).join('')
    if (lengthOf(asked) > patternPointsMax)
      return refuse(`\`like\` with more than ${patternPointsMax} characters`, 'Give a shorter pattern.')
    return { kind: 'like', left: value.operand, pattern: asked }
  },
  isEmpty: (body, scope) => {
    const value = compileValue((body as { arg: Expr }).arg, scope)
    return value.kind === 'set'
      ? isNoneIn(value)
      : refuse(
          '`isEmpty` of what is no set of rows',
          'Keep in a field whether there are any; relations to many have it: `resource.members.isEmpty()`.',
        )
  },
  contains: (body, scope) => {
    const { left, right } = sidesOf(body, scope)
    if (left.kind === 'set' && right.kind === 'principal') return hasMember(left)
    if (left.kind === 'set') return refuse('Looking for a value in a set of rows', memberHelp)
    if (left.kind === 'literal') return among(right, left.value)
    return contains('contains', left, right, itemType(left))
  },
  containsAll: (body, scope) => ofSets('containsAll', body, scope),
  containsAny: (body, scope) => ofSets('containsAny', body, scope),
}

const memberHelp =
  'Whoever asks is looked for: `principal in resource.members`, or `resource.members.contains(principal)`.'

const presenceHelp = 'Whether there is one is asked with `has`: `resource has nick`, or `!(resource has nick)`.'

const conditional = ([condition, then, otherwise]: readonly [Expr, Expr, Expr], scope: Scope): Predicate => {
  const test = compileCondition(condition, scope)
  if (test.kind === 'true') return compileCondition(then, scope)
  if (test.kind === 'false') return compileCondition(otherwise, scope)
  const [yes, no] = [compileCondition(then, scope), compileCondition(otherwise, scope)]
  return either({ kind: 'and', of: [test, yes] }, { kind: 'and', of: [negation(test), no] })
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
  if (left.kind === 'literal')
    return isRounded([left.value, values as Json])
      ? refuse('Comparing integers beyond ±(2^53−1)', 'Write what comes out of it.')
      : constant(values.map(setText).includes(setText(left.value)))
  if (left.kind !== 'operand') return refuse('A row as a value', 'Compare one of its fields.')
  if (left.type.kind === 'array') return refuse('A set of sets', 'Compare with each: `a == b || a == c`.')
  const right = values.map((value) => operandOf({ kind: 'literal', value }, left.type))
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
  if (kind === 'contains' && isMoment(type) && right.kind === 'operand' && right.operand.kind === 'field')
    return refuse('Looking for a moment of a row inside an array', 'Look for a literal, or for `context.today`.')
  if (right.kind === 'operand' && !isAlike(wanted, right.type))
    return refuse(`Comparing ${wanted.kind} with ${right.type.kind}`, 'Compare values of one type.')
  return { kind, left: left.operand, right: operandOf(right, wanted) }
}

const ofSets = (kind: 'containsAll' | 'containsAny', body: unknown, scope: Scope): Predicate => {
  const { left, right } = sidesOf(body, scope)
  if (left.kind !== 'literal') return contains(kind, left, right, itemType(left))
  if (right.kind === 'literal') return constant(holdsLiterals(kind, left.value, right.value))
  // `containsAny` says the same both ways, so the field can always stand first.
  if (kind === 'containsAny') return contains(kind, right, left, itemType(right))
  itemType(right)
  return right.kind === 'operand'
    ? { kind, left: operandOf(left, right.type), right: right.operand }
    : refuse('A row as a value', 'Compare one of its fields.')
}

const holdsLiterals = (kind: 'containsAll' | 'containsAny', left: Json, right: Json): boolean => {
  if (!Array.isArray(left) || !Array.isArray(right) || isRounded([left, right]))
    return refuse(`\`${kind}\` of these literals`, 'Write what comes out of it.')
  const held = new Set(left.map(setText))
  return kind === 'containsAll'
    ? right.every((each) => held.has(setText(each)))
    : right.some((each) => held.has(setText(each)))
}

const compileHas = ({ left, attr }: HasAttrRepr, scope: Scope): Predicate => {
  const names = typeof attr === 'string' ? [attr] : attr
  let from = left
  const present = names.flatMap((name) => {
    const owner = compileValue(from, scope)
    from = { '.': { left: from, attr: name } }
    return [...reaching(owner, scope), hasAttribute(owner, name, scope)]
  })
  return all(present)
}

const all = (of: readonly Predicate[]): Predicate => {
  const open = of.filter((each) => each.kind !== 'true')
  return open.length === 0 ? constant(true) : open.length === 1 && open[0] ? open[0] : { kind: 'and', of: open }
}

/**
 * In a database that is not ours a reference may point nowhere. Asking something of what lies behind it then errs in Cedar,
 * as it does to compare the field that leads on.
 */
const reaching = (owner: Value, scope: Scope): readonly Predicate[] => {
  const holder = owner.kind === 'row' && mayDangle(scope) ? owner.holder : null
  if (!holder || holder.path.length === 0) return []
  return holder.from.slice(0, 1).map((name): Predicate => {
    const field: Operand = { kind: 'field', path: [...holder.path, name] }
    return { kind: 'compare', op: 'eq', left: field, right: field }
  })
}

const mayDangle = ({ charter, entity }: Scope): boolean =>
  charter.sources.find((each) => each.name === entity?.source)?.kind === 'url'

const hasAttribute = (owner: Value, name: string, scope: Scope): Predicate => {
  const isKnown =
    owner.kind === 'row'
      ? membersOf(owner.entity).includes(name)
      : owner.kind === 'context'
        ? namesOf('context').includes(name)
        : owner.kind === 'principal' &&
          (name === 'id' ||
            [...scope.charter.access.principal.map((each) => each.name), ...namesOf('principal')].includes(name))
  if (!isKnown) return constant(false)
  const value = attributeOf(owner, name, scope)
  if (value.kind === 'operand') return negation({ kind: 'isNull', left: value.operand })
  if (owner.kind === 'row' && (value.kind === 'set' || value.kind === 'count')) return isThere(owner)
  if (value.kind !== 'row' || !value.holder) return constant(true)
  const { path, from, isOptional } = value.holder
  // What is not there has no attribute, whether it must have it or not.
  if (!isOptional && (path.length === 0 || !mayDangle(scope))) return constant(true)
  return all(from.map((field) => negation({ kind: 'isNull', left: { kind: 'field', path: [...path, field] } })))
}

/** Every row has its sets, as far as there is a row. */
const isThere = ({ path, entity }: Extract<Value, { kind: 'row' }>): Predicate => {
  const [key = ''] = entity.key
  const isCertain = path.length === 0 || key === ''
  return isCertain ? constant(true) : negation({ kind: 'isNull', left: { kind: 'field', path: [...path, key] } })
}

const compileIn = ({ left, right }: Sides, scope: Scope): Predicate => {
  const value = compileValue(left, scope)
  const roles = rolesOf(right).map((name) => roleIn(scope.charter, name))
  if (value.kind === 'principal' && '.' in right) {
    const set = compileValue(right, scope)
    if (set.kind === 'set') return hasMember(set)
  }
  if (value.kind === 'operand' && '.' in right && compileValue(right, scope).kind === 'set')
    return refuse('Looking for a value in a set of rows', memberHelp)
  if (value.kind === 'operand')
    return refuse('`in` with a value', 'Write `["first", "second"].contains(resource.ward)`.')
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
  const entity = 'Value' in expr ? entityIn(expr.Value) : null
  return entity?.type === 'Role' ? [entity.id] : []
}

/** The entity that a literal names. */
const entityIn = (value: unknown): { readonly type: string; readonly id: string } | null => {
  const named = typeof value === 'object' && value !== null && '__entity' in value ? value.__entity : null
  const isEntity = typeof named === 'object' && named !== null && 'type' in named && 'id' in named
  return isEntity ? { type: String(named.type), id: String(named.id) } : null
}

/** `%`, `_` and `\` stand for themselves in Cedar, and are escaped for LIKE. */
const likeText = (part: PatternElem): string =>
  part === 'Wildcard' ? '%' : sayable(part.Literal).replace(/[\\%_]/g, (sign) => `\\${sign}`)

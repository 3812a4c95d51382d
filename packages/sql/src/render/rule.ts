import type { Charter, Entity } from '@charter/charter'
import { askedValues, type Operand, type Predicate, type Rule, type ServiceModel } from '@charter/runtime'
import { type Fragment, readsOf } from '../store/fragment.ts'
import type { Storage } from '../store/stored-as.ts'
import type { Dialect, RuleOperand } from './dialect.ts'
import { encoded } from './encode.ts'
import { bound, joined, raw, write } from './fragment.ts'
import { isOwned } from './names.ts'
import { reachedColumn, reachedField, reachedTables } from './reach.ts'
import { atLeastRows, ownerField, relatedRows } from './related-rows.ts'

/**
 * The condition of a rule as SQL over row `t`. It is true exactly where the predicate is true. Where the predicate errs
 * (a value is missing), a permit is not true and a forbid is: an error never allows (docs/semantics.md, Access language).
 */
export const ruleFragment = (scope: RuleScope, rule: Rule): Fragment => {
  const { dialect } = scope
  if (!rule.when) return raw(dialect.yes)
  if (rule.effect === 'permit' || !canErr(scope, rule.when)) return decided(scope, rule.when, true)
  return write`NOT coalesce(${decided(scope, rule.when, false)}, ${raw(dialect.no)})`
}

export interface RuleScope {
  readonly dialect: Dialect
  readonly charter: Charter
  readonly model: ServiceModel
  readonly entity: Entity
  /** What the row is called in the statement; left out: `t`. */
  readonly row?: string
}

const constant = ({ dialect }: RuleScope, holds: boolean): Fragment => raw(holds ? dialect.yes : dialect.no)

/**
 * SQL that holds where the predicate is definitely `wanted`. A negation asks for the other side instead of putting NOT
 * before something that may be NULL, so three-valued logic never turns an absent value into a yes.
 */
const decided = (scope: RuleScope, predicate: Predicate, wanted: boolean): Fragment => {
  switch (predicate.kind) {
    case 'true':
    case 'false':
      return constant(scope, (predicate.kind === 'true') === wanted)
    case 'not':
      return decided(scope, predicate.of, !wanted)
    case 'and':
    case 'or':
      return sequence(scope, predicate.of, { deciding: predicate.kind === 'or', wanted })
    case 'isNull':
      return write`${operand(scope, predicate.left, storageBetween(scope, [predicate.left]))} ${raw(wanted ? 'IS NULL' : 'IS NOT NULL')}`
    case 'exists':
      return existing(scope, predicate, wanted)
    case 'role':
      return write`${held(scope, predicate.name)} = ${raw(wanted ? '1' : '0')}`
    default:
      return condition(scope, predicate, wanted)
  }
}

/**
 * `deciding` is the value that ends the sequence (`or`: true). From the left, as Cedar: a later member counts only where
 * the earlier ones are decided the other way. Where a member cannot err, that follows by itself and is not said.
 */
const sequence = (
  scope: RuleScope,
  of: readonly Predicate[],
  { deciding, wanted }: { readonly deciding: boolean; readonly wanted: boolean },
): Fragment => {
  const [first, ...rest] = of
  if (!first) return constant(scope, deciding !== wanted)
  const here = decided(scope, first, wanted)
  if (rest.length === 0) return here
  const after = sequence(scope, rest, { deciding, wanted })
  if (deciding !== wanted) return write`(${here} AND ${after})`
  return canErr(scope, first)
    ? write`(${here} OR (${decided(scope, first, !wanted)} AND ${after}))`
    : write`(${here} OR ${after})`
}

type Condition = Exclude<Predicate, { kind: 'true' | 'false' | 'and' | 'or' | 'not' | 'isNull' | 'role' | 'exists' }>

type Existing = Extract<Predicate, { kind: 'exists' }>

/** Where the row whose set it is is not there, neither is true. */
const existing = (scope: RuleScope, predicate: Existing, wanted: boolean): Fragment => {
  const rows = relatedRows(scope, [...predicate.path, ...predicate.of])
  const where = decided({ ...scope, entity: rows.entity, row: rows.alias }, predicate.where, true)
  const held = atLeastRows(rows, where, predicate.atLeast)
  if (wanted) return held
  const owner = ownerField(scope.charter, scope.entity, predicate.path)
  if (owner === null || !ownerMayMiss(scope, predicate)) return write`NOT ${held}`
  const there = raw(reachedColumn(scope.dialect, scope.charter, scope.entity, owner, scope.row))
  return write`(NOT ${held} AND ${there} IS NOT NULL)`
}

const operators = { eq: '=', ne: '<>', lt: '<', le: '<=', gt: '>', ge: '>=' } as const
const opposites = { eq: 'ne', ne: 'eq', lt: 'ge', le: 'gt', gt: 'le', ge: 'lt' } as const

const condition = (scope: RuleScope, predicate: Condition, wanted: boolean): Fragment => {
  switch (predicate.kind) {
    case 'compare': {
      const storage = storageBetween(scope, [predicate.left, predicate.right])
      const op = operators[wanted ? predicate.op : opposites[predicate.op]]
      const [left, right] = [operand(scope, predicate.left, storage), operand(scope, predicate.right, storage)]
      return scope.dialect.rules.compare(op, left, right, comparedAs(scope, storage))
    }
    case 'in':
      return membership(scope, predicate, wanted)
    case 'like':
      return scope.dialect.rules.like(
        operand(scope, predicate.left, textStorage),
        text(scope, predicate.pattern),
        wanted,
      )
    case 'startsWith':
      return scope.dialect.rules.startsWith(
        operand(scope, predicate.left, textStorage),
        text(scope, predicate.prefix),
        wanted,
      )
    default:
      return containment(scope, predicate, wanted)
  }
}

type Membership = Extract<Condition, { kind: 'in' }>

/** A member without a value leaves the whole undecided, also where another one matches. */
const membership = (scope: RuleScope, { left, right }: Membership, wanted: boolean): Fragment => {
  const storage = storageBetween(scope, [left, ...right])
  const compared = comparedAs(scope, storage)
  const own = operand(scope, left, storage)
  const held = scope.dialect.rules.binary(own, compared)
  const [only, ...others] = right.map((each) => operand(scope, each, storage))
  // An empty list: no row is in it, and every row that has a value is not.
  if (!only) return wanted ? constant(scope, false) : write`${held} IS NOT NULL`
  // One scalar subquery alone inside IN ( ) would be read as a list of rows.
  if (others.length === 0) return scope.dialect.rules.compare(wanted ? '=' : '<>', own, only, compared)
  const found = write`${held} ${raw(wanted ? 'IN' : 'NOT IN')} (${joined([only, ...others])})`
  const present = right
    .filter((each) => mayMiss(scope, each))
    .map((each) => write`${operand(scope, each, storage)} IS NOT NULL`)
  return present.reduce((so, each) => write`(${so} AND ${each})`, found)
}

type Containment = Extract<Condition, { kind: 'contains' | 'containsAll' | 'containsAny' }>

/** A missing array is neither way true, so both sides are asked to be there. */
const containment = (scope: RuleScope, { kind, left, right }: Containment, wanted: boolean): Fragment => {
  const held = array(scope, left)
  const asked = kind === 'contains' ? member(scope, right) : array(scope, right)
  const found = scope.dialect.rules.holds(kind, held, asked)
  return write`(${held} IS NOT NULL AND ${asked} IS NOT NULL AND ${raw(wanted ? '' : 'NOT ')}${found})`
}

const textStorage: Storage = { kind: 'text' }
const jsonStorage: Storage = { kind: 'json' }

/** A scalar as it stands inside a JSON array in canonical form: big integers are digits in text there, moments their text. */
const member = (scope: RuleScope, given: Operand): Fragment => {
  const storage = storageBetween(scope, [given])
  const isColumn = given.kind === 'field'
  const isMoment = given.type?.kind === 'instant' || given.type?.kind === 'date'
  const held = isMoment && !isColumn ? textStorage : storage
  const of = operand(scope, given, held.kind === 'bigint' && !isColumn ? textStorage : held)
  if (sought.has(held.kind)) return scope.dialect.rules.member(of, held, isColumn)
  throw new Error(`Rule on ${scope.entity.name}: a ${storage.kind} cannot be looked for inside an array.`)
}

/** What has one spelling in JSON. */
const sought: ReadonlySet<Storage['kind']> = new Set(['text', 'integer', 'safeInteger', 'bigint', 'real', 'boolean'])

const comparedAs = ({ charter, entity }: RuleScope, storage: Storage) => ({
  storage,
  isOwned: isOwned(charter, entity),
})

/** Values and attributes are bound in the form of the column they meet; with no column, in the form we would store. */
const storageBetween = ({ dialect, charter, model, entity }: RuleScope, operands: readonly Operand[]): Storage => {
  const field = operands.find((each) => each.kind === 'field')
  if (field) {
    const reached = reachedField(charter, entity, field.path)
    return dialect.storage(charter, reached.field, isOwned(charter, reached.entity))
  }
  const typed = operands.find((each) => each.kind === 'value')
  const attribute = operands.find((each) => each.kind === 'principal')
  const type =
    typed?.type ??
    askedValues.get(attribute?.name ?? '')?.type ??
    model.access.principal.find((each) => each.name === attribute?.name)?.type
  return type ? dialect.storage(charter, { type }, true) : textStorage
}

const operand = (scope: RuleScope, of: Operand, storage: Storage): RuleOperand => {
  if (of.kind !== 'field') return { ...given(scope, of, storage), field: null }
  const at = columnAt(scope, of.path)
  return { ...raw(scope.dialect.rules.operand(at)), ...lookup(scope, of.path), field: at.field }
}

const array = (scope: RuleScope, of: Operand): Fragment =>
  of.kind === 'field'
    ? { ...raw(scope.dialect.rules.array(columnAt(scope, of.path))), ...lookup(scope, of.path) }
    : given(scope, of, jsonStorage)

const lookup = ({ dialect, charter, entity }: RuleScope, path: readonly string[]): Pick<Fragment, 'reads'> =>
  readsOf([{ reads: reachedTables(dialect, charter, entity, path) }])

const columnAt = ({ dialect, charter, entity, row }: RuleScope, path: readonly string[]) => {
  const reached = reachedField(charter, entity, path)
  const column = reachedColumn(dialect, charter, entity, path, row)
  return { charter, field: reached.field, isOwned: isOwned(charter, reached.entity), column }
}

const given = ({ dialect }: RuleScope, of: Exclude<Operand, { kind: 'field' }>, storage: Storage): Fragment =>
  bound(
    of.kind === 'principal'
      ? { kind: 'principal', name: of.name, ...(of.plusMs !== undefined && { plusMs: of.plusMs }), storage }
      : { kind: 'value', value: encoded(storage, of.value) },
    dialect.placeholder(storage),
  )

/** A role in a condition is asked of whoever asks, as 1 or 0; those of a policy's head choose the rule before a row is read. */
const held = ({ dialect }: RuleScope, name: string): Fragment =>
  bound({ kind: 'role', name }, dialect.placeholder(truth))

const truth: Storage = { kind: 'integer' }

const text = ({ dialect }: RuleScope, of: string): Fragment =>
  bound({ kind: 'value', value: of }, dialect.placeholder(textStorage))

/** Whether some row or principal leaves the predicate undecided. */
const canErr = (scope: RuleScope, predicate: Predicate): boolean => {
  switch (predicate.kind) {
    case 'true':
    case 'false':
    case 'isNull':
    case 'role':
      return false
    case 'not':
      return canErr(scope, predicate.of)
    case 'and':
    case 'or':
      return predicate.of.some((each) => canErr(scope, each))
    case 'exists':
      return ownerMayMiss(scope, predicate)
    case 'in':
      return [predicate.left, ...predicate.right].some((each) => mayMiss(scope, each))
    case 'like':
    case 'startsWith':
      return mayMiss(scope, predicate.left)
    default:
      return mayMiss(scope, predicate.left) || mayMiss(scope, predicate.right)
  }
}

const ownerMayMiss = (scope: RuleScope, { path }: Existing): boolean => {
  const owner = ownerField(scope.charter, scope.entity, path)
  return owner !== null && mayMiss(scope, { kind: 'field', path: owner })
}

const mayMiss = ({ charter, model, entity }: RuleScope, of: Operand): boolean => {
  switch (of.kind) {
    case 'field':
      return reachedField(charter, entity, of.path).mayMiss
    case 'principal':
      return (
        of.name !== 'id' &&
        !askedValues.get(of.name)?.isRequired &&
        !model.access.principal.some((each) => each.name === of.name && each.isRequired)
      )
    case 'value':
      return of.value === null
  }
}

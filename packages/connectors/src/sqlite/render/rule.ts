import type { Charter, Entity } from '@charter/charter'
import type { Fragment, Operand, Param, Predicate, Rule, ServiceModel, Storage } from '@charter/runtime'
import { encoded } from './encode.ts'
import { isOwned } from './names.ts'
import { reachedColumn, reachedField } from './relation.ts'
import { selected } from './select.ts'
import { storageOf } from './storage.ts'

/**
 * The condition of a rule as SQL over row `t`. It is true exactly where the predicate is true. Where the predicate errs
 * (a value is missing), a permit is not true and a forbid is: an error never allows (docs/semantics.md, Access language).
 */
export const ruleFragment = (charter: Charter, model: ServiceModel, entity: Entity, rule: Rule): Fragment => {
  const scope: Scope = { charter, model, entity }
  if (!rule.when) return constant('1')
  if (rule.effect === 'permit' || !canErr(scope, rule.when)) return decided(scope, rule.when, true)
  return write`NOT coalesce(${decided(scope, rule.when, false)}, 0)`
}

interface Scope {
  readonly charter: Charter
  readonly model: ServiceModel
  readonly entity: Entity
}

const constant = (sql: string): Fragment => ({ sql, params: [] })

/**
 * SQL that holds where the predicate is definitely `wanted`. A negation asks for the other side instead of putting NOT
 * before something that may be NULL, so three-valued logic never turns an absent value into a yes.
 */
const decided = (scope: Scope, predicate: Predicate, wanted: boolean): Fragment => {
  switch (predicate.kind) {
    case 'true':
    case 'false':
      return constant((predicate.kind === 'true') === wanted ? '1' : '0')
    case 'not':
      return decided(scope, predicate.of, !wanted)
    case 'and':
    case 'or':
      return sequence(scope, predicate.of, { deciding: predicate.kind === 'or', wanted })
    case 'isNull':
      return write`${operand(scope, predicate.left, null)} ${raw(wanted ? 'IS NULL' : 'IS NOT NULL')}`
    case 'role':
      throw new Error(`Rule on ${scope.entity.name}: roles are chosen before a row is read, not in SQL.`)
    default:
      return condition(scope, predicate, wanted)
  }
}

/**
 * `deciding` is the value that ends the sequence (`or`: true). From the left, as Cedar: a later member counts only where
 * the earlier ones are decided the other way. Where a member cannot err, that follows by itself and is not said.
 */
const sequence = (
  scope: Scope,
  of: readonly Predicate[],
  { deciding, wanted }: { readonly deciding: boolean; readonly wanted: boolean },
): Fragment => {
  const [first, ...rest] = of
  if (!first) return constant(deciding === wanted ? '0' : '1')
  const here = decided(scope, first, wanted)
  if (rest.length === 0) return here
  const after = sequence(scope, rest, { deciding, wanted })
  if (deciding !== wanted) return write`(${here} AND ${after})`
  return canErr(scope, first)
    ? write`(${here} OR (${decided(scope, first, !wanted)} AND ${after}))`
    : write`(${here} OR ${after})`
}

type Condition = Exclude<Predicate, { kind: 'true' | 'false' | 'and' | 'or' | 'not' | 'isNull' | 'role' }>

const operators = { eq: '=', ne: '<>', lt: '<', le: '<=', gt: '>', ge: '>=' } as const
const opposites = { eq: 'ne', ne: 'eq', lt: 'ge', le: 'gt', gt: 'le', ge: 'lt' } as const

const condition = (scope: Scope, predicate: Condition, wanted: boolean): Fragment => {
  switch (predicate.kind) {
    case 'compare': {
      const storage = storageBetween(scope, [predicate.left, predicate.right])
      const op = operators[wanted ? predicate.op : opposites[predicate.op]]
      const right = operand(scope, predicate.right, storage)
      return write`${binary(scope, storage, operand(scope, predicate.left, storage))} ${raw(op)} ${right}`
    }
    case 'in':
      return membership(scope, predicate, wanted)
    case 'like':
      return write`${raw(wanted ? '' : 'NOT ')}charter_like(${value(predicate.pattern)}, ${operand(scope, predicate.left, textStorage)})`
    case 'startsWith':
      return write`instr(${operand(scope, predicate.left, textStorage)}, ${value(predicate.prefix)}) ${raw(wanted ? '=' : '<>')} 1`
    default:
      return containment(scope, predicate, wanted)
  }
}

type Membership = Extract<Condition, { kind: 'in' }>

/** A member without a value leaves the whole undecided, also where another one matches. */
const membership = (scope: Scope, { left, right }: Membership, wanted: boolean): Fragment => {
  const storage = storageBetween(scope, [left, ...right])
  const held = binary(scope, storage, operand(scope, left, storage))
  const [only, ...others] = right.map((each) => operand(scope, each, storage))
  // An empty list: no row is in it, and every row that has a value is not.
  if (!only) return wanted ? constant('0') : write`${held} IS NOT NULL`
  // One scalar subquery alone inside IN ( ) would be read as a list of rows.
  if (others.length === 0) return write`${held} ${raw(wanted ? '=' : '<>')} ${only}`
  const found = write`${held} ${raw(wanted ? 'IN' : 'NOT IN')} (${joined([only, ...others])})`
  const present = right
    .filter((each) => mayMiss(scope, each))
    .map((each) => write`${operand(scope, each, storage)} IS NOT NULL`)
  return present.reduce((so, each) => write`(${so} AND ${each})`, found)
}

type Containment = Extract<Condition, { kind: 'contains' | 'containsAll' | 'containsAny' }>

/** Arrays are JSON texts; a missing one is neither way true, so both sides are asked to be there. */
const containment = (scope: Scope, { kind, left, right }: Containment, wanted: boolean): Fragment => {
  const held = operand(scope, left, jsonStorage)
  const asked = kind === 'contains' ? asMember(scope, right) : operand(scope, right, jsonStorage)
  const found =
    kind === 'contains'
      ? write`${asked} IN (SELECT value FROM json_each(${held}))`
      : kind === 'containsAny'
        ? write`EXISTS (SELECT 1 FROM json_each(${asked}) AS a WHERE a.value IN (SELECT value FROM json_each(${held})))`
        : write`NOT EXISTS (SELECT 1 FROM json_each(${asked}) AS a WHERE a.value NOT IN (SELECT value FROM json_each(${held})))`
  return write`(${held} IS NOT NULL AND ${asked} IS NOT NULL AND ${raw(wanted ? '' : 'NOT ')}${found})`
}

const textStorage: Storage = { kind: 'text' }
const jsonStorage: Storage = { kind: 'json' }

/** A scalar as it stands inside a JSON array in canonical form: big integers are digits in text there. */
const asMember = (scope: Scope, given: Operand): Fragment => {
  const storage = storageBetween(scope, [given])
  const kind = storage.kind
  if (kind === 'bigint') {
    const column = operand(scope, given, given.kind === 'field' ? storage : textStorage)
    return given.kind === 'field' ? { ...column, sql: selected(storage, column.sql) } : column
  }
  if (kind === 'text' || kind === 'integer' || kind === 'real' || kind === 'boolean')
    return operand(scope, given, storage)
  throw new Error(`Rule on ${scope.entity.name}: SQLite cannot look for a ${kind} inside an array.`)
}

/** Text compares by code point whatever collation an attached column has. */
const binary = (scope: Scope, storage: Storage, of: Fragment): Fragment =>
  storage.kind === 'text' && !isOwned(scope.charter, scope.entity) ? write`${of} COLLATE BINARY` : of

/** Values and attributes are bound in the form of the column they meet; with no column, in the form we would store. */
const storageBetween = ({ charter, model, entity }: Scope, operands: readonly Operand[]): Storage => {
  const field = operands.find((each) => each.kind === 'field')
  if (field) {
    const reached = reachedField(charter, entity, field.path)
    return storageOf(charter, reached.field, isOwned(charter, reached.entity))
  }
  const typed = operands.find((each) => each.kind === 'value')
  const attribute = operands.find((each) => each.kind === 'principal')
  const type = typed?.type ?? model.access.principal.find((each) => each.name === attribute?.name)?.type
  return type ? storageOf(charter, { type }, true) : textStorage
}

const operand = ({ charter, entity }: Scope, of: Operand, storage: Storage | null): Fragment => {
  switch (of.kind) {
    case 'field':
      return constant(reachedColumn(charter, entity, of.path))
    case 'principal':
      return bound({ kind: 'principal', name: of.name, storage: storage ?? textStorage })
    case 'value':
      return bound({ kind: 'value', value: encoded(storage ?? textStorage, of.value) })
  }
}

/** Whether some row or principal leaves the predicate undecided. */
const canErr = (scope: Scope, predicate: Predicate): boolean => {
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
    case 'in':
      return [predicate.left, ...predicate.right].some((each) => mayMiss(scope, each))
    case 'like':
    case 'startsWith':
      return mayMiss(scope, predicate.left)
    default:
      return mayMiss(scope, predicate.left) || mayMiss(scope, predicate.right)
  }
}

const mayMiss = ({ charter, model, entity }: Scope, of: Operand): boolean => {
  switch (of.kind) {
    case 'field':
      return reachedField(charter, entity, of.path).mayMiss
    case 'principal':
      return of.name !== 'id' && !model.access.principal.some((each) => each.name === of.name && each.isRequired)
    case 'value':
      return of.value === null
  }
}

const raw = (sql: string): Fragment => constant(sql)
const bound = (param: Param): Fragment => ({ sql: '?', params: [param] })
const value = (text: string): Fragment => bound({ kind: 'value', value: text })

const joined = (of: readonly Fragment[]): Fragment => ({
  sql: of.map((each) => each.sql).join(', '),
  params: of.flatMap((each) => each.params),
})

/** Fragments in a template: their SQL in its places, their parameters in order. */
const write = (strings: TemplateStringsArray, ...parts: readonly Fragment[]): Fragment => ({
  sql: strings.map((text, at) => text + (parts[at]?.sql ?? '')).join(''),
  params: parts.flatMap((each) => each.params),
})

import type { Type } from '@charter/runtime'
import type { Node } from 'libpg-query'
import type { Constraint, Relation } from './catalogue.ts'
import { constrain } from './constrain.ts'
import { type NamedColumn, ruleText } from './expressions.ts'
import type { Loss } from './loss-reasons.ts'
import { conjunctsOf, type Expressions } from './parse.ts'
import type { ReadType } from './read-type.ts'
import { readRule } from './rules.ts'

/** A column while its type is narrowed by what is checked of it. */
export interface CheckedColumn {
  readonly name: string
  readonly field: string
  readonly read: ReadType
  type: Type
  isNotNull: boolean
}

export interface PlannedCheck {
  readonly name: string
  readonly rule: string
}

export interface CheckContext {
  readonly about: string
  readonly losses: Loss[]
  readonly expressions: Expressions
}

/**
 * Puts what CHECKs and domains say into the types of columns, and gives what only a rule across fields can say. What
 * neither can is a loss: the database goes on refusing it.
 */
export const planChecks = (
  relation: Relation,
  columns: readonly CheckedColumn[],
  { about, losses, expressions }: CheckContext,
): readonly PlannedCheck[] => {
  const checks: PlannedCheck[] = []
  const names = new Set<string>()
  const add = (name: string, rule: string): void => {
    const short = name.slice(0, 180)
    let free = short
    for (let number = 2; names.has(free); number++) free = `${short} ${number}`
    names.add(free)
    checks.push({ name: free, rule })
  }
  const byName = new Map(columns.map((column) => [column.name, column]))
  for (const column of columns)
    for (const check of column.read.checks ?? []) {
      const { rules, isWhole } = readCheck(check, { columns: new Map([['value', column]]), expressions })
      for (const rule of rules) add(`${check.name} ${column.field}`, rule)
      if (!isWhole) losses.push(unread(check, `${about}.${column.name}`))
    }
  for (const check of relation.constraints) {
    if (check.kind !== 'check') continue
    const { rules, isWhole } = readCheck(check, { columns: byName, expressions })
    for (const rule of rules) add(check.name, rule)
    if (!isWhole) losses.push(unread(check, about))
  }
  return checks
}

interface CheckPlace {
  readonly columns: ReadonlyMap<string, CheckedColumn>
  readonly expressions: Expressions
}

/** Narrows the columns' types; `rules` are what only a rule can say, `isWhole` whether nothing was left out. */
const readCheck = (
  { expression, isValid }: Constraint,
  { columns, expressions }: CheckPlace,
): { readonly rules: readonly string[]; readonly isWhole: boolean } => {
  const node = isValid ? expressions.get(expression ?? '') : null
  const rules: string[] = []
  const unsaid = (node ? conjunctsOf(node) : []).filter((part) => {
    if (narrow(part, columns)) return false
    const text = ruleText(part, namedColumns(columns))
    if (text !== null) rules.push(text)
    return text === null
  })
  return { rules, isWhole: Boolean(node) && unsaid.length === 0 }
}

/** Whether a condition went into the type of its column. */
const narrow = (part: Node, columns: ReadonlyMap<string, CheckedColumn>): boolean => {
  const rule = readRule(part, (name) => ruled(columns.get(name)))
  const column = rule ? columns.get(rule.column) : undefined
  const type = rule && column ? constrain(column.type, rule) : null
  if (!rule || !column || !type) return false
  column.type = type
  column.isNotNull ||= rule.isNotNull === true
  return true
}

const ruled = (column: CheckedColumn | undefined) =>
  column && { type: column.read.type, isFolded: column.read.isFolded === true }

const namedColumns = (columns: ReadonlyMap<string, CheckedColumn>): ReadonlyMap<string, NamedColumn> =>
  new Map(
    [...columns].map(
      ([
        name,
        {
          field,
          type,
          read: { isFolded },
        },
      ]) => [name, { field, type, isFolded: isFolded === true }],
    ),
  )

const unread = ({ name, expression, isValid }: Constraint, about: string): Loss => ({
  reason: 'check-not-read',
  about,
  sentence: isValid
    ? `The check ${name} (${(expression ?? '').replace(/\s+/g, ' ').slice(0, 160)}) is not, or not wholly, in the charter; the database refuses a write that breaks it.`
    : `The check ${name} is NOT VALID, so rows may break it; it is not in the charter. Validate it in the database and read it again.`,
})

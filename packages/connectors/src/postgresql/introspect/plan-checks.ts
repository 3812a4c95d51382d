import type { Loss } from '@charter/charter'
import type { Type } from '@charter/runtime'
import type { Constraint, Relation } from './catalogue.ts'
import { constrain } from './constrain.ts'
import { type NamedColumn, ruleText } from './expressions.ts'
import { conjunctsOf, parseSqlExpression } from './parse.ts'
import { readRule } from './rules.ts'
import type { ReadType } from './types.ts'

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

/**
 * Puts what CHECKs and domains say into the types of columns, and gives what only a rule across fields can say. What
 * neither can is a loss: the database goes on refusing it.
 */
export const planChecks = (
  relation: Relation,
  columns: readonly CheckedColumn[],
  about: string,
  losses: Loss[],
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
    for (const check of column.read.checks ?? [])
      read(
        check,
        new Map([['value', column]]),
        (rule) => add(`${check.name} ${column.field}`, rule),
        () => losses.push(unread(check, `${about}.${column.name}`)),
      )
  for (const check of relation.constraints)
    if (check.kind === 'check')
      read(
        check,
        byName,
        (rule) => add(check.name, rule),
        () => losses.push(unread(check, about)),
      )
  return checks
}

const read = (
  check: Constraint,
  columns: ReadonlyMap<string, CheckedColumn>,
  add: (rule: string) => void,
  lose: () => void,
): void => {
  const node = check.isValid ? parseSqlExpression(check.expression ?? '') : null
  const parts = node ? conjunctsOf(node) : []
  const unsaid = parts.filter((part) => {
    const rule = readRule(part, (name) => ruled(columns.get(name)))
    const column = rule ? columns.get(rule.column) : undefined
    const type = rule && column ? constrain(column.type, rule) : null
    if (rule && column && type) {
      column.type = type
      column.isNotNull ||= rule.isNotNull === true
      return false
    }
    const text = ruleText(part, namedColumns(columns))
    if (text !== null) add(text)
    return text === null
  })
  if (!node || unsaid.length > 0) lose()
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

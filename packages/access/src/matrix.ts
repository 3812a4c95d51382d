import { type AccessRow, type Charter, type Entity, type Verdict, verdictText } from '@charter/charter'
import type { Rule } from '@charter/runtime'
import { allActionsOf, freeOperations } from './cedar-schema.ts'
import { predicateText } from './predicate-text.ts'

/** Who may do what: a row for each role, entity and operation, with what they see and write of each field. */
export const accessMatrix = (charter: Charter, rules: readonly Rule[]): readonly AccessRow[] =>
  matrixOf(
    charter,
    Map.groupBy(rules, (rule) => rule.entity),
  )

const matrixOf = (charter: Charter, byEntity: ReadonlyMap<string | null, readonly Rule[]>): readonly AccessRow[] =>
  charter.access.roles.flatMap((role) => [
    ...charter.entities.flatMap((entity) => rowsOf(role, entity, charter, byEntity.get(entity.name) ?? [])),
    ...freeOperations(charter).map((operation) => ({
      role,
      entity: null,
      operation,
      verdict: isOpen(charter, operation)
        ? ({ kind: 'yes' } as const)
        : verdictOf(byEntity.get(null) ?? [], role, null, operation),
      fields: {},
    })),
  ])

/** A route that asks nobody who they are asks no rule either. */
const isOpen = ({ routes }: Charter, operation: string): boolean =>
  routes.some((route) => route.name === operation && route.isOpen)

const rowsOf = (role: string, entity: Entity, charter: Charter, rules: readonly Rule[]): readonly AccessRow[] =>
  allActionsOf(entity, charter)
    .filter((action) => !action.startsWith('reveal:'))
    .map((operation) => ({
      role,
      entity: entity.name,
      operation,
      verdict: verdictOf(rules, role, entity.name, operation),
      fields: fieldsOf(rules, role, entity, operation),
    }))

/** Operations that answer with the row, and so with its fields. */
const showing: ReadonlySet<string> = new Set(['create', 'read', 'update', 'list'])

const fieldsOf = (rules: readonly Rule[], role: string, entity: Entity, operation: string): AccessRow['fields'] => {
  if (!showing.has(operation) || verdictOf(rules, role, entity.name, operation).kind === 'no') return {}
  return Object.fromEntries(
    entity.fields.map((field) => {
      const verdict: Verdict =
        field.reveal === undefined ? { kind: 'yes' } : verdictOf(rules, role, entity.name, `reveal:${field.reveal}`)
      return [field.name, verdict]
    }),
  )
}

/** What the rules say of one role and action: yes, under conditions, or no. */
export const verdictOf = (rules: readonly Rule[], role: string, entity: string | null, action: string): Verdict => {
  const about = rules.filter(
    (rule) =>
      rule.entity === entity && rule.actions.includes(action) && (rule.roles.length === 0 || rule.roles.includes(role)),
  )
  const permits = about.filter((rule) => rule.effect === 'permit')
  const forbids = about.filter((rule) => rule.effect === 'forbid')
  if (permits.length === 0 || forbids.some((rule) => !rule.when)) return { kind: 'no' }
  const allowing = permits.some((rule) => !rule.when) ? [] : permits.map(conditionText)
  const denying = forbids.map(conditionText)
  const parts = [allowing.join(' || '), ...denying.map((text) => `!(${text})`)].filter((text) => text !== '')
  return parts.length === 0 ? { kind: 'yes' } : { kind: 'when', condition: parts.join(' && ') }
}

const conditionText = ({ when }: Rule): string => (when ? predicateText(when) : 'true')

/** The matrix as aligned text lines, one operation each, with the fields that are masked or conditional. */
export const formatMatrix = (rows: readonly AccessRow[]): readonly string[] => {
  const widths = [0, 1].map((column) => Math.max(4, ...rows.map((row) => [row.role, nameOf(row)][column]?.length ?? 0)))
  return rows.map((row) => {
    const [role = '', what = ''] = [row.role, nameOf(row)].map((text, column) => text.padEnd(widths[column] ?? 0))
    const fields = Object.entries(row.fields)
      .filter(([, verdict]) => verdict.kind !== 'yes')
      .map(([name, verdict]) => (verdict.kind === 'no' ? `${name} masked` : `${name} shown ${verdictText(verdict)}`))
    return `${role}  ${what}  ${verdictText(row.verdict)}${fields.length ? `; ${fields.join(', ')}` : ''}`
  })
}

const nameOf = ({ entity, operation }: AccessRow): string => (entity === null ? operation : `${entity}.${operation}`)

import { type AccessRow, type Verdict, verdictText } from './access-row.ts'
import type { Charter } from './charter.ts'

/** Who gains or loses what. `changed`: the condition is another, and which rows it takes in is not decided here. */
export interface AccessChange {
  readonly kind: 'gains' | 'loses' | 'changed'
  readonly role: string
  /** Null: an operation on no entity. */
  readonly entity: string | null
  readonly operation: string
  /** Absent: the operation as a whole. */
  readonly field?: string
  readonly before: Verdict
  readonly after: Verdict
}

export interface AccessDiffInput {
  readonly before: Charter
  readonly after: Charter
  readonly rowsBefore: readonly AccessRow[]
  readonly rowsAfter: readonly AccessRow[]
}

/** Changes of role × operation × field, under the names of today; entities and fields are followed by id. */
export const diffAccess = (given: AccessDiffInput): readonly AccessChange[] => {
  const before = new Map(given.rowsBefore.map((row) => renamed(row, given)).map((row) => [keyOf(row), row]))
  const after = new Map(given.rowsAfter.map((row) => [keyOf(row), row]))
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [from, to] = [before.get(key), after.get(key)]
    const row = to ?? from
    if (!row) return []
    const { role, entity, operation } = row
    const whole = change(from?.verdict, to?.verdict)
    if (whole) return [{ ...whole, role, entity, operation }]
    return fieldChanges(from, to).map((each) => ({ ...each, role, entity, operation }))
  })
}

const keyOf = ({ role, entity, operation }: AccessRow): string => JSON.stringify([role, entity, operation])

const renamed = (row: AccessRow, { before, after }: AccessDiffInput): AccessRow => {
  const entity = before.entities.find((each) => each.name === row.entity)
  const now = after.entities.find((each) => each.id === entity?.id)
  if (!entity || !now) return row
  const fields = Object.entries(row.fields).map(([name, verdict]): [string, Verdict] => {
    const id = entity.fields.find((field) => field.name === name)?.id
    return [now.fields.find((field) => field.id === id)?.name ?? name, verdict]
  })
  return { ...row, entity: now.name, fields: Object.fromEntries(fields) }
}

const no: Verdict = { kind: 'no' }

const change = (before: Verdict = no, after: Verdict = no): Pick<AccessChange, 'kind' | 'before' | 'after'> | null => {
  if (verdictText(before) === verdictText(after)) return null
  const rank = { no: 0, when: 1, yes: 2 }
  const step = rank[after.kind] - rank[before.kind]
  return { kind: step > 0 ? 'gains' : step < 0 ? 'loses' : 'changed', before, after }
}

const fieldChanges = (from: AccessRow | undefined, to: AccessRow | undefined) => {
  const names = [...new Set([...Object.keys(from?.fields ?? {}), ...Object.keys(to?.fields ?? {})])]
  return names.flatMap((field) => {
    const found = change(from?.fields[field], to?.fields[field])
    return found ? [{ ...found, field }] : []
  })
}

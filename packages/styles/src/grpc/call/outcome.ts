import { includedIn, type Json, type JsonObject, type Outcome, ownMember, type Selection } from '@charter/runtime'
import { relatedRow } from '../transport/directory.ts'
import type { MessagePlan, MethodPlan } from '../transport/surface.ts'
import type { SurfaceIndex } from './said.ts'

/** The value of a Call from the message that answered it: what was selected and is not there is null. */
export const answeredValue = (
  saying: SurfaceIndex,
  method: MethodPlan,
  select: Selection = {},
  answer: JsonObject,
): Json => {
  const row = method.row === undefined ? undefined : saying.messages.get(method.row)
  switch (method.kind) {
    case 'list':
    case 'stream':
      return pageOf(saying, row, select, answer)
    case 'audit':
      return { items: answer.items ?? [], next: answer.next ?? null }
    case 'aggregate':
      return aggregatesOf(select, answer)
    case 'changes':
      return { ...answer, row: rowOf(saying, row, select, answer.row) }
    case 'delete':
      return null
    default:
      return resultOf(saying, method, row, select, answer)
  }
}

const resultOf = (
  saying: SurfaceIndex,
  { response }: MethodPlan,
  row: MessagePlan | undefined,
  select: Selection,
  answer: JsonObject,
): Json => {
  const member = saying.messages.get(response)?.fields[0]?.member
  if (member === 'items') return (answer.items as readonly Json[]).map((each) => rowOf(saying, row, select, each))
  if (member === 'row') return rowOf(saying, row, select, answer.row)
  return answer.result ?? null
}

/** Fields in the order asked, then what is included. */
const rowOf = (
  saying: SurfaceIndex,
  plan: MessagePlan | undefined,
  select: Selection,
  given: Json | undefined,
): Json => {
  if (given === undefined || given === null || !plan) return null
  const row = given as JsonObject
  const names =
    select.fields ??
    plan.fields.filter((field) => field.relation === undefined && !field.isWriteOnly).map(({ member }) => member)
  const included = includedIn(select).map(({ member, relation, selection: inner }): [string, Json] => {
    const target = relatedRow(saying, plan, relation)
    const isMany = plan.fields.some((field) => field.member === relation && field.relation === 'many')
    const there = ownMember(row, relation)
    return [
      member,
      isMany ? pageOf(saying, target, inner, (there ?? {}) as JsonObject) : rowOf(saying, target, inner, there),
    ]
  })
  return Object.fromEntries([...names.map((name): [string, Json] => [name, ownMember(row, name) ?? null]), ...included])
}

const pageOf = (saying: SurfaceIndex, row: MessagePlan | undefined, select: Selection, page: JsonObject): Json => ({
  items: ((page.items ?? []) as readonly Json[]).map((each) => rowOf(saying, row, select, each)),
  next: page.next ?? null,
  ...(page.count !== undefined && { count: { value: 0, isExact: false, ...(page.count as JsonObject) } }),
})

const aggregatesOf = ({ aggregate = {} }: Selection, { groups, isComplete }: JsonObject): Json => {
  const named = (names: readonly string[] | undefined, values: Json | undefined): JsonObject =>
    Object.fromEntries((names ?? []).map((name) => [name, ownMember((values ?? {}) as JsonObject, name) ?? null]))
  return {
    groups: ((groups ?? []) as readonly JsonObject[]).map((group) => ({
      key: named(aggregate.groupBy, group.key),
      count: group.count ?? 0,
      sum: named(aggregate.sum, group.sum),
      average: named(aggregate.average, group.average),
      min: named(aggregate.min, group.min),
      max: named(aggregate.max, group.max),
    })),
    isComplete: isComplete ?? false,
  }
}

/** The outcome of an answer with its value. */
export const valueOutcome = (
  value: Json,
  answer: JsonObject,
  more: Partial<Extract<Outcome, { kind: 'value' }>>,
): Outcome => ({
  kind: 'value',
  value,
  ...(typeof answer.etag === 'string' && { version: answer.etag }),
  ...more,
})

import { type Change, isObject, type Json, type JsonObject, type Outcome } from '@charter/runtime'
import { type CompileContext, fieldsBelow } from './collect.ts'
import { type Cost, costOf, sum } from './cost.ts'
import type { Entry } from './directory.ts'
import { ask, type DocumentRun } from './document-run.ts'
import { globalIdOf } from './global-id.ts'
import { filterIn } from './page-arguments.ts'
import type { RootField } from './query-roots.ts'
import { compileRow, newNeeds, selectionOf } from './row.ts'
import { type AnswerContext, objectOf, type Slot, typenameSlot } from './shaping.ts'
import { argumentOf } from './source.ts'
import { compileValue } from './value.ts'

/** A subscription: one call whose outcome is a stream. */
export interface StreamPlan {
  readonly key: string
  /** Of one item. */
  readonly cost: Cost
  ask(running: DocumentRun): Promise<Outcome>
  /** Text of one item's field. */
  item(item: Json, shaping: AnswerContext): string
}

/** `patientChanged(after, filter) { cursor at change id key { … } patient { … } }` */
export const changesRoot = (compiling: CompileContext, entry: Entry, { key, nodes, first }: RootField): StreamPlan => {
  const { types, member } = entry.names
  const needs = newNeeds()
  const [after, filter] = [argumentOf(first, 'after'), argumentOf(first, 'filter')]
  const costs: Cost[] = []
  const slots = [...fieldsBelow(compiling, types.change, nodes)].map(([name, fields]): Slot => {
    const of = fields[0]?.name.value ?? ''
    if (of === 'cursor' || of === 'at' || of === 'change') return { key: name, read: (from) => from[of] ?? null }
    if (of === 'id')
      return { key: name, read: (from) => (isObject(from.key) ? globalIdOf(entry.names, from.key) : null) }
    if (of === 'key') {
      const below = keySlots(compiling, entry, fields)
      return { key: name, read: ({ key: of }, shaping) => objectOf(below, isObject(of) ? of : {}, shaping) }
    }
    if (of !== member) return typenameSlot(name, types.change)
    const plan = compileRow(compiling, entry, fields, needs)
    costs.push(plan.cost)
    return { key: name, read: ({ row }, shaping) => (isObject(row) ? (plan.shape(row, shaping) ?? null) : null) }
  })
  const select = selectionOf(needs)
  return {
    key,
    cost: costOf(1, sum(costs)),
    ask: (running) =>
      ask(running, key, (variables, errors) => {
        const cursor = after.of(variables) ?? null
        if (cursor !== null && typeof cursor !== 'string')
          errors.push({ path: '/after', code: 'wrong-type', message: 'Give the "cursor" of the last change seen.' })
        return {
          operation: `${entry.model.name}.changes`,
          input: {},
          select: {
            ...select(variables, errors),
            ...filterIn(compiling.directory, entry, filter.of(variables), '/filter', errors),
            ...(typeof cursor === 'string' && { after: cursor }),
          },
        }
      }),
    // A Change is plain data, which its interface does not say.
    item: (item, shaping) => JSON.stringify(objectOf(slots, item as unknown as Change & JsonObject, shaping) ?? null),
  }
}

const keySlots = (compiling: CompileContext, entry: Entry, nodes: RootField['nodes']): readonly Slot[] =>
  [...fieldsBelow(compiling, entry.names.types.changeKey, nodes)].map(([key, fields]): Slot => {
    const field = entry.fields.get(fields[0]?.name.value ?? '')
    if (!field) return typenameSlot(key, entry.names.types.changeKey)
    const shape = compileValue(compiling, field.shape, fields)
    return {
      key,
      read: (from, shaping) => {
        const value = from[field.name] ?? null
        return value !== null && shape ? (shape(value, shaping) ?? null) : value
      },
    }
  })

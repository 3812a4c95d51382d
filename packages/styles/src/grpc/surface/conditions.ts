import { resolved } from '@charter/charter'
import type { Type } from '@charter/runtime'
import type { FieldPlan, MessagePlan, WireType } from '../transport/surface.ts'
import { fixed, type SurfaceDraft } from './surface-draft.ts'
import { addList, typeWord } from './types.ts'

/** What can be asked of a field of this type, as a message with one oneof: `StringCondition`. */
export const addCondition = (building: SurfaceDraft, type: Type, wire: WireType): string => {
  const isComparable = wire.kind !== 'message' && wire.kind !== 'json' && wire.kind !== 'bytes'
  const name = isComparable && type.kind !== 'duration' ? `${typeWord(wire)}Condition` : 'NullCondition'
  if (building.messages.has(name)) return name
  const isOrdered = wire.kind !== 'enum' && wire.kind !== 'bool'
  const fields: readonly FieldPlan[] =
    name === 'NullCondition'
      ? [isNull]
      : [
          asked(1, 'eq', wire),
          asked(2, 'ne', wire),
          ...(isOrdered ? ordered.map(([number, operator]) => asked(number, operator, wire)) : []),
          asked(7, 'in', { kind: 'message', of: addList(building, wire) }),
          isNull,
          ...(wire.kind === 'string'
            ? [asked(9, 'like', wire), fixed(10, 'starts_with', 'startsWith', wire, 'oneof')]
            : []),
        ]
  const plan: MessagePlan = { name, shape: 'record', oneof: 'operator', fields }
  building.messages.set(name, plan)
  return name
}

const asked = (number: number, operator: string, wire: WireType): FieldPlan =>
  fixed(number, operator, operator, wire, 'oneof')

const ordered = [
  [3, 'lt'],
  [4, 'le'],
  [5, 'gt'],
  [6, 'ge'],
] as const

const isNull = fixed(8, 'is_null', 'isNull', { kind: 'bool' }, 'oneof')

/** `PatientFilter`: one condition on one field, or filters that all hold, of which one holds, or that does not hold. */
export const addFilter = (
  building: SurfaceDraft,
  base: string,
  fields: readonly (FieldPlan & { readonly charterType: Type })[],
): void => {
  const name = `${base}Filter`
  const list = `${name}List`
  building.messages.set(list, {
    name: list,
    shape: 'list',
    fields: [fixed(1, 'filters', '', { kind: 'message', of: name }, 'repeated')],
  })
  const conditions = fields.map(({ charterType, ...field }): FieldPlan => {
    const type = resolved(building.charter, charterType)
    return {
      ...fixed(field.number, field.name, field.member, {
        kind: 'message',
        of: addCondition(building, type, field.type),
      }),
      label: 'oneof',
    }
  })
  building.messages.set(name, {
    name,
    shape: 'record',
    oneof: 'condition',
    fields: [...conditions, ...branches(list, name)],
  })
}

/** Names that no field of a row gets: a filter has them beside the fields. Members begin with `$`, as no field does. */
export const filterWords = ['all_of', 'any_of', 'negated', 'condition'] as const

const branches = (list: string, filter: string): readonly FieldPlan[] => [
  fixed(1001, 'all_of', '$and', { kind: 'message', of: list }, 'oneof'),
  fixed(1002, 'any_of', '$or', { kind: 'message', of: list }, 'oneof'),
  fixed(1003, 'negated', '$not', { kind: 'message', of: filter }, 'oneof'),
]

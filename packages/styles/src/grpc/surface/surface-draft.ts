import { type Charter, emptyLock, type Lock, updateLock } from '@charter/charter'
import type { EnumPlan, FieldPlan, MessagePlan } from '../transport/surface.ts'
import { type Allocation, allocationOf } from './allocation.ts'
import { sameField, snakeCase, upperSnakeCase } from './spelling.ts'

/** A surface under construction. */
export interface SurfaceDraft {
  readonly charter: Charter
  /** Has everything of the charter. */
  readonly lock: Lock
  readonly allocation: Allocation
  readonly messages: Map<string, MessagePlan>
  readonly enums: Map<string, EnumPlan>
  /** Names of enum values stand beside each other in the package. */
  readonly enumValueNames: Set<string>
}

export const buildingOf = (charter: Charter, lock: Lock = emptyLock): SurfaceDraft => ({
  charter,
  lock: updateLock(charter, lock),
  allocation: allocationOf(lock),
  messages: new Map(),
  enums: new Map(),
  enumValueNames: new Set(),
})

/** Field names of one message: `birth_date`, with a number where another has that name. Earlier ones keep theirs. */
export const fieldNames = (reserved: readonly string[] = []) => {
  const taken = new Set(reserved.map(sameField))
  return (member: string): string => {
    const wanted = snakeCase(member)
    let name = wanted
    for (let number = 2; taken.has(sameField(name)); number++) name = `${wanted}_${number}`
    taken.add(sameField(name))
    return name
  }
}

/** A field of a message of ours, whose number is written down here. */
export const fixed = (
  number: number,
  name: string,
  member: string,
  type: FieldPlan['type'],
  label: FieldPlan['label'] = 'one',
): FieldPlan => ({ name, member, number, type, label })

/** Takes a name of its own for a message or enum that the charter's types and fields make. */
export const typeName = ({ allocation }: SurfaceDraft, place: string, wanted: string): string =>
  allocation.name(place, wanted, (name) => [name, `${name}List`, `${name}Map`, `${name}Condition`])

/** The enum of these values; values keep their numbers, and those that are gone keep theirs to nobody else. */
export const addEnum = (building: SurfaceDraft, place: string, wanted: string, values: readonly string[]): string => {
  const name = typeName(building, place, wanted)
  if (building.enums.has(name)) return name
  const numbers = building.allocation.numbers(place, values)
  const prefix = upperSnakeCase(name)
  const spelled = (value: string): string => {
    const first = `${prefix}_${upperSnakeCase(value)}`
    let spelling = first
    for (let number = 2; building.enumValueNames.has(spelling); number++) spelling = `${first}_${number}`
    building.enumValueNames.add(spelling)
    return spelling
  }
  const unspecified = spelled('unspecified')
  const all = [
    ...values.map((value) => ({ value, number: numbers.of(value), isDropped: false })),
    ...numbers.dropped.map(({ name: value, number }) => ({ value, number, isDropped: true })),
  ]
    .sort((a, b) => a.number - b.number)
    .map((each) => ({ ...each, name: spelled(each.value) }))
  const dropped = all.filter(({ isDropped }) => isDropped)
  building.enums.set(name, {
    name,
    unspecified,
    values: all
      .filter((each) => !each.isDropped)
      .map(({ name: spelling, value, number }) => ({ name: spelling, value, number })),
    ...(dropped.length > 0 && {
      reservedNumbers: dropped.map(({ number }) => number),
      reservedNames: dropped.map((each) => each.name),
    }),
  })
  return name
}

import type { Type } from '@charter/runtime'
import type { Move, Operation, States } from './charter.ts'
import { given } from './given.ts'
import { identify } from './identify.ts'
import type { LockedName } from './lock.ts'
import { startOf } from './read-access.ts'
import { readPeriod } from './read-period.ts'
import type { Reader } from './reader.ts'
import { type Entry, entriesAt, isTrueAt, member, type Tree, textAt, textsAt } from './tree.ts'

/** `states` of a field. Where it does not say `initial`, rows begin in the first value of its type. */
export const readStates = (field: Tree, type: Type, reader: Reader): States | undefined => {
  const tree = member(field, 'states')
  if (tree?.kind !== 'map') return undefined
  const initial = textAt(tree, 'initial') ?? (type.kind === 'enum' ? type.values[0] : undefined) ?? ''
  return { place: tree.place, initial, moves: entriesAt(tree, 'moves').map((entry) => readMove(entry, reader)) }
}

const readMove = ({ key: operation, value: tree, place }: Entry, reader: Reader): Move => {
  const when = member(tree, 'when')
  return {
    operation,
    place,
    from: textsAt(tree, 'from'),
    to: textAt(tree, 'to') ?? '',
    ...given({
      when: when?.kind === 'scalar' ? { text: textAt(tree, 'when') ?? '', ...startOf(when, reader) } : undefined,
      message: textAt(tree, 'message'),
      isInternal: isTrueAt(tree, 'internal') || undefined,
      afterMs: readPeriod(tree, 'after', reader),
    }),
  }
}

/** The operations that moves of an entity declare by themselves: on one row, without input, giving the row. */
export const readMoveOperations = (
  { key: entity, value: tree }: Entry,
  before: Readonly<Record<string, LockedName>>,
): readonly Operation[] =>
  entriesAt(tree, 'fields').flatMap(({ value: field }) =>
    entriesAt(member(field, 'states'), 'moves').map(({ key: name, value: move, place }) => {
      const was = textAt(move, 'was')
      return {
        id: identify({ name, was }, before),
        name,
        place,
        entity,
        hasKey: true,
        input: [],
        result: { entity, isList: false },
        effect: 'write' as const,
        rights: 'caller' as const,
        mode: 'unary' as const,
        errors: [],
        isMove: true as const,
        ...given({
          was,
          description: textAt(move, 'description'),
          isInternal: isTrueAt(move, 'internal') || undefined,
        }),
      }
    }),
  )

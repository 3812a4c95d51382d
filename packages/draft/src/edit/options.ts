import type { Desk } from './desk.ts'
import { Unclear } from './desk.ts'
import type { Clause } from './edit.ts'
import type { Member } from './find.ts'
import { isMembers, type Members, type Value } from './flow-text.ts'

/** A field for a noun; a relation is no field. Throws Unclear. */
export const fieldOf = (noun: string, clause: Clause, desk: Desk): Member => {
  const member = desk.memberOf(noun, clause)
  if (member.kind === 'field') return member
  throw new Unclear(`${member.entity}.${member.name} is a relation, not a field.`)
}

export const placeOf = ({ entity, name, kind }: Member): readonly string[] => [
  ...['entities', entity, kind === 'field' ? 'fields' : 'relations', name],
]

/** What is written of a field or relation; a type alone spelled out. */
export const optionsOf = (desk: Desk, member: Member): Members => {
  const value = desk.sheet.value(placeOf(member))
  return isMembers(value) ? value : { type: typeof value === 'string' ? value : 'text' }
}

/** Sets or, with undefined, takes away options, touching no others. */
export const changeOptions = (
  desk: Desk,
  member: Member,
  changes: Readonly<Record<string, Value | undefined>>,
): void => {
  const path = placeOf(member)
  if (!isMembers(desk.sheet.value(path))) desk.sheet.set(path, optionsOf(desk, member))
  for (const [option, value] of Object.entries(changes)) {
    const before = optionsOf(desk, member)[option]
    if (value === undefined ? before === undefined : JSON.stringify(before) === JSON.stringify(value)) continue
    if (value === undefined) desk.sheet.remove([...path, option])
    else desk.sheet.set([...path, option], value)
  }
}

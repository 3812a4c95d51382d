import type { Member, Type } from '@charter/runtime'
import type { Charter } from './charter.ts'
import type { CharterCheck } from './charter-check.ts'

/** Types no value of which could end: a record that always contains itself. */
export const checkTypes: CharterCheck = (charter, reporter) => {
  for (const { name, type, place } of Object.values(charter.types))
    if (!canEnd(type, charter.types, new Set([name])))
      reporter.report('endless-type', { place, path: `types.${name}` }, { name })
}

const canEnd = (type: Type, types: Charter['types'], open: ReadonlySet<string>): boolean => {
  switch (type.kind) {
    case 'named': {
      const target = types[type.name]
      return !open.has(type.name) && (!target || canEnd(target.type, types, new Set([...open, type.name])))
    }
    case 'record':
      return membersEnd(type.members, types, open)
    case 'union':
      return Object.values(type.variants).some((members) => membersEnd(members, types, open))
    case 'array':
      return (type.lengthMin ?? 0) === 0 || canEnd(type.items, types, open)
    default:
      return true
  }
}

const membersEnd = (members: readonly Member[], types: Charter['types'], open: ReadonlySet<string>): boolean =>
  members.every((member) => member.isOptional || canEnd(member.type, types, open))

import { draftCharter } from '@charter/draft'
import type { Description } from './description.ts'

/** What a draft found in the words; what it assumed is left out. */
export const describedIn = (words: string): Description => {
  const { entities, relations, roles, access, operations } = draftCharter(words).analysis
  const isQuoted = ({ quoted }: { readonly quoted: boolean }) => quoted
  return {
    entities: entities.filter(isQuoted).map((each) => ({ ...each, fields: each.fields.filter(isQuoted) })),
    relations: relations.filter(isQuoted),
    roles: roles.filter(isQuoted),
    access: access.filter(isQuoted),
    operations: operations.filter(isQuoted),
  }
}

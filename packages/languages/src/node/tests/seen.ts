import type { FieldModel, JsonObject } from '@charter/runtime'
import { type Given, rolesOf } from './given.ts'

/** A role that lists, the rows that it sees, and the fields that it may ask about. */
export interface Seen {
  readonly role: string
  readonly rows: readonly JsonObject[]
  readonly fields: readonly FieldModel[]
}

/** Who lists the most of an entity, in rows and then in fields; undefined where nobody lists the first row. */
export const seenOf = (given: Given): Seen | undefined => {
  const { entity, examples, can } = given
  if (!entity.offers.includes('list')) return undefined
  return rolesOf(given)
    .filter((role) => can(role, 'list'))
    .map((role) => ({
      role,
      rows: (examples.rows[entity.name] ?? []).filter((row) => can(role, 'list', row)),
      fields: entity.fields.filter((field) => isAskable(given, role, field)),
    }))
    .sort((a, b) => b.rows.length - a.rows.length || b.fields.length - a.fields.length)[0]
}

/** Neither sealed nor, on some row that the role lists, hidden from it. */
const isAskable = ({ entity, rules }: Given, role: string, { reveal, protect }: FieldModel): boolean => {
  if (protect !== undefined) return false
  if (reveal === undefined) return true
  const isAbout = (action: string) =>
    rules.filter(
      (rule) =>
        (rule.entity === null || rule.entity === entity.name) &&
        rule.actions.includes(action) &&
        (rule.roles.length === 0 || rule.roles.includes(role)),
    )
  const revealing = isAbout(`reveal:${reveal}`)
  return (
    revealing.length > 0 &&
    [...revealing, ...isAbout('list')].every((rule) => rule.effect === 'permit' && revealing.includes(rule))
  )
}

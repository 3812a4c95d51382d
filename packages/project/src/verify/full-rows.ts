import { type JsonObject, pointer } from '@charter/runtime'
import type { About } from './derive/derivation.ts'

/** A role to which the rules give every row whole. */
export const fullReader = ({ model, entity }: About): string | undefined =>
  model.access.roles.find((role) =>
    model.access.rules.some(
      (rule) =>
        rule.effect === 'permit' &&
        !rule.when &&
        (rule.entity === null || rule.entity === entity.name) &&
        rule.actions.includes('list') &&
        (rule.roles.length === 0 || rule.roles.includes(role)) &&
        entity.fields.every(({ reveal }) => reveal === undefined || rule.actions.includes(`reveal:${reveal}`)),
    ),
  )

/** The field of which a problem says that a row's value cannot be served (docs/semantics.md, Values). */
export const muteIn = ({ code, errors }: JsonObject, fields: readonly string[]): string | null => {
  const [first] = code === 'internal' && Array.isArray(errors) ? (errors as readonly JsonObject[]) : []
  return fields.find((name) => pointer(name) === first?.path) ?? null
}

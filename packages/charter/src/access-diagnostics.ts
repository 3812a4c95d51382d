import { error, warning } from './report.ts'

/** A relation by which roles learn of rows of its target. */
export interface RevealingRelation {
  readonly relation: string
  readonly target: string
  readonly fields: readonly string[]
  readonly roles: readonly string[]
}

const named = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ')

/** What rules make of a charter: whom they leave out, and what they tell whom. */
export const accessDiagnostics = {
  'no-access': warning<{ entity: string }>(
    ({ entity }) => `Nobody may do anything with ${entity}: it has no \`allow\`, and no policy speaks of it.`,
    () => 'Add `allow:` with a role, or leave it so if that is meant.',
  ),
  'never-revealed': warning<{ entity: string; name: string }>(
    ({ entity, name }) => `No role reveals \`${name}\` of ${entity}: everybody sees it masked.`,
    ({ name }) => `Add \`reveal: [${name}]\` to a role under \`allow\`.`,
  ),
  'never-created': warning<{ entity: string; role: string; fields: readonly string[] }>(
    ({ entity, role, fields }) =>
      `\`${role}\` may create ${entity}, and never can: ${named(fields)} must be sent, and ${fields.length === 1 ? 'is' : 'are'} hidden from them.`,
    ({ fields }) => `Give ${named(fields)} a \`default\`, make it optional, or reveal it to them.`,
  ),
  'never-found': warning<{ entity: string; role: string; actions: readonly string[] }>(
    ({ entity, role, actions }) =>
      `\`${role}\` may do ${named(actions)} with ${entity}, and finds none by this role alone: it may not read them.`,
    ({ role, entity }) => `Add \`read\` to the \`do\` of \`${role}\` under \`allow\` of ${entity}.`,
  ),
  'never-told': warning<{ entity: string; role: string }>(
    ({ entity, role }) => `\`${role}\` may subscribe to ${entity}, and is told nothing: it may not list it.`,
    ({ entity, role }) =>
      `Add \`list\` to the \`do\` of \`${role}\` under \`allow\` of ${entity}, or take one of the two out of \`webhooks\`.`,
  ),
  'never-called': warning<{ name: string; entity: string | undefined }>(
    ({ name }) => `Nobody may call \`${name}\`.`,
    ({ name, entity }) =>
      entity === undefined
        ? `It is on no entity, so a policy allows it: \`permit(principal in Role::"…", action == Action::"${name}", resource);\` under \`policies\`.`
        : `Add \`${name}\` to the \`do\` of a role under \`allow\` of ${entity}.`,
  ),
  'check-closes': warning<{
    check: string
    closed: readonly string[]
    hidden: readonly string[]
    roles: readonly string[]
  }>(
    ({ check, closed, hidden, roles }) =>
      `${named(roles)} may not change ${named(closed)} of a row that is there: \`${check}\` compares it with ${named(hidden)}, which trying would tell them.`,
    ({ hidden }) => `Reveal ${named(hidden)} to them, or take the check out of the charter.`,
  ),
  'check-tells': warning<{ check: string; fields: readonly string[]; roles: readonly string[] }>(
    ({ check, fields, roles }) =>
      `Trying what \`${check}\` lets through tells ${named(roles)} of ${named(fields)}, on rows that they may not all read.`,
    ({ fields }) =>
      `Every try is on record. Let them read the rows that ${named(fields)} ${fields.length === 1 ? 'stands' : 'stand'} in, or ask in a hook, whose refusal says what you choose.`,
  ),
  'move-tells': warning<{ move: string; fields: readonly string[]; roles: readonly string[] }>(
    ({ move, fields, roles }) =>
      `Trying \`${move}\` tells ${named(roles)} of ${named(fields)}, which they may not see: it asks for that.`,
    ({ fields }) => `Every try is on record. Reveal ${named(fields)} to them, or ask for something else in \`when\`.`,
  ),
  'unique-tells': warning<{ entity: string; fields: readonly string[]; roles: readonly string[] }>(
    ({ entity, fields, roles }) =>
      `That ${named(fields)} of ${entity} is taken tells ${named(roles)} of a row that they may not see.`,
    () =>
      'Every try is on record. Where it must not be known, use a key that the service makes (`default: generated`), or a database of the service: there `unique` and keys hold within the tenant, unless rows that all tenants see refer to them.',
  ),
  'hidden-reference': error<RevealingRelation>(
    ({ relation, target, fields, roles }) =>
      `\`${relation}\` lets ${named(roles)} find out ${named(fields)} of ${target} by trying, which is hidden from them.`,
    ({ target }) =>
      `Refer to the key of ${target}, or hide the referring field from them too: who may not see it does not write it.`,
  ),
  'reference-tells': warning<RevealingRelation>(
    ({ relation, target, fields, roles }) =>
      `\`${relation}\` tells ${named(roles)} by its ${named(fields)} that there is a ${target} which they may not see.`,
    () =>
      'Every try is on record. Where it must not be known, use a key that the service makes (`default: generated`).',
  ),
} as const

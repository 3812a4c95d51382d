import type { Rows } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'

/** Those of some people who are approvers now, each once: whoever left, or was given another role, lets nothing any more. */
export const mayLet = async (
  rows: Pick<Rows<Entities>, 'list'>,
  people: readonly string[],
): Promise<ReadonlySet<string>> => {
  const members = await rows.list('Member', { where: { personId: { in: people }, isActive: true } })
  const roles = await rows.list('Role', { where: { id: { in: members.flatMap(({ roleId }) => roleId ?? []) } } })
  const approving = new Set(roles.filter(({ grants }) => grants.includes('approver')).map(({ id }) => id))
  return new Set(members.filter(({ roleId }) => approving.has(roleId ?? '')).map(({ personId }) => personId))
}

import type { Rows } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'

type MemberRows = Pick<Rows<Entities>, 'list' | 'update' | 'delete'>

/** Ends all that somebody may here until a directory takes it up again. */
export const suspendMemberships = async (rows: MemberRows, personId: string): Promise<void> => {
  for (const { id } of await rows.list('Member', { where: { personId, isActive: true } }))
    await rows.update('Member', { id }, { isActive: false, isSuspended: true })
}

/** Takes up what a directory ended; what an owner ended stays so. */
export const resumeMemberships = async (rows: MemberRows, personId: string): Promise<void> => {
  for (const { id } of await rows.list('Member', { where: { personId, isSuspended: true } }))
    await rows.update('Member', { id }, { isActive: true, isSuspended: false })
}

export const endMemberships = async (rows: MemberRows, personId: string): Promise<void> => {
  for (const { id } of await rows.list('Member', { where: { personId } })) await rows.delete('Member', { id })
}

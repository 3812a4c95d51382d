import type { Entities } from '../../entities.ts'
import type { DeclaredHooks } from '../../runtime/service/index.ts'

/** Nothing is added to what is closed; what is said is told to those whom it concerns. */
export const commentHooks: DeclaredHooks<Entities, 'Comment', 'before' | 'after'> = {
  before: async ({ action, row }, { rows, refuse }) => {
    const ticket = action === 'create' && row && (await rows.read('Ticket', { id: row.ticketId }))
    if (ticket && ticket.status === 'closed') refuse('/ticketId', 'This ticket is closed.')
  },
  after: async ({ action, row }, { operations }) => {
    if (action === 'create' && row && !row.isInternal)
      await operations.tell({ ticketId: row.ticketId, text: 'There is something new.' })
  },
}

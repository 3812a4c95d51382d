import type { HandOverBody } from './bodies.ts'

/** Gives a ticket to another team, and tells those who had and have to do with it. */
export const handOver: HandOverBody = async ({ row, value: { teamId } }, { rows, operations, fail }) => {
  if (row.teamId === teamId) return fail('same-team')
  const ticket = await rows.update('Ticket', { id: row.id }, { teamId })
  await operations.tell({ ticketId: row.id, text: 'Another team has it now.' })
  return ticket
}

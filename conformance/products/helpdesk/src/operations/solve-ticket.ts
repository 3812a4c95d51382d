import type { SolveTicketBody } from './bodies.ts'

/** Answers a ticket. */
export const solveTicket: SolveTicketBody = async ({ row, value }, { rows, principal }) => {
  await rows.create('Comment', { ticketId: row.id, text: value.answer })
  return rows.update('Ticket', { id: row.id }, { solvedBy: principal.id })
}

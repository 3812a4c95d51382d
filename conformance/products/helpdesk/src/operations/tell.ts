import type { TellBody } from './bodies.ts'

/** Leaves a notice to everybody who has to do with a ticket but whoever caused it. */
export const tell: TellBody = async ({ value: { ticketId, text } }, { rows, principal }) => {
  const ticket = await rows.read('Ticket', { id: ticketId })
  if (!ticket) return 0
  const shares = await rows.list('Share', { where: { ticketId } })
  const seats = await rows.list('Seat', { where: { teamId: ticket.teamId } })
  const people = new Set([ticket.requestedBy, ...[...shares, ...seats].map(({ personId }) => personId)])
  people.delete(principal.id)
  for (const personId of people) await rows.create('Notice', { personId, text, ticketId })
  return people.size
}

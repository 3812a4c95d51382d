import type { Entities } from '../../entities.ts'
import type { DeclaredHooks } from '../../runtime/service/index.ts'

const daysFor = { low: 10, normal: 3, high: 1 } as const

/** A ticket is due so many days after it was opened. */
export const ticketHooks: DeclaredHooks<Entities, 'Ticket', 'before'> = {
  before: async ({ row }) => {
    if (row) return { dueOn: dayAfter(row.openedAt, daysFor[row.urgency]) }
  },
}

const dayAfter = (instant: string, days: number): string => {
  const day = new Date(`${instant.slice(0, 10)}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}

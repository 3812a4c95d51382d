import { expect, test } from 'vitest'
import { cronAfter, cronMistake } from './cron.ts'

const after = (cron: string, zone: string, from: string): string | null => {
  const found = cronAfter({ cron, zone }, Date.parse(from))
  return found === null ? null : new Date(found).toISOString()
}

test.each([
  ['0 2 * * MON-FRI', 'UTC', '2026-11-27T02:00:00Z', '2026-11-30T02:00:00.000Z'],
  ['0 2 * * *', 'Europe/Zurich', '2026-06-01T00:00:00Z', '2026-06-02T00:00:00.000Z'],
  // The clock goes from two to three, and from three to two.
  ['30 2 * * *', 'Europe/Zurich', '2026-03-28T12:00:00Z', '2026-03-29T01:00:00.000Z'],
  ['30 2 * * *', 'Europe/Zurich', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z'],
  ['30 2 * * *', 'Europe/Zurich', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00.000Z'],
  ['*/15 9-17 1,15 * *', 'UTC', '2026-05-01T17:45:00Z', '2026-05-15T09:00:00.000Z'],
  ['0 0 30 2 *', 'UTC', '2026-05-01T00:00:00Z', null],
])('%s in %s after %s', (cron, zone, from, next) => expect(after(cron, zone, from)).toBe(next))

test.each([
  ['0 2 * * 1-5', 'Europe/Zurich', null],
  ['0 2 * * 1-5', 'Mars/Olympus', 'there is no time zone `Mars/Olympus`'],
  ['0 0 30 2 *', 'UTC', '`0 0 30 2 *` never comes'],
  ['* * * * * *', 'UTC', '`* * * * * *` is no cron expression'],
  ['61 * * * *', 'UTC', '`61 * * * *` is no cron expression'],
  ['every day', 'UTC', '`every day` is no cron expression'],
])('%s in %s: %s', (cron, zone, mistake) => expect(cronMistake({ cron, zone })).toBe(mistake))

import type { Command } from '../command.ts'
import { Unclear } from '../desk.ts'

const period =
  '(?:\\d+|an?|one|two|three|four|five|six|seven|ten|twelve|some)\\s+(?:hours?|days?|weeks?|months?|years?)'

/** What is said of how long rows are kept, however it is said. */
const patterns: readonly RegExp[] = [
  new RegExp(
    `\\b(?:delet|remov|eras|purg|destroy|wip|forg[eo]t|anonymi[sz]|archiv|clean|drop|expir|disappear)\\w*\\b.*\\b(?:after|older than|within|once|when)\\b.*\\b${period}`,
    'i',
  ),
  new RegExp(
    `\\b(?:keep|kept|retain\\w*|stor\\w+|hold|held)\\b.*\\b(?:for|at most|up to|no longer than)\\s+${period}$`,
    'i',
  ),
  /\bretention\b/i,
]

/** `donors get deleted after 10 years` is no field, and nothing that a charter says yet. */
export const retention: Command = {
  example: 'page size 50',
  run: ({ text }) => {
    if (!patterns.some((pattern) => pattern.test(text))) return false
    throw new Unclear(
      'How long rows are kept is nothing that a charter says yet: a job of yours deletes them, over the API or in the database. Rows that are marked and not deleted are "softDelete" (docs/charter.md).',
    )
  },
}

import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { describedIn } from './describe.ts'
import type { Kind } from './description.ts'
import { readRequests } from './requests.ts'
import { score } from './score.ts'
import { measureOf, sumOf } from './tally.ts'

/** F1 over all requests below which something broke; the bench prints the figures themselves. */
const floors: Readonly<Record<Kind, number>> = {
  entities: 0.7,
  fields: 0.5,
  types: 0.7,
  relations: 0.4,
  roles: 0.7,
  access: 0.55,
  operations: 0.5,
}

test('the requests of the bench are read no worse than their floors', () => {
  const requests = readRequests(fileURLToPath(new URL('requests', import.meta.url)))
  const total = sumOf(requests.map(({ words, reference }) => score(reference, describedIn(words))))
  for (const [kind, floor] of Object.entries(floors) as [Kind, number][])
    expect(measureOf(total[kind]).f1, kind).toBeGreaterThan(floor)
})

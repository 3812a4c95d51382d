import { expect, test } from 'vitest'
import { draftCharter } from '../draft.ts'
import { routesIn } from './routes.ts'

test('a sentence that says where things are served is taken out, and everything else stays in its place', () => {
  const words = 'A shop has parcels. The parcels of a depot are at /depots/{id}/waiting, lorries at /fleet/. It is old.'
  const { routes, rest } = routesIn(words)
  expect(routes).toEqual([
    {
      thing: 'parcels',
      of: 'depot',
      path: 'depots/:id/waiting',
      quote: 'The parcels of a depot are at /depots/{id}/waiting',
      offset: 20,
    },
    { thing: 'lorries', of: null, path: 'fleet', quote: 'lorries at /fleet/', offset: 72 },
  ])
  expect(rest).toHaveLength(words.length)
  expect(rest.replace(/ +/g, ' ')).toBe('A shop has parcels. . It is old.')
})

test('a sentence that says more than that stays, and is no route', () => {
  const words = 'Members meet under /trees and pay 3/4 of the price. See /docs for more.'
  expect(routesIn(words)).toEqual({ routes: [], rest: words })
})

test('what is served at a path and is not there is asked about', () => {
  const { questions, document } = draftCharter('A club has members and boats. Rowers are served at /crew.')
  expect(questions.map(({ sentence }) => sentence)).toContain(
    'What is served at /crew? "Rowers are served at /crew" names nothing that is there.',
  )
  expect(document).not.toContain('path:')
})

import { expect, test } from 'vitest'
import type { Kept } from './kept.ts'
import { placesIn } from './places.ts'

test('two environments that are opened at once have ports of their own', async () => {
  const ports = new Map<string, Readonly<Record<string, number>>>()
  const kept: Pick<Kept, 'place' | 'keepPorts' | 'takenPorts'> = {
    place: (environment) => ({ environment, seat: 0, ports: ports.get(environment) ?? {} }),
    keepPorts: (environment, held) => void ports.set(environment, held),
    takenPorts: () => new Set([...ports.values()].flatMap((each) => Object.values(each))),
  }
  let led: Readonly<Record<number, string>> = {}
  const places = placesIn(kept as Kept, {
    hold: async (paths) => {
      led = paths
      return Object.keys(paths).map(Number)
    },
  })
  const [one, two] = await Promise.all([places.open('one', ['http']), places.open('two', ['http'])])
  expect(one).not.toEqual(two)
  expect(led).toEqual({ [one?.http ?? 0]: 'in/of/one/http', [two?.http ?? 0]: 'in/of/two/http' })
})

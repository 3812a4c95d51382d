import { expect, test } from 'vitest'
import type { Due } from './rollups.ts'
import type { Swept } from './sweep-telemetry.ts'
import { deploymentsMax, sweepWritten } from './sweep-written.ts'

const told = { environmentId: 'e', projectId: 'p', organisationId: 'o', operation: 'Note.list', style: 'rest' }
const rowOf = (deploymentId: string): Due['metrics'][number] => ({
  ...{ ...told, deploymentId, id: deploymentId, every: 'hour', at: '', writer: 'w' },
  ...{ calls: 1, refused: 0, failed: 0, ms: 1, durations: [] },
})
const service = {} as Swept // None of it is asked: what sweeps here is the test's.

test('each deployment that was written since the last sweep is swept, once', async () => {
  const swept: (readonly string[])[] = []
  const written = sweepWritten(async (_, deployments) => void swept.push(deployments))
  written.note({ metrics: [rowOf('a'), rowOf('b')], spans: [] })
  written.note({ metrics: [rowOf('a')], spans: [] })
  await written.sweep(service)
  await written.sweep(service)
  written.note({ metrics: [rowOf('b')], spans: [] })
  await written.sweep(service)
  expect(swept).toEqual([['a', 'b'], [], ['b']])
})

test('of very many deployments so many are remembered until they are swept, those that were written last', async () => {
  let swept: readonly string[] = []
  const written = sweepWritten(async (_, deployments) => {
    swept = deployments
  })
  for (let from = 0; from < 5 * deploymentsMax; from += 1000)
    written.note({ metrics: Array.from({ length: 1000 }, (_, at) => rowOf(`${from + at}`)), spans: [] })
  await written.sweep(service)
  expect([swept.length, swept.at(-1)]).toEqual([deploymentsMax, `${5 * deploymentsMax - 1}`])
})

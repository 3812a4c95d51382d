import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPlatform } from '../open-platform.ts'
import { type Desk, openDesk } from '../testing/desk.ts'
import { sweepTelemetry } from './sweep-telemetry.ts'
import {
  awayFromTheHour,
  metricsOf,
  type Pushing,
  pointOf,
  pushed,
  spanOf,
  toldIn,
  tracesOf,
} from './testing/pushes.ts'

let desk: Desk
let to: Pushing & { readonly id: string; readonly environment: string }
beforeAll(async () => {
  desk = await openDesk()
  awayFromTheHour(desk)
}, 60_000)
afterAll(() => desk.close())

const deploy = async (): Promise<void> => {
  const environment = await desk.environment('kept', { approvals: 0 })
  const { id } = await desk.deploy(await desk.release('Notes'), environment)
  await desk.reaches(id, 'healthy')
  const told = desk.rolledOut.find((each) => each.id === id)
  if (!told) throw new Error('It was not rolled out.')
  to = { id, environment, ...toldIn(told) }
}

const rowsOf = async (entity: string, query = ''): Promise<number> =>
  (await desk.olga(`GET ${entity}?filter[deploymentId]=${to.id}&limit=100${query}`)).body.items.length

test('what was written is there after a crash, is not counted twice, and the service pushes on without being told anew', async () => {
  await deploy()
  await pushed(to, 'v1/metrics', metricsOf([pointOf('Note.list')]))
  await desk.platform.telemetry.flush()
  await pushed(to, 'v1/metrics', metricsOf([pointOf('Note.list')]))
  // As the files are now, so a crash leaves them.
  const folder = mkdtempSync(join(tmpdir(), 'charter-crashed-'))
  cpSync(desk.folder, folder, { recursive: true })
  await desk.close()
  const target = {
    rollOut: async () => ({ address: 'http://127.0.0.1:1' }),
    stop: async () => {},
    running: async () => [to.id],
  }
  const again = await openPlatform({ folder, env: { CHARTER_MODE: 'development', PORT: '0' }, target })
  try {
    // biome-ignore lint/suspicious/noExplicitAny: what is asked of it says each line.
    const ask = async (path: string, body?: object): Promise<any> => {
      const authorization = `Bearer ${await again.service.development?.token([], { sub: 'olga' })}`
      const headers = { authorization, 'content-type': 'application/json' }
      const response = await fetch(
        `${again.url}/api/v1/${path}`,
        body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
      )
      return response.json()
    }
    const calls = async (): Promise<number> => {
      const [from, until] = [Date.now() - 3_600_000, Date.now() + 60_000].map((ms) => new Date(ms).toISOString())
      const { operations } = await ask(`environments/${to.environment}/traffic-of`, { from, to: until })
      return operations[0].calls
    }
    expect(await calls()).toBe(2)
    await pushed(to, 'v1/metrics', metricsOf([pointOf('Note.list')]))
    await again.telemetry.flush()
    await pushed(to, 'v1/metrics', metricsOf([pointOf('Note.list')]))
    await again.telemetry.flush()
    expect(await calls()).toBe(6)
    const { items } = await ask('metrics?filter[every]=hour')
    expect(new Set(items.map(({ writer }: { writer: string }) => writer)).size).toBe(2)
  } finally {
    await again.close()
    rmSync(folder, { recursive: true })
    desk = await openDesk()
  }
}, 60_000)

const minutes = '&filter[every]=minute'
const hours = '&filter[every]=hour'
const dayMs = 86_400_000

test('minutes are kept for a day, spans for seven, hours for thirty, and of one deployment so many at most, the newest', async () => {
  await deploy()
  const { service, telemetry } = desk.platform
  await pushed(to, 'v1/metrics', metricsOf([pointOf('Note.list'), pointOf('Note.read')]))
  await pushed(
    to,
    'v1/traces',
    tracesOf([1, 2, 3].map((at) => spanOf(at, { startTimeUnixNano: `${Date.now() - at * 1000}000000` }))),
  )
  await telemetry.flush()
  await sweepTelemetry(service, [to.id])
  expect([await rowsOf('metrics', minutes), await rowsOf('metrics', hours), await rowsOf('spans')]).toEqual([2, 2, 3])
  await sweepTelemetry(service, [to.id], { Metric: 4, Span: 2 })
  expect((await desk.olga(`GET spans?filter[deploymentId]=${to.id}&sort=ms`)).body.items).toMatchObject([
    { ms: 1001 },
    { ms: 2002 },
  ])
  desk.later(dayMs + 60_000)
  await sweepTelemetry(service, [to.id])
  expect([await rowsOf('metrics', minutes), await rowsOf('metrics', hours), await rowsOf('spans')]).toEqual([0, 2, 2])
  desk.later(6 * dayMs)
  await sweepTelemetry(service, [])
  expect([await rowsOf('metrics', hours), await rowsOf('spans')]).toEqual([2, 0])
  desk.later(24 * dayMs)
  await sweepTelemetry(service, [])
  expect(await rowsOf('metrics')).toBe(0)
}, 60_000)

import type { Principal } from '@charter/runtime'
import type { JobBody, JobContext } from '@charter/runtime/service'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bodyOf, call, type Opened, open } from './testing/clinic.ts'
import { priceDesk } from './testing/price-desk.ts'

const ann: Principal = { id: 'ann', roles: ['clerk'], attributes: {}, credential: 'jwt' }

/** What a body may say of its run: the same on every database. */
let opened: Opened
let work: (context: JobContext) => Promise<unknown>
beforeEach(async () => {
  const importPrices: JobBody = async (_, context) => (await work(context)) as never
  opened = await open({
    text: priceDesk('sqlite'),
    operations: { importPrices, raisePrice: async () => null } as never,
    onBug: (error) => {
      throw error
    },
  })
})
afterEach(() => opened.close())

const ran = async () => {
  const { id } = bodyOf(await opened.service.execute(call('importPrices', ann, { value: { from: 'list' } })))
  return vi.waitFor(
    async () => {
      const key = { id: String(id) }
      const row = bodyOf(await opened.service.execute(call('ImportPricesJob.read', ann, { key })))
      if (row.endedAt === null) throw new Error(JSON.stringify(row))
      return row
    },
    { timeout: 20_000, interval: 20 },
  )
}

const thrownBy = (work: () => unknown): string => {
  try {
    work()
    return ''
  } catch (error) {
    return String(error)
  }
}

test('progress is a part of a hundred', async () => {
  const said: string[] = []
  work = async ({ progress }) => {
    for (const percent of [-1, 100.5, Number.NaN]) said.push(thrownBy(() => progress(percent)))
    for (const percent of [0, 100]) progress(percent)
    return { kept: 0 }
  }
  expect(await ran()).toMatchObject({ state: 'done', percent: 100 })
  expect(said).toEqual(Array(3).fill('RangeError: progress is from 0 to 100'))
})

test('a run is put off for a year at most', async () => {
  const said: string[] = []
  work = async ({ retry, attempt }) => {
    if (attempt > 1) return { kept: attempt }
    for (const afterMs of [-1, 31_536_000_001, Number.NaN]) said.push(thrownBy(() => retry('later', { afterMs })))
    expect(thrownBy(() => retry('later', { afterMs: 31_536_000_000 }))).toBe('RetryLater: later')
    return retry('now', { afterMs: 0 })
  }
  expect(await ran()).toMatchObject({ state: 'done', attempts: 2, result: { kept: 2 } })
  expect(said).toEqual(Array(3).fill('RangeError: a run is begun again after 0 to 31,536,000,000 ms, a year'))
})

test('a step has a name that can be kept, and gives no more than can be', async () => {
  const said: string[] = []
  work = async ({ step }) => {
    const tried = async (name: string, value: unknown = null) =>
      said.push(await step(name, async () => value as never).then(String, (error: unknown) => String(error)))
    for (const name of ['', 'x'.repeat(201), 'a\0b', '\ud800']) await tried(name)
    await tried('\u{1f600}'.repeat(200))
    await tried('large', 'x'.repeat(1_048_577))
    return { kept: 0 }
  }
  expect(await ran()).toMatchObject({ state: 'done' })
  const named = 'RangeError: a step has a name of 1 to 200 code points, and no NUL'
  expect(said).toEqual([named, named, named, named, 'null', expect.stringContaining('1')])
})

test('a line is no longer than one, and nothing is none', async () => {
  work = async ({ tell }) => {
    tell('\0')
    tell('\u{1f600}'.repeat(5000))
    return { kept: 0 }
  }
  const { lines } = await ran()
  expect(lines).toHaveLength(1)
  expect([...String((lines as string[])[0])].length).toBeLessThan(5000)
})

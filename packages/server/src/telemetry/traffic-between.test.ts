import { expect, test } from 'vitest'
import { trafficBetween } from './traffic-between.ts'

type Rows = Parameters<typeof trafficBetween>[0]
type Asked = { readonly where: { readonly at: { readonly ge: string; readonly lt: string } }; readonly limit: number }

const minuteMs = 60_000

test('of more rows than are read at once each is counted once, and none of the time at which it ends', async () => {
  const named = { operation: 'Note.list', style: 'rest', calls: 1, refused: 0, failed: 0, ms: 1, durations: [1] }
  const rows = Array.from({ length: 11 * 1500 }, (_, row) => ({
    ...named,
    at: new Date(Math.floor(row / 1500) * minuteMs).toISOString(),
  }))
  const list = async (_entity: string, { where, limit }: Asked) =>
    rows.filter(({ at }) => at >= where.at.ge && at < where.at.lt).slice(0, limit)
  const found = await trafficBetween({ list } as unknown as Rows, {
    environmentId: 'e',
    deploymentId: null,
    fromMs: 0,
    toMs: 10 * minuteMs,
    nowMs: 10 * minuteMs,
  })
  expect(found.operations).toMatchObject([{ operation: 'Note.list', calls: 15_000, meanMs: 1 }])
})

test.each([
  ['an hour ago', 1, 'minute'],
  ['two days ago, when minutes are gone', 48, 'hour'],
])('of %s it is of what is kept of it', async (_, hoursAgo, every) => {
  const nowMs = 100 * 3_600_000
  const toMs = nowMs - hoursAgo * 3_600_000
  const asked: string[] = []
  const list = async (_entity: string, { where }: { readonly where: { readonly every: string } }) => {
    asked.push(where.every)
    return []
  }
  await trafficBetween({ list } as unknown as Rows, {
    environmentId: 'e',
    deploymentId: null,
    fromMs: toMs - 3_600_000,
    toMs,
    nowMs,
  })
  expect(asked).toEqual([every])
})

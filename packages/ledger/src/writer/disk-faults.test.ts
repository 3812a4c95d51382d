import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openLedger, rebuildTiles, verifyLedger } from '../index.ts'
import { fillingDisk } from '../testing/filling-disk.ts'
import { appendAll, newFolder, origin, record, records, testLedger } from '../testing/ledger.ts'

const lastSegment = async (folder: string): Promise<string> => {
  const names = (await readdir(join(folder, 'segments'))).sort()
  return join(folder, 'segments', names.at(-1) ?? '')
}

it('a full disk: calls are refused, and said; nothing of them is recorded, and they can be sent again', async () => {
  const { open, alarms, folder } = await testLedger()
  const { disk, openFile } = fillingDisk()
  const ledger = await open({ openFile })
  await appendAll(ledger, records(1, 10))
  disk.isFull = true
  const refused = await Promise.allSettled(records(11, 20).map((one) => ledger.append(one)))
  for (const outcome of refused)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { problem: { code: 'unavailable' } } })
  expect(alarms.map(({ kind }) => kind)).toEqual(['disk'])
  expect(alarms[0]?.sentence).toMatch(/no space left on device/)
  disk.isFull = false
  await appendAll(ledger, records(11, 20))
  await ledger.close()
  const verdict = await verifyLedger(folder, { key: ledger.key })
  expect(verdict).toMatchObject({ isWhole: true, size: 21, faults: [] })
})

it('a full disk: by policy, calls are held until it takes them, in order, once', async () => {
  const { open, alarms, folder } = await testLedger()
  const { disk, openFile } = fillingDisk()
  const ledger = await open({ openFile, whenDiskFails: 'hold', limits: { retryMs: 1 } })
  disk.isFull = true
  const held = records(1, 10).map((one) => ledger.append(one))
  while (disk.refused < 3) await new Promise(setImmediate)
  disk.isFull = false
  const places = await Promise.all(held)
  expect(places.map(({ index }) => index)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(alarms.some(({ kind }) => kind === 'disk')).toBe(true)
  await ledger.close()
  expect(await verifyLedger(folder, { key: ledger.key })).toMatchObject({ isWhole: true, size: 11 })
})

it('a full queue refuses, says so once, and takes records again when the disk has caught up', async () => {
  const { open, alarms, folder } = await testLedger()
  const ledger = await open({ limits: { queueEntriesMax: 5 } })
  const outcomes = await Promise.allSettled(records(1, 8).map((one) => ledger.append(one)))
  expect(outcomes.map(({ status }) => status)).toEqual([
    ...Array<string>(5).fill('fulfilled'),
    ...Array<string>(3).fill('rejected'),
  ])
  expect(alarms.filter(({ kind }) => kind === 'queue-full')).toHaveLength(1)
  for (const one of records(6, 8)) await ledger.append(one)
  await ledger.close()
  expect(await verifyLedger(folder, { key: ledger.key })).toMatchObject({ isWhole: true, size: 9 })
  expect(alarms.some(({ kind }) => kind === 'gap')).toBe(false)
})

it('a write torn at any byte costs nothing that was acknowledged, and is set aside with an alarm', async () => {
  const { open, alarms, folder, key } = await testLedger()
  const first = await open()
  await appendAll(first, records(1, 5))
  await first.close()
  const before = join(await newFolder(), 'before')
  await cp(folder, before, { recursive: true })
  const whole = await readFile(await lastSegment(folder))
  const second = await open()
  const opened = (await readFile(await lastSegment(folder))).length
  await appendAll(second, records(6, 8))
  await second.close()
  const longer = await readFile(await lastSegment(folder))
  for (let length = opened + 1; length < longer.length; length += 97) {
    const torn = join(await newFolder(), 'torn')
    await cp(before, torn, { recursive: true })
    await writeFile(await lastSegment(torn), longer.subarray(0, length))
    alarms.length = 0
    const again = await openLedger({ folder: torn, origin, key, onAlarm: (alarm) => alarms.push(alarm) })
    await again.close()
    expect((await verifyLedger(torn, { key: again.key })).faults).toEqual([])
    expect(alarms.map(({ kind }) => kind)).toEqual(['torn-tail'])
    expect((await readFile(await lastSegment(torn))).subarray(0, opened)).toEqual(longer.subarray(0, opened))
    expect(await readdir(join(torn, 'dropped'))).toHaveLength(1)
  }
  expect(longer.length).toBeGreaterThan(whole.length)
})

it('a ledger whose signed entries were changed is not opened for writing', async () => {
  const { open, folder } = await testLedger()
  const ledger = await open()
  await appendAll(ledger, records(1, 5))
  await appendAll(ledger, records(6, 9))
  await ledger.close()
  const file = await lastSegment(folder)
  await writeFile(file, (await readFile(file, 'utf8')).replace('nurse-3', 'nurse-4'))
  await expect(open()).rejects.toMatchObject({ problem: { code: 'conflict' } })
})

it('a ledger restored from an older copy is not gone on with; a new one says why and where it goes on from', async () => {
  const { open, folder } = await testLedger()
  const ledger = await open()
  await appendAll(ledger, records(1, 5))
  const older = await readFile(await lastSegment(folder))
  await appendAll(ledger, records(6, 9))
  await ledger.close()
  await writeFile(await lastSegment(folder), older)
  await expect(open()).rejects.toThrow(/restored from an older copy/)
  const checkpoint = await readFile(join(folder, 'checkpoint'), 'utf8')
  const successor = await testLedger()
  const next = await successor.open({
    predecessor: { checkpoint, restoredSize: 6, reason: 'the disk of 3 May was lost' },
  })
  await next.append(record(7))
  await next.close()
  expect(await readFile(await lastSegment(successor.folder), 'utf8')).toMatch(/"reason":"the disk of 3 May was lost"/)
  expect((await verifyLedger(successor.folder, { key: next.key })).isWhole).toBe(true)
})

it('lost tiles are made anew from the segments', async () => {
  const { open, folder } = await testLedger()
  const limits = { segmentEntriesMax: 100 }
  const ledger = await open({ limits })
  for (let group = 0; group < 8; group++) await appendAll(ledger, records(group * 50 + 1, group * 50 + 50))
  await ledger.close()
  const tiles = (await readdir(join(folder, 'tile'), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()) // biome-ignore format: one list
  for (const { parentPath, name } of tiles) await writeFile(join(parentPath, name), '')
  expect((await verifyLedger(folder, { key: ledger.key })).faults.some(({ part }) => part === 'tile')).toBe(true)
  const again = await open({ limits })
  await again.close()
  await rebuildTiles(folder)
  expect((await verifyLedger(folder, { key: ledger.key })).faults).toEqual([])
})

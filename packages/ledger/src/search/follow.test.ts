import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { canonicalJson } from '@charter/runtime'
import { expect, it } from 'vitest'
import { openReader, openSearchIndex, type SearchIndex } from '../index.ts'
import { appendAll, newFolder, record, records, testLedger } from '../testing/ledger.ts'

const opened = async (entries: number) => {
  const { open, folder } = await testLedger()
  const ledger = await open({ limits: { segmentEntriesMax: 50 } })
  for (let at = 0; at < entries; at += 50) await appendAll(ledger, records(at + 1, Math.min(at + 50, entries)))
  await ledger.publish()
  const file = join(await newFolder(), 'index')
  const index = await openSearchIndex(file, await openReader(folder, ledger.key))
  return { ledger, folder, file, index, reader: () => openReader(folder, ledger.key) }
}

const refused = (sequence: number) => record(sequence, { entry: canonicalJson({ outcome: 'forbidden' }) })

const found = async (index: SearchIndex, order?: 'newest' | 'oldest', limit = 10): Promise<readonly number[]> =>
  (await index.search({ outcome: 'forbidden', limit, ...(order && { order }) })).map(({ entry }) => entry.sequence)

it('an index follows a ledger that grows, and reads of it what is new alone', async () => {
  const { ledger, folder, index, reader } = await opened(200)
  const segments = join(folder, 'segments')
  const [first = ''] = (await readdir(segments)).sort()
  await rename(join(segments, first), join(folder, 'aside'))
  for (const sequence of [201, 202]) await ledger.append(refused(sequence))
  await ledger.publish()
  await index.follow(await reader())
  expect(await found(index)).toEqual([201, 202])
  await rename(join(folder, 'aside'), join(segments, first))
  await appendAll(ledger, [...records(203, 350), refused(351)])
  await ledger.publish()
  await index.follow(await reader())
  expect(await found(index, 'newest')).toEqual([351, 202, 201])
  expect(index.size).toBe(ledger.size)
  await index.close()
  await ledger.close()
})

it('an index is its owner’s alone: it holds what the entries hold', async () => {
  const { ledger, file, index } = await opened(1)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  await index.close()
  await ledger.close()
})

it('newest first, a page begins where the one before it ended', async () => {
  const { ledger, index, reader } = await opened(10)
  for (let sequence = 11; sequence <= 20; sequence++) await ledger.append(refused(sequence))
  await ledger.publish()
  await index.follow(await reader())
  const first = await index.search({ outcome: 'forbidden', order: 'newest', limit: 4 })
  expect(first.map(({ entry }) => entry.sequence)).toEqual([20, 19, 18, 17])
  const after = first.at(-1)?.index ?? 0
  const second = await index.search({ outcome: 'forbidden', order: 'newest', limit: 4, after })
  expect(second.map(({ entry }) => entry.sequence)).toEqual([16, 15, 14, 13])
  await index.close()
  await ledger.close()
})

it('a search finds all there is, however many entries lie between', async () => {
  const { ledger, index, reader } = await opened(1)
  await ledger.append(refused(2))
  await appendAll(ledger, records(3, 25_000))
  await ledger.append(refused(25_001))
  await ledger.publish()
  await index.follow(await reader())
  expect([await found(index), await found(index, 'newest')]).toEqual([
    [2, 25_001],
    [25_001, 2],
  ])
  expect(await found(index, 'newest', 1)).toEqual([25_001])
  const everything = await index.search({ replica: 'clinic-1', after: 19_990, limit: 20 })
  expect(everything.map(({ index: at }) => at)).toEqual(Array.from({ length: 20 }, (_, at) => 19_991 + at))
  await index.close()
  await ledger.close()
})

it('an index that was followed opens as it was left; altered while it was closed, or never closed, it is made anew', async () => {
  const { ledger, file, index, reader } = await opened(20)
  await ledger.append(refused(21))
  await ledger.publish()
  await index.follow(await reader())
  const halfway = await readFile(file)
  await index.close()
  const again = await openSearchIndex(file, await reader())
  expect([again.isRebuilt, await found(again)]).toEqual([false, [21]])
  await again.close()
  const bytes = await readFile(file)
  for (const left of [halfway.subarray(0, halfway.length - 100), flipped(bytes)]) {
    await writeFile(file, left)
    const rebuilt = await openSearchIndex(file, await reader())
    expect([rebuilt.isRebuilt, await found(rebuilt)]).toEqual([true, [21]])
    await rebuilt.close()
  }
  const crashed = await openSearchIndex(file, await reader())
  await ledger.append(refused(22))
  await ledger.publish()
  await crashed.follow(await reader())
  const rebuilt = await openSearchIndex(file, await reader())
  expect([rebuilt.isRebuilt, await found(rebuilt)]).toEqual([true, [21, 22]])
  await rebuilt.close()
  await ledger.close()
})

const flipped = (bytes: Buffer): Buffer => {
  const altered = Buffer.from(bytes)
  const at = Math.floor(bytes.length / 3)
  altered[at] = (altered[at] ?? 0) ^ 4
  return altered
}

it('an entry whose line was changed is not given, wherever the index says that it lies', async () => {
  const { ledger, folder, index } = await opened(20)
  const [segment = ''] = await readdir(join(folder, 'segments'))
  const file = join(folder, 'segments', segment)
  await writeFile(file, (await readFile(file, 'utf8')).replace('"sequence":7}', '"sequence":8}'))
  await expect(index.prove(7)).rejects.toThrow('Entry 7 is not the one that was signed')
  expect((await index.prove(6)).entry.sequence).toBe(6)
  await expect(index.prove(4000)).rejects.toThrow(RangeError)
  await index.close()
  await ledger.close()
})

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { canonicalJson } from '@charter/runtime'
import { expect, it } from 'vitest'
import {
  exportCsv,
  exportNdjson,
  hashOfText,
  type LedgerQuery,
  leafHash,
  openReader,
  openSearchIndex,
  readCheckpoint,
  searchOnRecord,
  verifyInclusion,
} from '../index.ts'
import { appendAll, newFolder, record, testLedger } from '../testing/ledger.ts'

const filled = async () => {
  const { open, folder } = await testLedger()
  const ledger = await open({ limits: { segmentEntriesMax: 20 } })
  const all = Array.from({ length: 60 }, (_, at) =>
    record(at + 1, {
      entry: canonicalJson({
        at: `2026-11-21T10:00:${String(at).padStart(2, '0')}Z`,
        entity: at % 2 === 0 ? 'Patient' : 'Prescription',
        fields: at % 5 === 0 ? ['ssn', 'name'] : [],
        key: canonicalJson({ id: at % 10 }),
        operation: 'read',
        origin: { address: `10.0.0.${at % 3}`, requestId: String(at), style: 'rest' },
        outcome: at % 10 === 0 ? 'forbidden' : 'ok',
        principal: at === 7 ? '=cmd()' : `nurse-${at % 4}`,
        tenant: null,
      }),
    }),
  )
  for (let at = 0; at < 60; at += 20) await appendAll(ledger, all.slice(at, at + 20))
  await ledger.close()
  return { folder, open, reader: await openReader(folder, ledger.key), key: ledger.key }
}

const sequences = async (index: Awaited<ReturnType<typeof openSearchIndex>>, query: LedgerQuery) =>
  (await index.search({ replica: 'clinic-1', ...query })).map(({ entry }) => entry.sequence)

it('finds who, what, when, from where, with what outcome and which field, each with its proof', async () => {
  const { reader } = await filled()
  const index = await openSearchIndex(join(await newFolder(), 'index'), reader)
  expect(await sequences(index, { principal: 'nurse-3', entity: 'Prescription', limit: 3 })).toEqual([4, 12, 16])
  expect(await sequences(index, { outcome: 'forbidden' })).toEqual([1, 11, 21, 31, 41, 51])
  expect(await sequences(index, { from: '2026-11-21T10:00:10Z', until: '2026-11-21T10:00:13Z' })).toEqual([11, 12, 13])
  expect(await sequences(index, { address: '10.0.0.1', field: 'ssn' })).toEqual([11, 26, 41, 56])
  const [found] = await index.search({ key: '{"id":3}' })
  const { size, root } = reader.checkpoint
  expect(found && verifyInclusion({ ...found, size, root, leaf: leafHash(found.line) })).toBe(true)
  await index.close()
})

it('an index of which any byte was changed is made anew from the segments', async () => {
  const { reader } = await filled()
  const file = join(await newFolder(), 'index')
  await (await openSearchIndex(file, reader)).close()
  const kept = await openSearchIndex(file, reader)
  expect(kept.isRebuilt).toBe(false)
  await kept.close()
  const bytes = await readFile(file)
  for (const at of [0, 100, Math.floor(bytes.length / 2), bytes.length - 1]) {
    const altered = Buffer.from(bytes)
    altered[at] = (altered[at] ?? 0) ^ 1
    await writeFile(file, altered)
    const index = await openSearchIndex(file, reader)
    expect(index.isRebuilt).toBe(true)
    expect(await sequences(index, { outcome: 'forbidden' })).toEqual([1, 11, 21, 31, 41, 51])
    await index.close()
  }
})

it('an index is brought up to what was published since', async () => {
  const { reader, open, folder, key } = await filled()
  const file = join(await newFolder(), 'index')
  await (await openSearchIndex(file, reader)).close()
  const ledger = await open()
  await ledger.append(record(61, { entry: '{"outcome":"forbidden"}' }))
  await ledger.close()
  const index = await openSearchIndex(file, await openReader(folder, key))
  expect(index.isRebuilt).toBe(false)
  expect(await sequences(index, { outcome: 'forbidden', after: 50 })).toEqual([51, 61])
  await index.close()
})

it('times sort as times, with and without fractions of a second', async () => {
  const { open, folder } = await testLedger()
  const ledger = await open()
  for (const [at, second] of ['00Z', '00.5Z', '01Z'].entries())
    await ledger.append(record(at + 1, { entry: canonicalJson({ at: `2026-11-21T10:00:${second}` }) }))
  await ledger.close()
  const index = await openSearchIndex(join(await newFolder(), 'index'), await openReader(folder, ledger.key))
  const [from, until] = ['2026-11-21T10:00:00Z', '2026-11-21T10:00:01Z']
  expect(await sequences(index, { from, until })).toEqual([1, 2])
  await index.close()
})

it('who searched for what is on record before anything is given', async () => {
  const { reader, open, folder, key } = await filled()
  const index = await openSearchIndex(join(await newFolder(), 'index'), reader)
  const ledger = await open()
  expect(await searchOnRecord(ledger, index, 'auditor-1', { outcome: 'forbidden' })).toHaveLength(6)
  await index.close()
  await ledger.close()
  const again = await openSearchIndex(join(await newFolder(), 'index'), await openReader(folder, key))
  const [read] = await again.search({ operation: 'read', principal: 'auditor-1' })
  expect(read?.entry.entry).toEqual({
    event: 'read',
    principal: 'auditor-1',
    query: { outcome: 'forbidden' },
    what: 'entries',
  })
  await again.close()
})

it('every exported line proves itself, and a spreadsheet runs nothing of it', async () => {
  const { reader, key } = await filled()
  let count = 0
  for await (const text of exportNdjson(reader, { from: 5, until: 15 })) {
    const { checkpoint, index, line, proof } = JSON.parse(text)
    const read = readCheckpoint(checkpoint, key)
    if (typeof read === 'string') throw new Error(read)
    const hashes = proof.map((hash: string) => hashOfText(hash))
    expect(verifyInclusion({ ...read, index, leaf: leafHash(line), proof: hashes })).toBe(true)
    count++
  }
  expect(count).toBe(10)
  const rows: string[] = []
  for await (const row of exportCsv(reader)) rows.push(row)
  expect(rows[0]).toBe('index,receivedAt,replica,epoch,sequence,at,principal,operation,entity,key,outcome,entry\r\n')
  expect(rows).toHaveLength(reader.checkpoint.size + 1)
  expect(rows.join('')).toContain(`,'=cmd(),`)
})

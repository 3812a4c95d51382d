import { hash } from 'node:crypto'
import { expect, it } from 'vitest'
import { exportParquet, openReader } from '../index.ts'
import { appendAll, records, testLedger } from '../testing/ledger.ts'
import { type ParquetRow, parquet } from './parquet.ts'

const collected = async (pieces: AsyncIterable<Buffer>): Promise<Buffer> => {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

async function* table(): AsyncGenerator<ParquetRow> {
  for (let at = 0; at < 10_020; at++) yield [at, at % 3 === 0 ? null : `é ${at % 10}`, at % 7 === 0 ? '' : 'x']
}

it('a table is the file that pyarrow 26.0.1 read back as it was given', async () => {
  const columns = [
    { name: 'index', type: 'integer' },
    { name: 'sometimes', type: 'text' },
    { name: 'always', type: 'text' },
  ] as const
  const bytes = await collected(parquet(columns, table()))
  expect(hash('sha256', bytes)).toBe('a8d4c5bc6b85e81c950c56a9c4a10e2ed35f3a3600e76f8d986bb74cc9858567')
})

it('a ledger is exported as Parquet, every entry once', async () => {
  const { open, folder } = await testLedger()
  const ledger = await open()
  await appendAll(ledger, records(1, 9))
  await ledger.close()
  const bytes = await collected(exportParquet(await openReader(folder, ledger.key)))
  expect(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', bytes.length - 4)).toBe('PAR1PAR1')
  for (let sequence = 1; sequence <= 9; sequence++)
    expect(bytes.toString('latin1').split(`00000000000${sequence}"`)).toHaveLength(2)
})

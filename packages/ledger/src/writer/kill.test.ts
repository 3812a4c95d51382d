import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { openReader, verifyLedger } from '../index.ts'
import { testLedger } from '../testing/ledger.ts'

const script = fileURLToPath(new URL('../testing/append-forever.ts', import.meta.url))

/** Kills the writer as soon as it has acknowledged `most` more; gives the highest sequence without a gap below it. */
const killAfter = async (folder: string, pem: string, acknowledged: Set<number>, most: number): Promise<void> => {
  let from = 1
  while (acknowledged.has(from)) from++
  const writer = spawn(process.execPath, [script, folder, pem, String(from)], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  let count = 0
  writer.stdout.on('data', (data: Buffer) => {
    text += data.toString()
    count += data.toString().split('\n').length - 1
    if (count >= most) writer.kill('SIGKILL')
  })
  await once(writer, 'close')
  for (const line of text.split('\n').slice(0, -1)) acknowledged.add(Number(line))
}

const kills = Number(process.env.LEDGER_KILLS ?? 10)

it(`what was acknowledged is there after kill -9 during append, ${kills} times, once, and the ledger is whole`, async () => {
  const { folder, key, open } = await testLedger()
  const pem = key.export({ type: 'pkcs8', format: 'pem' }).toString()
  const acknowledged = new Set<number>()
  for (let kill = 0; kill < kills; kill++) await killAfter(folder, pem, acknowledged, 20 + ((kill * 37) % 300))
  const ledger = await open({ takeOver: true })
  await ledger.close()
  const verdict = await verifyLedger(folder, { key: ledger.key })
  expect(verdict.faults).toEqual([])
  const reader = await openReader(folder, ledger.key)
  const held: number[] = []
  for await (const { record } of reader.entries()) if (record.replica === 'clinic-1') held.push(record.sequence)
  expect(new Set(held).size).toBe(held.length)
  const missing = [...acknowledged].filter((sequence) => !held.includes(sequence))
  expect(missing).toEqual([])
  expect(acknowledged.size).toBeGreaterThan(kills * 19)
}, 900_000)

// One writer in a process of its own: so many producers append so many entries. Prints what it saw as one line of JSON.
import { generateKeyPairSync } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { createHistogram } from 'node:perf_hooks'
import { noteKeyText, openLedger } from '@charter/ledger'
import { entryOf } from './entry.ts'

const [folder = '', producersText = '', entriesText = ''] = process.argv.slice(2)
const producers = Number(producersText)
const entries = Number(entriesText)

/** What this disk takes to make as much durable as a commit is, in ms. */
const fsyncs = async (): Promise<number[]> => {
  const handle = await open(join(folder, '..', 'fsync'), 'w')
  const bytes = Buffer.alloc(Math.min(producers, 2048) * 420, 65)
  const tookMs: number[] = []
  for (let at = 0; at < 150; at++) {
    const start = performance.now()
    await handle.write(bytes)
    await handle.datasync()
    tookMs.push(performance.now() - start)
  }
  await handle.close()
  return tookMs
}

const before = await fsyncs()
const alarms: string[] = []
const key = generateKeyPairSync('ed25519').privateKey
const ledger = await openLedger({ folder, origin: 'bench.example/ledger', key, onAlarm: ({ sentence }) => alarms.push(sentence) }) // biome-ignore format: one call
const latency = createHistogram()
const warmUp = Math.min(entries, 20_000)
const sequences = new Map<string, number>()
let next = 0
/** A ledger runs for months: what it takes to get going is not what its callers wait for. */
let last = warmUp
const produce = async (replica: string): Promise<void> => {
  for (let sequence = sequences.get(replica) ?? 1; next < last; sequence++) {
    sequences.set(replica, sequence + 1)
    const entry = entryOf(next++)
    const start = performance.now()
    await ledger.append({ replica, epoch: 1, sequence, entry })
    latency.record(Math.max(1, Math.round((performance.now() - start) * 1e3)))
  }
}
const run = () => Promise.all(Array.from({ length: producers }, (_, at) => produce(`replica-${at}`)))
await run()
latency.reset()
last += entries
const cpu = process.cpuUsage()
const start = performance.now()
await run()
const seconds = (performance.now() - start) / 1e3
const { user, system } = process.cpuUsage(cpu)
const rssMiB = process.resourceUsage().maxRSS / 1024
await ledger.close()
const fsync = [...before, ...(await fsyncs())].sort((a, b) => a - b)
console.log(
  JSON.stringify({
    alarms,
    key: noteKeyText(ledger.key),
    perSecond: entries / seconds,
    cpuMicros: (user + system) / entries,
    p50Ms: latency.percentile(50) / 1e3,
    p99Ms: latency.percentile(99) / 1e3,
    fsyncP50Ms: fsync[Math.floor(fsync.length * 0.5)],
    fsyncP99Ms: fsync[Math.floor(fsync.length * 0.99)],
    rssMiB,
  }),
)

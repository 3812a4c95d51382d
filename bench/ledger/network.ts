// A ledger's server in a process of its own, to which replicas in another process send logs that are written already.
// Prints what it saw as one line of JSON.
import { execFile } from 'node:child_process'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openLedger } from '@charter/ledger'
import { openReplicaLog } from '@charter/runtime/service'
import { replicaRoutes } from '../../packages/ledger/src/serve/replica-routes.ts'
import { serveLedger } from '../../packages/ledger/src/serve/serve-ledger.ts'
import { entryOf } from './entry.ts'

const [folder = '', replicasText = '', entriesText = ''] = process.argv.slice(2)
const names = Array.from({ length: Number(replicasText) }, (_, at) => `replica-${at}`)
const entriesEach = Math.ceil(Number(entriesText) / names.length)
/** What a busy replica writes between two flushes. */
const perSeal = 500

const origin = 'bench.example/ledger'
const logs = `${folder}-logs`
await mkdir(logs, { recursive: true })
const replicas = new Map(
  await Promise.all(
    names.map(async (replica) => {
      const key = generateKeyPairSync('ed25519').privateKey
      await writeFile(join(logs, `${replica}.pem`), key.export({ type: 'pkcs8', format: 'pem' }))
      const log = await openReplicaLog({ folder: logs, replica, key, now: () => '2026-11-21T10:00:00Z' })
      for (let at = 0; at < entriesEach; at += perSeal)
        await log.append(Array.from({ length: Math.min(perSeal, entriesEach - at) }, (_, n) => entryOf(at + n)))
      await log.close()
      return [replica, createPublicKey(key)] as const
    }),
  ),
)

const alarms: string[] = []
const ledger = await openLedger({ folder, origin, key: generateKeyPairSync('ed25519').privateKey, onAlarm: ({ sentence }) => alarms.push(sentence) }) // biome-ignore format: one call
const settings = { administrator: 'bench', replicas, readers: [], signIn: null, personal: [], keepMs: null }
const server = await serveLedger({
  ledger,
  folder,
  settings,
  witnesses: [],
  alarms: () => [],
  nowMs: Date.now,
  host: '127.0.0.1',
  port: 0,
  tls: null,
  routes: [replicaRoutes],
  onBug: (error) => {
    throw error
  },
})
const cpu = process.cpuUsage()
const sender = fileURLToPath(new URL('send.ts', import.meta.url))
const { stdout } = await promisify(execFile)(process.execPath, [sender, server.url, origin, logs, ...names])
const { user, system } = process.cpuUsage(cpu)
const entries = entriesEach * names.length
const held = names.every(
  (replica) => ledger.sources.standingOf({ replica, epoch: 1, sequence: entriesEach }) === 'held',
)
if (!held) throw new Error('the ledger does not hold what was sent')
await server.close()
await ledger.close()
console.log(
  JSON.stringify({ alarms, perSecond: entries / JSON.parse(stdout).seconds, cpuMicros: (user + system) / entries }),
)

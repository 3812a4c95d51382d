import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ProblemError } from '@charter/runtime'
import { KeyMissing, type LogKeys, openShipper, type ReplicaLog, type Shipper } from '@charter/runtime/service'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openLedger, verifyLedger } from '../index.ts'
import { cuttingProxy } from '../testing/cutting-proxy.ts'
import { entriesFrom, heldOf, origin, serveTest, testLedger, testReplica } from '../testing/served-ledger.ts'

type TestReplica = Awaited<ReturnType<typeof testReplica>>

const shipperOf = async (
  replica: TestReplica,
  log: ReplicaLog,
  url: string,
  { caFile = null, keys = null }: { readonly caFile?: string | null; readonly keys?: LogKeys | null } = {},
) => {
  const faults: string[] = []
  const shipper = await openShipper({
    config: { url, origin, caFile, spoolBytesMax: 2 ** 20 },
    folder: replica.folder,
    replica: replica.name,
    key: replica.key,
    keys,
    log,
    nowMs: Date.now,
    onFault: (error) => faults.push(String(error)),
    limits: { retryMs: 2, retryMsMax: 20, closeMs: 2000 },
  })
  onTestFinished(() => shipper.close())
  return { shipper, faults }
}

const emptied = (shipper: Shipper): Promise<void> =>
  vi.waitFor(() => expect(shipper.spool.bytes).toBe(0), { timeout: 30_000, interval: 5 })

const places = async (...of: Parameters<typeof heldOf>): Promise<readonly string[]> =>
  (await heldOf(...of)).map(({ epoch, sequence }) => `${epoch}/${sequence}`)

const upTo = (epoch: number, through: number): readonly string[] =>
  Array.from({ length: through }, (_, at) => `${epoch}/${at + 1}`)

/** Logs that earlier starts of a replica left: one whose end a crash tore, one with nothing in it, a whole one. */
const earlierLogs = async (replica: TestReplica): Promise<void> => {
  const torn = await replica.open()
  await torn.append(entriesFrom(1, 5))
  await torn.close()
  await appendFile(torn.file, `{"entry":${entriesFrom(6, 6)[0]},"sequence":6}\n{"entry":{"at":"20`)
  await (await replica.open()).close()
  const whole = await replica.open()
  await whole.append(entriesFrom(1, 3))
  await whole.append(entriesFrom(4, 4))
  await whole.close()
}

it('every sealed entry arrives once: of earlier starts first, then of the log as it grows', async () => {
  const tested = await testLedger()
  const replica = await testReplica()
  const { ledger, server, close } = await serveTest(tested, new Map([[replica.name, replica.key]]))
  await earlierLogs(replica)
  const log = await replica.open()
  const { shipper, faults } = await shipperOf(replica, log, server.url)
  for (let at = 0; at < 20; at++) {
    await log.append(entriesFrom(at * 10 + 1, at * 10 + 10))
    shipper.wake()
  }
  await emptied(shipper)
  expect(shipper.spool.heldAtMs).toBeGreaterThan(0)
  await shipper.close()
  await close()
  expect(await places(tested, ledger)).toEqual([...upTo(1, 5), ...upTo(3, 4), ...upTo(4, 200)])
  expect([faults, tested.alarms]).toEqual([[], []])
})

it('a log larger than one request is sent in several, whatever characters it holds', async () => {
  const tested = await testLedger()
  const replica = await testReplica()
  const { ledger, server, close } = await serveTest(tested, new Map([[replica.name, replica.key]]))
  const log = await replica.open()
  const pad = 'ä\u2028🜁'.repeat(2000)
  await log.append(Array.from({ length: 300 }, (_, at) => `{"number":${at},"pad":"${pad}"}`))
  expect(log.bytes).toBeGreaterThan(2 ** 22)
  const { shipper } = await shipperOf(replica, log, server.url)
  await emptied(shipper)
  await close()
  expect((await heldOf(tested, ledger)).map(({ entry }) => [entry.number, entry.pad === pad])).toEqual(
    Array.from({ length: 300 }, (_, at) => [at, true]),
  )
})

it('a log that is sealed at rest arrives as any other, after those of starts before it was; while its key cannot be had it waits', async () => {
  const tested = await testLedger()
  const replica = await testReplica()
  const { ledger, server, close } = await serveTest(tested, new Map([[replica.name, replica.key]]))
  await earlierLogs(replica)
  const made = { id: 'l1-0123456789ab', key: createSecretKey(randomBytes(32)) }
  let isDown = false
  const keys: LogKeys = {
    logKey: async () => made,
    dataKeys: async () => {
      if (isDown) throw new ProblemError({ code: 'unavailable', detail: 'The key service is down.' })
      return new Map([[made.id, made]])
    },
  }
  const before = await replica.open(undefined, keys)
  await before.append(entriesFrom(1, 7))
  await before.close()
  await appendFile(before.file, `c1.${made.id}.cutInTheMiddle`)
  const log = await replica.open(undefined, keys)
  const pad = 'ä\u2028🜁'.repeat(2000)
  await log.append(Array.from({ length: 300 }, (_, at) => `{"number":${at},"pad":"${pad}"}`))
  expect(await readFile(log.file, 'utf8')).not.toContain('number')
  isDown = true
  const { shipper, faults } = await shipperOf(replica, log, server.url, { keys })
  await vi.waitFor(() => expect(faults.join()).toContain('The key service is down.'))
  isDown = false
  await emptied(shipper)
  await shipper.close()
  await close()
  expect(await places(tested, ledger)).toEqual([...upTo(1, 5), ...upTo(3, 4), ...upTo(4, 7), ...upTo(5, 300)])
  const held = (await heldOf(tested, ledger)).filter(({ epoch }) => epoch === 5)
  expect(held.every(({ entry }, at) => entry.number === at && entry.pad === pad)).toBe(true)
  expect(tested.alarms).toEqual([])
})

it.each(['of a state that is no more', 'that somebody made up'])(
  'a log with a line under a key %s keeps none behind it from being sent, and is sent as far as it is good',
  async (whose) => {
    const tested = await testLedger()
    const replica = await testReplica()
    const { ledger, server, close } = await serveTest(tested, new Map([[replica.name, replica.key]]))
    const made = { id: 'l1-0123456789ab', key: createSecretKey(randomBytes(32)) }
    const keys = keysOf(made)
    const isForgotten = whose.startsWith('of a state')
    const before = await replica.open(undefined, isForgotten ? keysOf({ ...made, id: 'l1-ffffffffffff' }) : keys)
    await before.append(entriesFrom(1, 3))
    await before.close()
    if (!isForgotten) await appendFile(before.file, 'c1.l9-nobody.AAAA\n')
    const log = await replica.open(undefined, keys)
    await log.append(entriesFrom(1, 4))
    const { shipper, faults } = await shipperOf(replica, log, server.url, { keys })
    const sent = [...(isForgotten ? [] : upTo(1, 3)), ...upTo(2, 4)]
    await vi.waitFor(async () => expect(await places(tested, ledger)).toEqual(sent), 10_000)
    expect(faults.join()).toContain(isForgotten ? 'there is no key l1-ffffffffffff' : 'there is no key l9-nobody')
    await shipper.close()
    await close()
  },
)

/** Of a state that has one key. */
const keysOf = (made: { readonly id: string; readonly key: KeyObject }): LogKeys => ({
  logKey: async () => made,
  dataKeys: async (ids) => {
    for (const id of ids)
      if (id !== made.id)
        throw new ProblemError({
          code: 'unavailable',
          detail: 'Protected fields cannot be read.',
          cause: new KeyMissing(id),
        })
    return new Map([[made.id, made]])
  },
})

it('an answer that is lost on its way costs nothing, and records nothing twice', async () => {
  const tested = await testLedger()
  const replica = await testReplica()
  const { ledger, server, close } = await serveTest(tested, new Map([[replica.name, replica.key]]))
  let posts = 0
  const proxy = await cuttingProxy(server.url, (method) => method === 'POST' && posts++ % 2 === 0)
  const log = await replica.open()
  const { shipper, faults } = await shipperOf(replica, log, proxy.url)
  for (let at = 0; at < 6; at++) {
    await log.append(entriesFrom(at * 10 + 1, at * 10 + 10))
    shipper.wake()
    await emptied(shipper)
  }
  await shipper.close()
  await close()
  expect(proxy.cuts).toBeGreaterThan(2)
  expect(await places(tested, ledger)).toEqual(upTo(1, 60))
  expect(tested.alarms).toEqual([])
  expect(faults[0]).toMatch(/The ledger cannot be reached/)
})

it('while the ledger is away the log waits, and closing does not; all of it arrives after the next start', async () => {
  const tested = await testLedger()
  const replica = await testReplica()
  const replicas = new Map([[replica.name, replica.key]])
  const away = await serveTest(tested, replicas)
  const port = Number(new URL(away.server.url).port)
  await away.close()
  const first = await replica.open()
  const before = await shipperOf(replica, first, away.server.url)
  await first.append(entriesFrom(1, 30))
  before.shipper.wake()
  await vi.waitFor(() => expect(before.faults).toHaveLength(1))
  expect(before.shipper.spool.bytes).toBe(first.bytes)
  await first.close()
  await before.shipper.close()

  const log = await replica.open()
  const { shipper } = await shipperOf(replica, log, away.server.url)
  await log.append(entriesFrom(31, 40))
  expect(shipper.spool.bytes).toBe(first.bytes + log.bytes)
  const back = await serveTest(tested, replicas, { port })
  await emptied(shipper)
  await back.close()
  expect(await places(tested, back.ledger)).toEqual([...upTo(1, 30), ...upTo(2, 10)])
  expect(tested.alarms).toEqual([])
})

it('closing sends what is left', async () => {
  const tested = await testLedger()
  const replica = await testReplica()
  const { ledger, server, close } = await serveTest(tested, new Map([[replica.name, replica.key]]))
  const log = await replica.open()
  const { shipper } = await shipperOf(replica, log, server.url)
  await emptied(shipper)
  await log.append(entriesFrom(1, 9))
  await log.close()
  await shipper.close()
  await close()
  expect(await places(tested, ledger)).toEqual(upTo(1, 9))
})

it('what the ledger held before a start does not count as waiting, also before it answers', async () => {
  const tested = await testLedger()
  const replica = await testReplica()
  const { server, close } = await serveTest(tested, new Map([[replica.name, replica.key]]))
  const first = await replica.open()
  await first.append(entriesFrom(1, 30))
  const before = await shipperOf(replica, first, server.url)
  await emptied(before.shipper)
  await first.close()
  await before.shipper.close()
  await close()
  const log = await replica.open()
  const { shipper } = await shipperOf(replica, log, server.url)
  expect(shipper.spool.bytes).toBe(log.bytes)
})

it('a log that was altered is told of on both sides, and keeps none behind it from arriving', async () => {
  const tested = await testLedger()
  const replica = await testReplica()
  const { ledger, server, close } = await serveTest(tested, new Map([[replica.name, replica.key]]))
  const first = await replica.open()
  await first.append(entriesFrom(1, 3))
  await first.append(entriesFrom(4, 6))
  await first.close()
  await writeFile(first.file, (await readFile(first.file, 'utf8')).replace('000000000005"', '000000000055"'))
  const log = await replica.open()
  await log.append(entriesFrom(1, 4))
  const { shipper, faults } = await shipperOf(replica, log, server.url)
  await vi.waitFor(() => expect(shipper.spool.bytes).toBe(first.bytes))
  await shipper.close()
  await close()
  expect(await places(tested, ledger)).toEqual([...upTo(1, 3), ...upTo(2, 4)])
  expect(tested.alarms.map(({ kind }) => kind)).toEqual(['forged-replica'])
  expect(faults).toEqual([expect.stringMatching(/000001\.log is not sent: The ledger answered 422/)])
})

it('a log whose file is gone is missed by the ledger, and one made anew in the place of another is not taken for it', async () => {
  const tested = await testLedger()
  const replica = await testReplica()
  const { server } = await serveTest(tested, new Map([[replica.name, replica.key]]))
  const logs = [await replica.open(), await replica.open(), await replica.open()]
  for (const log of logs) await log.append(entriesFrom(1, 2))
  await rm(logs[1]?.file ?? '')
  const { shipper } = await shipperOf(replica, logs[2] as ReplicaLog, server.url)
  await emptied(shipper)
  expect(tested.alarms).toMatchObject([{ kind: 'gap', details: { expected: 2, got: 3 } }])

  const anew = await testReplica(replica.name, replica.key)
  const log = await anew.open(() => '2026-11-22T10:00:00Z')
  await log.append(entriesFrom(1, 1))
  const other = await shipperOf(anew, log, server.url)
  await vi.waitFor(() => expect(other.faults[0]).toMatch(/A replica whose files were lost goes on under a new name/))
  expect(tested.alarms[1]?.kind).toBe('forged-replica')
  expect(other.shipper.spool.bytes).toBe(log.bytes)
})

it('a replica whose key is not registered goes on asking, and sends once it is', async () => {
  const tested = await testLedger()
  const replica = await testReplica()
  const without = await serveTest(tested, new Map())
  const port = Number(new URL(without.server.url).port)
  const log = await replica.open()
  await log.append(entriesFrom(1, 5))
  const { shipper, faults } = await shipperOf(replica, log, without.server.url)
  await vi.waitFor(() => expect(faults[0]).toMatch(/answered 401: .* Register its public key/))
  await without.close()
  const { ledger, close } = await serveTest(tested, new Map([[replica.name, replica.key]]), { port })
  await emptied(shipper)
  await close()
  expect(await places(tested, ledger)).toEqual(upTo(1, 5))
})

it('over TLS only a ledger whose certificate is trusted is sent anything', async () => {
  const tested = await testLedger()
  const replica = await testReplica()
  const [certificateFile, keyFile] = [join(replica.folder, 'cert.pem'), join(replica.folder, 'key.pem')]
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', keyFile]
  const name = ['-subj', '/CN=ledger', '-addext', 'subjectAltName=IP:127.0.0.1']
  execFileSync('openssl', ['req', '-x509', ...key, '-out', certificateFile, '-days', '2', ...name], { stdio: 'ignore' })
  const tls = { certificateFile, keyFile, versionMin: 'TLSv1.3' } as const
  const { ledger, server, close } = await serveTest(tested, new Map([[replica.name, replica.key]]), { tls })
  const log = await replica.open()
  await log.append(entriesFrom(1, 5))
  const distrusting = await shipperOf(replica, log, server.url)
  await vi.waitFor(() => expect(distrusting.faults[0]).toMatch(/cannot be reached: DEPTH_ZERO_SELF_SIGNED_CERT/))
  await distrusting.shipper.close()
  expect(await places(tested, ledger)).toEqual([])
  const trusting = await shipperOf(replica, log, server.url, { caFile: certificateFile })
  await emptied(trusting.shipper)
  await trusting.shipper.close()
  await close()
  expect(await places(tested, ledger)).toEqual(upTo(1, 5))
})

const script = fileURLToPath(new URL('../testing/serve-forever.ts', import.meta.url))
const kills = Number(process.env.LEDGER_KILLS ?? 5)

it(`a ledger that is killed while it takes logs has every entry once when it is back, ${kills} times`, async () => {
  const tested = await testLedger()
  const replica = await testReplica()
  const pem = (key: typeof replica.key): string => key.export({ type: 'pkcs8', format: 'pem' }).toString()
  const start = async (port: string): Promise<{ readonly child: ChildProcess; readonly url: string }> => {
    const words = [script, tested.folder, pem(tested.key), replica.name, pem(replica.key), port]
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => {
      child.kill('SIGKILL')
    })
    const [said] = (await once(child.stdout, 'data')) as [Buffer]
    return { child, url: said.toString().trim() }
  }
  let { child, url } = await start('0')
  const log = await replica.open()
  const { shipper } = await shipperOf(replica, log, url)
  let written = 0
  for (let kill = 0; kill < kills; kill++) {
    for (let part = 0; part < 20; part++) {
      await log.append(entriesFrom(written + 1, written + 400))
      written += 400
    }
    const waiting = shipper.spool.bytes
    shipper.wake()
    await vi.waitFor(() => expect(shipper.spool.bytes).toBeLessThan(waiting), { timeout: 30_000, interval: 1 })
    const closed = once(child, 'close')
    child.kill('SIGKILL')
    await closed
    child = (await start(new URL(url).port)).child
  }
  await emptied(shipper)
  await shipper.close()
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
  const ledger = await openLedger({ folder: tested.folder, origin, key: tested.key, takeOver: true })
  await ledger.close()
  expect(await places(tested, ledger)).toEqual(upTo(1, written))
  expect(await verifyLedger(tested.folder, { key: ledger.key })).toMatchObject({ isWhole: true, faults: [] })
}, 360_000)

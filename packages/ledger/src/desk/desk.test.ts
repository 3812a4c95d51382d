import { createPublicKey } from 'node:crypto'
import { chmod, cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { openReplicaLog } from '@charter/runtime/service'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fileWitness, openReader, verifyLedger } from '../index.ts'
import { controlSocket } from '../serve/control-routes.ts'
import { runLedger } from '../serve/run-ledger.ts'
import { addReplica } from '../settings/edit-settings.ts'
import { initLedger } from '../settings/init-ledger.ts'
import { keyFile, ledgerKey, readSettings, settingsFile } from '../settings/read-settings.ts'
import { newFolder, newKey } from '../testing/ledger.ts'
import { sourceJson } from '../testing/source-json.ts'
import { openDesk } from './open-desk.ts'
import { openOwnLedger } from './open-own-ledger.ts'
import { isServed } from './remote-desk.ts'

const principal = 'operator'

/** A ledger with twenty entries of a replica, in whose log they are. */
const filledLedger = async (isServing: boolean) => {
  const folder = join(await newFolder(), 'ledger')
  await initLedger({ folder, origin: 'clinic.example/ledger', administrator: 'operations' })
  const key = newKey()
  const outside = await newFolder()
  const publicKeyFile = join(outside, 'audit.pub.pem')
  await writeFile(publicKeyFile, createPublicKey(key).export({ type: 'spki', format: 'pem' }))
  const log = await openReplicaLog({ folder: outside, replica: 'clinic-1', key, now: () => '2026-11-21T10:00:00Z' })
  await log.append(Array.from({ length: 20 }, (_, at) => sourceJson(at + 1)))
  await log.close()
  if (isServing) {
    const server = await runLedger({
      folder,
      host: '127.0.0.1',
      port: 0,
      tls: null,
      onAlarm: () => {},
      onBug: () => {},
    })
    onTestFinished(server.close)
  }
  const opened = await openDesk({ folder })
  onTestFinished(opened.close)
  await addReplica(folder, 'clinic-1', publicKeyFile)
  await opened.desk.recordChange({ principal, change: 'replica clinic-1 added' })
  return { ...opened, folder, log: log.file }
}

const eventsIn = async (folder: string): Promise<readonly string[]> => {
  const reader = await openReader(folder, ledgerKey(await readSettings(folder)))
  const events: string[] = []
  for await (const { record } of reader.entries())
    if (record.replica === 'ledger') events.push(String(record.entry.event))
  return events
}

describe.each([
  ['in this process', false],
  ['through the socket of the process that serves it', true],
])('a ledger that is asked %s', (_, isServing) => {
  it('takes a replica’s log, remarks and readings, and records each', async () => {
    const { desk, folder, log } = await filledLedger(isServing)
    expect(await desk.collect({ file: log })).toMatchObject({ recorded: 20, fault: null })
    expect(await desk.collect({ file: log })).toMatchObject({ recorded: 0, held: 20 })
    await desk.remark({ principal, remark: { backup: 'tape 7' } })
    await desk.recordReading({ principal, what: { query: { operation: 'readPatient' }, event: 'opened' } })
    const { size } = await desk.tellWitnesses({})
    expect(size).toBeGreaterThan(22)
    expect(await eventsIn(folder)).toEqual(['opened', 'settings', 'remark', 'read'])
    await expect(desk.remark({ principal, remark: 'x'.repeat(20_000) })).rejects.toMatchObject({
      problem: { code: 'too-large' },
    })
  })

  it('forgets a personal value, unless an entry that speaks of it is under a hold', async () => {
    const { desk, folder, log } = await filledLedger(isServing)
    await desk.collect({ file: log })
    const { principal: commitment = '' } = await desk.committed({ values: { principal: 'nurse-3' } })
    expect(commitment).toMatch(/^sha256-commitment:/)
    const direct = await desk.hold({ principal, reason: 'case 7', what: { query: { principal: 'nurse-3' } } })
    const wide = await desk.hold({
      principal,
      reason: 'case 8',
      what: { query: { entity: 'Patient' }, entries: [2, 8] },
    })
    const { holds } = await desk.keeping({})
    expect(holds).toMatchObject([{ what: { query: { principal: commitment } } }, { reason: 'case 8' }])
    const erased = desk.erase({ principal, value: 'nurse-3' })
    await expect(erased).rejects.toMatchObject({
      problem: { code: 'conflict', detail: expect.stringContaining('case 7') },
    })
    await desk.release({ principal, id: direct.id, reason: 'settled' })
    await expect(desk.erase({ principal, value: 'nurse-3' })).rejects.toThrow(/case 8/)
    await desk.release({ principal, id: wide.id, reason: 'settled' })
    expect(await desk.erase({ principal, value: 'nurse-3' })).toMatchObject({ commitment })
    await expect(desk.erase({ principal, value: 'nurse-3' })).rejects.toMatchObject({ problem: { code: 'not-found' } })
    await expect(desk.release({ principal, id: wide.id, reason: 'x' })).rejects.toMatchObject({ problem: { code: 'not-found' } }) // biome-ignore format: one call
    await desk.tellWitnesses({})
    expect(await eventsIn(folder)).toEqual(['opened', 'settings', 'hold', 'hold', 'release', 'release', 'erased'])
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) expect(await readFile(join(entry.parentPath, entry.name), 'latin1')).not.toContain('nurse-3')
  })

  it('retires nothing while its settings keep everything, and says what to write', async () => {
    const { desk, folder } = await filledLedger(isServing)
    await expect(desk.retire({ principal, isDryRun: true })).rejects.toThrow(/keep: P10Y/)
    const text = await readFile(settingsFile(folder), 'utf8')
    await writeFile(settingsFile(folder), text.replace('# keep: P10Y', 'keep: P10Y'))
    await desk.recordChange({ principal, change: 'keep' })
    expect(await desk.retire({ principal, isDryRun: true })).toMatchObject({ retired: [], held: [] })
    await desk.tellWitnesses({})
    expect((await verifyLedger(folder)).isWhole).toBe(true)
  })
})

it('the socket is its owner’s alone, refuses what it cannot read, and is gone when the ledger is closed', async () => {
  const { folder, desk } = await filledLedger(true)
  expect((await stat(controlSocket(folder))).mode & 0o777).toBe(0o600)
  await expect(desk.hold({ principal, reason: '', what: {} })).rejects.toMatchObject({
    problem: { code: 'invalid-input' },
  })
  await expect(
    desk.hold({ principal, reason: 'r', what: { query: { nonsense: 'x' } as never } }),
  ).rejects.toMatchObject({
    problem: { code: 'invalid-input' },
  })
  expect((await readdir(folder)).filter((name) => name.startsWith('.c'))).toEqual([])
})

it('a socket that a killed process left is taken over', async () => {
  const folder = join(await newFolder(), 'ledger')
  await initLedger({ folder, origin: 'clinic.example/ledger', administrator: 'operations' })
  await writeFile(controlSocket(folder), '')
  const options = { folder, host: '127.0.0.1', port: 0, tls: null, onAlarm: () => {}, onBug: () => {} }
  const server = await runLedger(options)
  expect(await isServed(controlSocket(folder))).toBe(true)
  await expect(runLedger({ ...options })).rejects.toMatchObject({ problem: { code: 'in-progress' } })
  expect(await isServed(controlSocket(folder))).toBe(true)
  await server.close()
  expect(await isServed(controlSocket(folder))).toBe(false)
})

it('what cannot listen lets the ledger go again', async () => {
  const folder = join(await newFolder(), 'ledger')
  await initLedger({ folder, origin: 'clinic.example/ledger', administrator: 'operations' })
  const taken = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void taken.close())
  await new Promise((resolve) => taken.once('listening', resolve))
  const { port } = taken.address() as { port: number }
  const options = { folder, host: '127.0.0.1', tls: null, onAlarm: () => {}, onBug: () => {} }
  await expect(runLedger({ ...options, port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await (await runLedger({ ...options, port: 0 })).close()
})

it('a ledger restored below what a witness saw is not opened; a new one says what it goes on from, and why', async () => {
  const { folder, desk, log } = await filledLedger(false)
  const key = ledgerKey(await readSettings(folder))
  const file = join(await newFolder(), 'witness')
  const witness = fileWitness({ file, key, administrator: 'auditor', ledgerAdministrator: 'operations' })
  const [before, restored] = [join(await newFolder(), 'before'), (await openReader(folder, key)).checkpoint.size]
  await cp(folder, before, { recursive: true, filter: (source) => !source.endsWith('.sock') })
  await desk.collect({ file: log })
  await desk.tellWitnesses({})
  const { note } = await openReader(folder, key)
  await writeFile(file, `${note}\n`)
  expect(await witness.checkpoints()).toEqual([note])
  const settings = await readFile(settingsFile(before), 'utf8')
  await writeFile(settingsFile(before), `${settings}witnesses: [{ file: ${file}, administrator: auditor }]\n`)
  await expect(openOwnLedger({ folder: before, takeOver: true })).rejects.toThrow(/charter ledger init.*under after/)

  const next = join(await newFolder(), 'next')
  await initLedger({ folder: next, origin: 'clinic.example/ledger-2', administrator: 'operations' })
  const after = `after: { checkpoint: ${file}, restored: ${restored}, reason: The disk was lost. }\n`
  await writeFile(settingsFile(next), `${await readFile(settingsFile(next), 'utf8')}${after}`)
  const opened = await openOwnLedger({ folder: next })
  await opened.close()
  const reader = await openReader(next, opened.ledger.key)
  expect((await reader.prove(0)).entry.entry).toMatchObject({
    event: 'opened',
    predecessor: { restoredSize: restored, reason: 'The disk was lost.' },
  })
  expect((await verifyLedger(next, { key: opened.ledger.key })).isWhole).toBe(true)
})

it('a key and a vault that others could read are its owner’s alone once the ledger is opened', async () => {
  const folder = join(await newFolder(), 'ledger')
  await initLedger({ folder, origin: 'clinic.example/ledger', administrator: 'operations' })
  const vault = join(folder, 'vault')
  await mkdir(vault, { recursive: true })
  await chmod(vault, 0o755)
  await chmod(keyFile(folder), 0o644)
  const own = await openOwnLedger({ folder })
  expect((await stat(vault)).mode & 0o777).toBe(0o700)
  expect((await stat(keyFile(folder))).mode & 0o777).toBe(0o600)
  await own.close()
})

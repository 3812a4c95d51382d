import { createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { tileReader } from '../disk/tile-reader.ts'
import { consistencyProof, type NoteKey, noteKeyText, openReader, signNote, verifyLedger } from '../index.ts'
import { appendAll, newFipsKey, newKey, origin, records, testLedger } from '../testing/ledger.ts'
import { loopback } from '../testing/loopback.ts'
import { addCheckpointText } from '../witness/add-checkpoint.ts'
import { remoteLedgerWitness } from '../witness/remote-ledger-witness.ts'
import type { Witness } from '../witness/witness.ts'
import { openLedger } from '../writer/open-ledger.ts'
import { serveLedger } from './serve-ledger.ts'
import { witnessRoutes } from './witness-routes.ts'

const witnessOrigin = 'auditor.example/ledger'

/** A ledger that witnesses the one with this key, served. */
const serveWitness = async (watched: NoteKey, key: KeyObject = newKey()) => {
  const { folder } = await testLedger()
  const start = async () => {
    const ledger = await openLedger({ folder, origin: witnessOrigin, key })
    const server = await serveLedger(
      loopback({
        ledger,
        folder,
        settings: { administrator: 'auditor' },
        nowMs: () => 1_800_000_000_000,
        routes: [witnessRoutes({ key, watched: () => [watched] })],
      }),
    )
    const stop = async (): Promise<void> => {
      await server.close()
      await ledger.close()
    }
    return { url: server.url, key: ledger.key, stop, folder }
  }
  return { start, folder, key: { name: witnessOrigin, publicKey: createPublicKey(key) } }
}

const witnessAt = (url: string, witnessKey: NoteKey, key: NoteKey): Witness =>
  remoteLedgerWitness({ url, witnessKey, key, administrator: 'auditor', ledgerAdministrator: 'operations' })

/** A ledger of two groups, whose key is known before it is witnessed. */
const watchedLedger = async () => {
  const tested = await testLedger()
  const ledger = await tested.open()
  await appendAll(ledger, records(1, 20))
  await ledger.close()
  const older = await openReader(tested.folder, ledger.key)
  const again = await tested.open()
  await appendAll(again, records(21, 50))
  await again.close()
  return {
    ...tested,
    key: ledger.key,
    privateKey: tested.key,
    older,
    newer: await openReader(tested.folder, ledger.key),
  }
}

const post = (url: string, body: string): Promise<Response> => fetch(`${url}/add-checkpoint`, { method: 'POST', body })

it('another ledger over the network keeps the checkpoints, across restarts, and finds out when this one is rewritten', async () => {
  const watched = await watchedLedger()
  const served = await serveWitness(watched.key)
  let running = await served.start()
  const ledger = await watched.open({ witnesses: [witnessAt(running.url, served.key, watched.key)] })
  await appendAll(ledger, records(51, 60))
  await ledger.close()
  await running.stop()
  running = await served.start()
  const later = await watched.open({ witnesses: [witnessAt(running.url, served.key, watched.key)] })
  await appendAll(later, records(61, 70))
  await later.close()
  // What is kept at hand was lost: the ledger that witnesses recorded it.
  await running.stop()
  await rm(join(served.folder, 'witnessed'), { recursive: true })
  running = await served.start()
  onTestFinished(() => running.stop())

  const witness = witnessAt(running.url, served.key, watched.key)
  const verdict = await verifyLedger(watched.folder, { key: watched.key, witnesses: [witness] })
  expect(verdict).toMatchObject({ isWhole: true, faults: [], unwitnessed: 0 })
  expect(verdict.witnesses).toMatchObject([{ name: `ledger ${witnessOrigin}`, notIndependent: null }])
  expect((await verifyLedger(served.folder, { key: served.key })).isWhole).toBe(true)

  await rm(watched.folder, { recursive: true })
  const rewritten = await watched.open()
  await appendAll(rewritten, records(101, 190))
  await rewritten.close()
  expect((await verifyLedger(watched.folder, { key: watched.key, witnesses: [witness] })).faults[0]).toMatchObject({
    part: 'witness',
  })
  const refused = await watched.open({ witnesses: [witnessAt(running.url, served.key, watched.key)] })
  await refused.close()
  expect(watched.alarms.at(-1)?.sentence).toMatch(/the ledger was rewritten/)
})

it('answers as C2SP tlog-witness says: cosignatures, and the status of every refusal', async () => {
  const { key, privateKey, older, newer, folder } = await watchedLedger()
  const served = await serveWitness(key)
  const { url, stop } = await served.start()
  onTestFinished(stop)
  const proof = await consistencyProof(
    older.checkpoint.size,
    newer.checkpoint.size,
    tileReader(folder, newer.checkpoint.size),
  )
  const first = addCheckpointText({ old: 0, proof: [], note: older.note })
  const second = addCheckpointText({ old: older.checkpoint.size, proof, note: newer.note })

  expect((await post(url, 'nonsense')).status).toBe(400)
  expect((await post(url, first.replace('old 0', 'old 00'))).status).toBe(400)
  expect((await post(url, addCheckpointText({ old: 99, proof: [], note: older.note }))).status).toBe(400)
  expect((await post(url, `old 0\n\n${signNote('other.example\n1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n', 'other.example', newKey())}`)).status).toBe(404) // biome-ignore format: one claim
  const forged = signNote(older.note.slice(0, older.note.indexOf('\n\n') + 1), origin, newKey())
  expect((await post(url, addCheckpointText({ old: 0, proof: [], note: forged }))).status).toBe(403)
  const early = await post(url, second)
  expect([early.status, early.headers.get('content-type'), await early.text()]).toEqual([
    409,
    'text/x.tlog.size',
    '0\n',
  ])
  expect((await post(url, addCheckpointText({ old: 0, proof, note: older.note }))).status).toBe(422)

  const taken = await post(url, first)
  expect(taken.status).toBe(200)
  const line = await taken.text()
  const [, name, bytes = ''] = /^— (\S+) (\S+)\n$/u.exec(line) ?? []
  const signature = Buffer.from(bytes, 'base64')
  // Put together here, as the specification says, from nothing of what made it.
  const time = signature.readBigUInt64BE(4)
  const message = `cosignature/v1\ntime ${time}\n${older.note.slice(0, older.note.indexOf('\n\n') + 1)}`
  expect(name).toBe(witnessOrigin)
  expect(verify(null, Buffer.from(message), served.key.publicKey, signature.subarray(12))).toBe(true)
  expect(time).toBe(1_800_000_000n)

  const same = signNote(
    `${origin}\n${older.checkpoint.size}\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n`,
    origin,
    privateKey,
  )
  expect((await post(url, addCheckpointText({ old: older.checkpoint.size, proof: [], note: same }))).status).toBe(409)
  expect(
    (await post(url, addCheckpointText({ old: older.checkpoint.size, proof: proof.slice(1), note: newer.note })))
      .status,
  ).toBe(422)
  expect((await post(url, first)).status).toBe(409)
  expect((await post(url, second)).status).toBe(200)
  expect((await post(url, `old 0\n${'x'.repeat(40_000)}`)).status).toBe(413)
  expect((await fetch(`${url}/witnessed/${encodeURIComponent(origin)}`)).status).toBe(200)
  expect((await fetch(`${url}/witnessed/other.example`)).status).toBe(404)
})

it('two who ask at once are answered one after another, and the same checkpoint again is cosigned, not recorded', async () => {
  const { key, older } = await watchedLedger()
  const served = await serveWitness(key)
  const { url, stop } = await served.start()
  onTestFinished(stop)
  const first = addCheckpointText({ old: 0, proof: [], note: older.note })
  const statuses = (await Promise.all([post(url, first), post(url, first)])).map(({ status }) => status).sort()
  expect(statuses).toEqual([200, 409])
  expect((await post(url, addCheckpointText({ old: older.checkpoint.size, proof: [], note: older.note }))).status).toBe(
    200,
  )
  const told = await (await fetch(`${url}/witnessed/${encodeURIComponent(origin)}`)).text()
  expect(told.match(/^clinic/gm)).toHaveLength(1)
})

it('what somebody else signed in the witness’s name is not believed', async () => {
  const { key, folder } = await watchedLedger()
  const served = await serveWitness(key)
  const { url, stop } = await served.start()
  onTestFinished(stop)
  const other = { name: witnessOrigin, publicKey: generateKeyPairSync('ed25519').publicKey }
  const { note, checkpoint } = await openReader(folder, key)
  const nodeAt = tileReader(folder, checkpoint.size)
  await expect(witnessAt(url, other, key).record(note, nodeAt)).rejects.toThrow(/with another key/)
  const verdict = await verifyLedger(folder, { key, witnesses: [witnessAt(url, other, key)] })
  expect(verdict.faults[0]?.sentence).toMatch(/do not verify/)
  expect(noteKeyText(other)).not.toBe(noteKeyText(served.key))
})

it('a ledger whose key cannot cosign says so', async () => {
  const { key, older } = await watchedLedger()
  const served = await serveWitness(key, newFipsKey())
  const { url, stop } = await served.start()
  onTestFinished(stop)
  const answer = await post(url, addCheckpointText({ old: 0, proof: [], note: older.note }))
  expect([answer.status, await answer.text()]).toEqual([501, expect.stringMatching(/Ed25519/)])
})

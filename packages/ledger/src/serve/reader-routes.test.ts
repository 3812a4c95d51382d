import type { KeyObject } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { canonicalJson } from '@charter/runtime'
import { expect, it } from 'vitest'
import {
  checkpointText,
  copyLedger,
  fileWitness,
  hashOfText,
  leafHash,
  openVault,
  readCheckpoint,
  readNoteKey,
  signNote,
  verifyInclusion,
  verifyLedger,
  type Witness,
} from '../index.ts'
import { auditedLedger } from '../testing/audited-ledger.ts'
import { appendAll, newFolder, origin, record, records } from '../testing/ledger.ts'

const refused = (sequence: number, principal = 'nurse-1') =>
  record(sequence, {
    entry: canonicalJson({
      at: '2026-11-21T11:00:00Z',
      entity: 'Patient',
      fields: ['ssn'],
      operation: 'readPatient',
      origin: { address: '10.0.0.9' },
      outcome: 'forbidden',
      principal,
    }),
  })

interface Found {
  readonly entries: readonly { readonly index: number; readonly record: { readonly sequence: number } }[]
  readonly next: number | null
}

const sequences = ({ entries }: Found) => entries.map(({ record: { sequence } }) => sequence)

it('entries are found by every part of a query, page by page, from either end', async () => {
  const { ledger, json } = await auditedLedger()
  await appendAll(ledger, records(1, 30))
  await appendAll(ledger, [refused(31), refused(32)])
  await ledger.publish()
  const parts = 'principal=nurse-1&operation=readPatient&entity=Patient&outcome=forbidden&address=10.0.0.9&field=ssn'
  expect(sequences(await json(`/api/entries?${parts}&replica=clinic-1&from=2026-11-21T11:00:00Z`))).toEqual([31, 32])
  expect(sequences(await json(`/api/entries?${parts}&until=2026-11-21T11:00:00Z`))).toEqual([])
  const first = await json<Found>('/api/entries?entity=Patient&order=newest&limit=5')
  expect(sequences(first)).toEqual([32, 31, 30, 29, 28])
  const second = await json<Found>(`/api/entries?entity=Patient&order=newest&limit=5&after=${first.next}`)
  expect(sequences(second)).toEqual([27, 26, 25, 24, 23])
  const last = await json<Found>('/api/entries?entity=Patient&limit=100')
  expect([last.entries.length, last.next]).toEqual([32, null])
})

it('wrong parameters are answered with all that is wrong with them', async () => {
  const { get } = await auditedLedger()
  const answer = await get(
    '/api/entries?limit=900&from=yesterday&order=best&outcom=ok&after=-1&principal=&entity=a&entity=b',
  )
  expect(answer.status).toBe(422)
  expect(
    ((await answer.json()) as { errors: { path: string; code: string }[] }).errors.map(
      ({ path, code }) => `${path} ${code}`,
    ),
  ).toEqual([
    '/after format',
    '/entity duplicate',
    '/from format',
    '/limit too-large',
    '/order not-in-enum',
    '/outcom unknown',
    '/principal too-short',
  ])
  expect((await get('/api/entries/x')).status).toBe(400)
  expect((await get('/api/entries/4000')).status).toBe(404)
})

it('an entry comes with all that its reader needs to check it', async () => {
  const { ledger, json } = await auditedLedger()
  await appendAll(ledger, records(1, 300))
  await ledger.publish()
  const answer = await json<{ line: string; proof: string[]; nodes: string[]; leaf: string; checkpoint: string }>(
    '/api/entries/77',
  )
  const { vkey } = await json<{ vkey: string }>('/api/ledger')
  const key = readNoteKey(vkey)
  if (!key) throw new Error('no key')
  const checkpoint = readCheckpoint(answer.checkpoint, key)
  if (typeof checkpoint === 'string') throw new Error(checkpoint)
  const proof = answer.proof.map((text) => hashOfText(text) ?? '')
  const leaf = leafHash(answer.line)
  expect(verifyInclusion({ ...checkpoint, index: 77, leaf, proof })).toBe(true)
  expect([hashOfText(answer.leaf), hashOfText(answer.nodes.at(-1) ?? '')]).toEqual([leaf, checkpoint.root])
  expect(answer.nodes).toHaveLength(answer.proof.length)
})

it('witnesses are told with how far each has come, and what speaks against it', async () => {
  const file = join(await newFolder(), 'witness')
  const administrators = { administrator: 'operations', ledgerAdministrator: 'operations' }
  const unlike = (name: string, checkpoints: Witness['checkpoints']): Witness => ({
    name,
    notIndependent: async () => null,
    record: async () => {},
    checkpoints,
  })
  let isForked = false
  const forged = ({ key }: { readonly key: KeyObject }, size: number): string =>
    signNote(checkpointText({ origin, size, root: leafHash('another tree') }), origin, key)
  const { ledger, json } = await auditedLedger({
    open: { limits: { witnessMs: 60_000 } },
    witnesses: (tested, key) => [
      fileWitness({ file, key, ...administrators }),
      unlike('one that is down', () => Promise.reject(new Error('down'))),
      unlike('another reader', async () => (isForked ? [forged(tested, 5)] : [])),
      unlike('who saw more', async () => (isForked ? [forged(tested, 4000)] : [])),
    ],
  })
  await appendAll(ledger, records(1, 9))
  await ledger.publish()
  isForked = true
  const { checkpoint, witnesses } = await json<{ checkpoint: { size: number }; witnesses: readonly object[] }>(
    '/api/ledger',
  )
  const { size } = checkpoint
  expect(witnesses).toEqual([
    {
      name: `file ${file}`,
      size,
      unwitnessed: 0,
      notIndependent: 'not independent: operations administers ledger and witness',
      fault: null,
    },
    { name: 'one that is down', size: null, unwitnessed: null, notIndependent: null, fault: 'could not be asked' },
    {
      name: 'another reader',
      size: 5,
      unwitnessed: size - 5,
      notIndependent: null,
      fault: 'holds another tree of 5 entries than this ledger shows: do not believe this ledger',
    },
    {
      name: 'who saw more',
      size: 4000,
      unwitnessed: 0,
      notIndependent: null,
      fault: `saw 4000 entries, and this ledger has ${ledger.size}: do not believe this ledger`,
    },
  ])
})

it('a copy over HTTP is whole, although entries came meanwhile', async () => {
  const { ledger, server, token } = await auditedLedger({ open: { limits: { segmentEntriesMax: 200, publishMs: 5 } } })
  await appendAll(ledger, records(1, 700))
  await ledger.publish()
  let sequence = 701
  let isCopying = true
  const writing = (async () => {
    while (isCopying) await ledger.append(record(sequence++))
  })()
  const folder = join(await newFolder(), 'copy')
  const { size } = await copyLedger({ url: server.url, token, folder })
  isCopying = false
  await writing
  const verdict = await verifyLedger(folder, { key: ledger.key })
  expect(verdict.faults).toEqual([])
  expect([verdict.isWhole, verdict.size]).toEqual([true, size])
  expect(ledger.size).toBeGreaterThan(size)
})

it('names that are none of a tile or a segment lead to no file', async () => {
  const { server, token } = await auditedLedger()
  for (const path of [
    '/tile/../checkpoint',
    '/tile/..%2fcheckpoint',
    '/tile/0/..%2f..%2flease%2f1',
    '/tile/0/%2e%2e/%2e%2e/lease/1',
    '/tile/0/000%00',
    '/segments/..%2fcheckpoint',
    '/segments/..%2flease%2f1',
    '/segments/000000000000000.000001.ndjson%00',
    '/segments/.',
  ])
    expect([400, 404], path).toContain(await statusOf(server.url, path, token))
})

/** Asked as it is: `fetch` would resolve the dots itself. */
const statusOf = (url: string, path: string, token: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    request({ hostname, port, path, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
      .on('error', reject)
      .end()
  })

it('exports come as lines with proofs, as a table and as Parquet, of the entries asked for', async () => {
  const { ledger, get } = await auditedLedger()
  await appendAll(ledger, records(1, 20))
  await ledger.publish()
  const lines = await (await get('/api/export?from=5&until=8')).text()
  expect(
    lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).index),
  ).toEqual([5, 6, 7])
  const csv = await get('/api/export?format=csv&until=3')
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="ledger.csv"')
  expect((await csv.text()).split('\r\n')).toHaveLength(5)
  const parquet = Buffer.from(await (await get('/api/export?format=parquet')).arrayBuffer())
  expect([parquet.toString('latin1', 0, 4), parquet.toString('latin1', parquet.length - 4)]).toEqual(['PAR1', 'PAR1'])
  expect((await get('/api/export?format=pdf')).status).toBe(422)
})

it('what is personal is found by its value, and does not enter the ledger by being asked for', async () => {
  const { ledger, get, json, tested } = await auditedLedger({ settings: { personal: ['principal', 'origin.address'] } })
  const vault = await openVault(join(tested.folder, 'vault'))
  const paths = ['principal', 'origin.address']
  const { entry } = refused(1, 'Ada Okafor')
  await ledger.append(record(1, { entry: await vault.commitIn(entry, paths) }))
  await ledger.publish()
  const asked = '/api/entries?principal=Ada%20Okafor&address=10.0.0.9&outcome=forbidden'
  expect(sequences(await json(asked))).toEqual([1])
  expect(sequences(await json(`/api/entries?principal=${await vault.commit('Ada Okafor')}`))).toEqual([1])
  expect(sequences(await json('/api/entries?principal=Grace'))).toEqual([])
  await ledger.publish()
  const lines = await (await get('/api/export?format=ndjson')).text()
  // Not its first letters alone: those come about in a digest by chance.
  expect(lines.match(/Ada.Okafor|Grace|10\.0\.0\.9/)).toBeNull()
  expect(lines.match(/"principal\\":\\"sha256-commitment:/g)?.length).toBe(4)
})

it('what was retired is told as such, and not found any more', async () => {
  const { ledger, get, json, tested } = await auditedLedger({ open: { limits: { segmentEntriesMax: 20 } } })
  for (let at = 1; at <= 60; at += 20) await appendAll(ledger, records(at, at + 19))
  await appendAll(ledger, [refused(61)])
  await ledger.publish()
  expect(sequences(await json('/api/entries?entity=Patient&limit=1'))).toEqual([1])
  // As retiring entries does.
  await rm(join(tested.folder, 'search'), { recursive: true })
  const [first = ''] = (await readdir(join(tested.folder, 'segments'))).sort()
  await rm(join(tested.folder, 'segments', first))
  const gone = await get('/api/entries/5')
  expect([gone.status, ((await gone.json()) as { detail: string }).detail]).toEqual([
    404,
    'Entry 5 is not here: it was retired, or its segment is missing, which verify tells apart.',
  ])
  const [oldest = 0] = sequences(await json('/api/entries?entity=Patient&limit=1'))
  expect(oldest).toBeGreaterThan(10)
  expect(sequences(await json('/api/entries?outcome=forbidden'))).toEqual([61])
})

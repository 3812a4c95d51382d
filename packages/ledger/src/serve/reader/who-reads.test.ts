import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, it, onTestFinished } from 'vitest'
import { auditedLedger, readerOf, readerToken } from '../../testing/audited-ledger.ts'

const everything = [
  '/api/ledger',
  '/api/entries',
  '/api/entries/0',
  '/api/trail',
  '/api/export',
  '/tile/0/000.p/1',
  '/segments',
  '/segments/000000000000000.000001.ndjson',
]

it('without a token that holds nobody is given anything, tiles and segments included, and told what to do', async () => {
  const ended = readerToken()
  const { get, ledger } = await auditedLedger({
    settings: { readers: [readerOf('former', ended, '2026-01-01T00:00:00Z'), readerOf('odd', readerToken(), 'never')] },
  })
  for (const path of everything)
    for (const token of [null, readerToken(), ended, '', 'cl_', 'eyJhbGciOiJub25lIn0.e30.']) {
      const answer = await get(path, token)
      // After twenty failed attempts, that there were too many.
      expect([401, 429], `${path} ${token}`).toContain(answer.status)
      expect(answer.headers.get('content-type')).toContain('application/problem+json')
      expect(await answer.text()).not.toContain('opened')
    }
  const told = await (await auditedLedger()).get('/api/ledger', null)
  expect(await told.json()).toMatchObject({ detail: 'Send a reader token: "Authorization: Bearer cl_…".' })
  // The opening, and one entry about all these attempts: nothing was read.
  await ledger.note({ event: 'after' })
  expect(ledger.size).toBe(3)
})

it('who read what is on record before it is answered', async () => {
  const { get, ledger, json } = await auditedLedger()
  for (const path of everything) {
    const before = ledger.size
    const answer = await get(path)
    expect([path, answer.status, ledger.size]).toEqual([path, 200, before + 1])
    await answer.body?.cancel()
  }
  const before = ledger.size
  await get('/tile/0/000.p/1')
  // Within a minute the tiles of one reader are one reading.
  expect(ledger.size).toBe(before)
  await ledger.publish()
  const { entries } = await json<Found>('/api/entries?operation=read&principal=auditor-1')
  expect(entries.map(({ record }) => record.entry.what)).toEqual([
    'state',
    'entries',
    'entry',
    'trail',
    'export',
    'tiles',
    'segment',
    'segment',
  ])
})

interface Found {
  readonly entries: readonly { readonly record: { readonly entry: { readonly what?: string } } }[]
}

it('a record that the disk does not take is no reading: nothing is given', async () => {
  let isFull = false
  const { get } = await auditedLedger({
    open: {
      openFile: async (file, bytes) => {
        const { openSegmentFile } = await import('../../disk/segment-file.ts')
        const opened = await openSegmentFile(file, bytes)
        return { ...opened, append: (more) => (isFull ? Promise.reject(new Error('ENOSPC')) : opened.append(more)) }
      },
    },
  })
  isFull = true
  for (const path of everything) {
    const answer = await get(path)
    expect(answer.status, path).toBe(503)
    expect(await answer.json()).toMatchObject({ code: 'unavailable' })
  }
  isFull = false
})

it('after twenty failed attempts an address waits a minute; a reader token that holds is taken all the same', async () => {
  let nowMs = Date.now()
  const { get, token } = await auditedLedger({ nowMs: () => nowMs })
  for (let attempt = 0; attempt < 20; attempt++) expect((await get('/segments', readerToken())).status).toBe(401)
  const refused = await get('/segments', readerToken())
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect((await get('/segments', token)).status).toBe(200)
  nowMs += 61_000
  expect((await get('/segments', readerToken())).status).toBe(401)
})

it('failed sign-ins are on record with their number, once a minute at most', async () => {
  let nowMs = Date.now()
  const { get, json, ledger } = await auditedLedger({ nowMs: () => nowMs })
  for (let attempt = 0; attempt < 5; attempt++) await get('/segments', readerToken())
  nowMs += 61_000
  await get('/segments', null)
  // What was recorded before a reading is on disk when that is answered.
  await get('/segments')
  await ledger.publish()
  const { entries } = await json<Found>('/api/entries?operation=refused')
  expect(entries.map(({ record }) => record.entry)).toEqual([
    { event: 'refused', attempts: 1, what: 'sign-in' },
    { event: 'refused', attempts: 5, what: 'sign-in' },
  ])
})

it('JWTs of the sign-in are taken where they carry the role, and name who reads', async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: 'one' }] })
  const issuer = createServer((_request, response) => response.end(keys))
  await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void issuer.close())
  const jwksUrl = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}/jwks`
  const signIn = {
    issuer: 'https://sign-in.example',
    audience: 'ledger',
    jwksUrl,
    rolesClaim: 'roles',
    role: 'auditor',
  }
  const { get, ledger } = await auditedLedger({ settings: { signIn } })
  const jwt = (roles: readonly string[], audience = 'ledger') =>
    new SignJWT({ roles: [...roles] })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .setIssuer(signIn.issuer)
      .setAudience(audience)
      .setSubject('ada')
      .setExpirationTime('5 minutes')
      .sign(privateKey)
  const allowed = await jwt(['auditor'])
  const state = await get('/api/ledger', allowed)
  expect(await state.json()).toMatchObject({ reader: { name: 'ada' } })
  await ledger.publish()
  const { entries } = (await (await get('/api/entries?operation=read', allowed)).json()) as Found
  expect(entries[0]?.record.entry).toMatchObject({ principal: 'ada', credential: 'jwt', what: 'state' })
  const forbidden = await get('/api/ledger', await jwt(['clerk']))
  expect([forbidden.status, ((await forbidden.json()) as { detail: string }).detail]).toEqual([
    403,
    'Only who has the role "auditor" may read this ledger. Ask for it at https://sign-in.example.',
  ])
  expect((await get('/api/ledger', await jwt(['auditor'], 'another'))).status).toBe(401)
})

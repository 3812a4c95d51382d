import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresql } from '@charter/connectors'
import { isolationMissing, machineTarget } from '@charter/deploy'
import { leafHash, type NoteKey, openReader, verifyInclusion, verifyLedger } from '@charter/ledger'
import { ledgerKey, readSettings } from '@charter/ledger/settings'
import { bringNodeModules } from '@charter/project'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import pg from 'pg'
import { test as anyTest, expect } from 'vitest'
import { ledgerFolder } from './ledger/open-ledger.ts'
import { type Joined, joinBy, openTestPlatform, tokenOf } from './people/testing/platform.ts'

const missing = isolationMissing()
if (missing !== null) console.warn(`Skipped, as services cannot be kept apart here: ${missing}`)
const test = anyTest.skipIf(missing !== null)

/** The identity provider of a company, for as long as a test takes. */
const openProvider = async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }] })
  const server = createServer((_request, response) => response.setHeader('content-type', 'application/json').end(keys))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const issuer = 'https://id.example'
  return {
    host: `127.0.0.1:${port}`,
    variables: [
      { name: 'JWT_ISSUER', value: issuer },
      { name: 'JWKS_URL', value: `http://127.0.0.1:${port}/keys` },
    ],
    token: (role: string) =>
      new SignJWT({ roles: [role] })
        .setProtectedHeader({ alg: 'ES256', kid: 'one', typ: 'at+jwt' })
        .setIssuer(issuer)
        .setAudience('shop')
        .setSubject('carl')
        .setIssuedAt()
        .setExpirationTime('5 minutes')
        .sign(privateKey),
    close: () => server.close(),
  }
}

/** Where a ledger has a call of an operation; null where it has none yet. */
const indexOf = async (ledger: string, key: NoteKey, operation: string): Promise<number | null> => {
  const reader = await openReader(ledger, key)
  for await (const { index, line } of reader.lines())
    if (line.includes(`"${operation}"`) && line.includes('"ok"')) return index
  return null
}

// biome-ignore lint/suspicious/noExplicitAny: what is asked of it says each step.
type Body = any

test('two people bring a database to production: one designs and asks, the other accepts and lets, and nobody does both', async () => {
  const machine = mkdtempSync(join(tmpdir(), 'charter-story-'))
  const target = machineTarget({ folder: machine, install: bringNodeModules })
  const provider = await openProvider()
  const { url, remove } = await postgresql.makeTemporary(process.env.CHARTER_TEST_POSTGRESQL ?? '')
  const platform = await openTestPlatform('production', { SOURCES_TO: '127.0.0.0/8' }, target)
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  const as = async ({ browser }: Joined, asked: string, body?: object) => {
    const [method = '', path = ''] = asked.split(' ')
    const response = await fetch(`${platform.url}/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await tokenOf(browser)}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Body }
  }
  const done = async (who: Joined, asked: string, body?: object): Promise<Body> => {
    const answer = await as(who, asked, body)
    expect([asked, answer.status, answer.body]).toEqual([asked, expect.toBeOneOf([200, 201, 202]), expect.anything()])
    return answer.body
  }
  const ended = async (who: Joined, path: string): Promise<Body> => {
    await expect
      .poll(async () => (await done(who, `GET api/v1/${path}`)).state, { timeout: 90_000, interval: 1500 })
      .toMatch(/^(?:done|failed|healthy|failing|void)$/)
    return done(who, `GET api/v1/${path}`)
  }
  try {
    await database.query('CREATE TABLE customer (id integer PRIMARY KEY, name text NOT NULL)')
    await database.query("INSERT INTO customer VALUES (1, 'Ada')")

    // Ann founds the company's organisation, and invites Bob, who may accept and let, and nothing else.
    const ann = await joinBy(await platform.people.makeLink(), 'ann@example.org')
    await done(ann, 'POST api/v1/organisations', { id: 'acme', name: 'Acme' })
    const invited = await done(ann, 'POST invitations', { email: 'bob@example.org' })
    const role = await done(ann, 'POST api/v1/roles', { name: 'Seconds', grants: ['viewer', 'designer', 'approver'] })
    await done(ann, 'POST api/v1/members', { personId: invited.personId, roleId: role.id })
    const bob = await joinBy(invited.link, 'bob@example.org')

    // From the database to a version that somebody else accepts.
    const project = await done(ann, 'POST api/v1/projects', { name: 'shop', title: 'Shop' })
    const source = await done(ann, 'POST api/v1/sources', { projectId: project.id, name: 'shop', url })
    const looking = await done(ann, `POST api/v1/sources/${source.id}/introspect`)
    const { version } = (await ended(ann, `introspect-source-jobs/${looking.id}`)).result
    await done(ann, `POST api/v1/versions/${version}/submit`)
    expect((await as(ann, `POST api/v1/versions/${version}/accept`)).status).toBe(409)
    await done(bob, `POST api/v1/versions/${version}/accept`)

    // From there to what answers, once Bob has let it.
    const making = await done(ann, `POST api/v1/versions/${version}/make-release`)
    const { release, digest } = (await ended(ann, `make-release-jobs/${making.id}`)).result
    const environment = await done(ann, 'POST api/v1/environments', {
      projectId: project.id,
      name: 'production',
      variables: provider.variables,
      reaches: [provider.host],
    })
    const deploying = { releaseId: release, environmentId: environment.id, reason: 'The shop goes live.' }
    const deployment = await done(ann, 'POST api/v1/deployments', deploying)
    const approval = { deploymentId: deployment.id, releaseDigest: digest, isYes: true }
    expect((await as(ann, 'POST api/v1/approvals', approval)).status).toBe(403)
    await done(bob, 'POST api/v1/approvals', approval)
    const healthy = await ended(ann, `deployments/${deployment.id}`)
    expect([healthy.state, healthy.address]).toEqual(['healthy', expect.stringContaining('http://')])

    // It answers by its rules, from the database, to whom the company's provider vouches for.
    const customers = `${healthy.address}/api/v1/customers`
    const call = async (token: string) =>
      fetch(customers, { headers: { authorization: `Bearer ${token}`, connection: 'close' } })
    const answer = await call(await provider.token('owner'))
    expect([answer.status, await answer.json()]).toEqual([200, { items: [{ id: 1, name: 'Ada' }], next: null }])
    expect((await call(await provider.token('nobody'))).status).toBe(403)

    // What was done is on record, by whom, and the secret of the source nowhere.
    const trail = JSON.stringify(await done(ann, `GET api/v1/deployments/${deployment.id}/audit?limit=100`))
    expect(trail).toContain('approveDeployment')
    expect(trail).not.toContain(new URL(url).password || 'a password')

    // The call stands in the ledger, provably, and a byte of it that somebody changes is named.
    const ledger = ledgerFolder(platform.folder)
    const key = ledgerKey(await readSettings(ledger))
    await expect.poll(() => indexOf(ledger, key, 'Customer.list'), { timeout: 60_000, interval: 500 }).not.toBeNull()
    const reader = await openReader(ledger, key)
    const { index, line, entry, proof } = await reader.prove((await indexOf(ledger, key, 'Customer.list')) ?? -1)
    expect(entry).toMatchObject({ replica: environment.id })
    const { root, size } = reader.checkpoint
    expect(verifyInclusion({ index, size, root, leaf: leafHash(line), proof })).toBe(true)
    const copy = join(machine, 'copy')
    cpSync(ledger, copy, { recursive: true, filter: (path) => !path.endsWith('.sock') })
    expect(await verifyLedger(copy, { key })).toMatchObject({ isWhole: true, key: 'given' })
    const [segment = ''] = readdirSync(join(copy, 'segments'))
    const text = readFileSync(join(copy, 'segments', segment), 'utf8')
    writeFileSync(join(copy, 'segments', segment), text.replace(line, line.replace('Customer.list', 'Customer.read')))
    expect(await verifyLedger(copy, { key })).toMatchObject({ isWhole: false, faults: [{ part: 'entry', index }] })

    // Bob lets, and ends nothing: that is the operator's.
    expect((await as(bob, `POST api/v1/deployments/${deployment.id}/stop`)).status).toBe(403)
    await done(ann, `POST api/v1/deployments/${deployment.id}/stop`)
    await expect.poll(() => call('').catch(({ cause }) => cause.code), { timeout: 30_000 }).toBe('ECONNREFUSED')
  } finally {
    await target.end()
    await platform.close()
    await database.end()
    await remove()
    provider.close()
    rmSync(machine, { recursive: true, force: true })
  }
}, 300_000)

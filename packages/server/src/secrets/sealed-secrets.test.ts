import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plainDatabase } from '@charter/connectors/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keysIn } from '../care/testing/cared-for.ts'
import { openPostgresqlPlace, type PostgresqlPlace } from '../place/postgresql.ts'
import { sharedParts } from '../place/shared-parts.ts'
import { folderSecrets, type PlatformSecrets } from './platform-secrets.ts'

let folder: string
let server: { readonly url: string; readonly remove: () => Promise<void> }
let places: PostgresqlPlace[]
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'charter-secrets-'))
  server = await plainDatabase(process.env.CHARTER_TEST_POSTGRESQL ?? '')
  places = []
})
afterEach(async () => {
  for (const { pool } of places) await pool.end()
  await server.remove()
  rmSync(folder, { recursive: true })
})

/** Those of a server with this folder, whose key service keeps its key in that one. */
const serverWith = async (own: string, keys = 'keys-of-all'): Promise<PlatformSecrets> => {
  const place = await openPostgresqlPlace({ url: server.url, beforeMade: async () => {} })
  places.push(place)
  const provider = await keysIn(join(folder, keys))
  return sharedParts(place, { folder: join(folder, own), provider: async () => provider }).secrets
}

/** What tells them apart. */
const told = async (secrets: PlatformSecrets): Promise<readonly string[]> => [
  Buffer.from(await secrets.ofPeople()).toString('hex'),
  ...[await secrets.ofTokens(), await secrets.ofReleases()].map(({ publicKey }) =>
    publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  ),
]

test('servers that ask at the same moment have the same secrets, of the kinds that they are to be', async () => {
  const servers = [await serverWith('one'), await serverWith('other'), await serverWith('third')]
  const [one = [], ...others] = await Promise.all(servers.map(told))
  for (const each of others) expect(each).toEqual(one)
  expect(one[0]).toMatch(/^[0-9a-f]{64}$/)
  expect((await servers[0]?.ofTokens())?.privateKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1')
  expect((await servers[0]?.ofReleases())?.privateKey.asymmetricKeyType).toBe('ed25519')
})

test('the first server takes along the keys that its folder had', async () => {
  mkdirSync(join(folder, 'one'))
  const before = await told(folderSecrets(join(folder, 'one', 'keys')))
  expect(await told(await serverWith('one'))).toEqual(before)
  expect(await told(await serverWith('other'))).toEqual(before)
})

test('whoever reads the database has none of them, and none opens in the place of another', async () => {
  const secrets = await serverWith('one')
  await told(secrets)
  const { rows = [] } = (await places[0]?.pool.query('SELECT * FROM secret')) ?? {}
  const pem = (await secrets.ofReleases()).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const kept = JSON.stringify(rows)
  for (const secret of [Buffer.from(await secrets.ofPeople()).toString('base64url'), pem.split('\n')[1] ?? ''])
    expect(kept).not.toContain(secret)
  expect(kept).not.toContain(readFileSync(join(folder, 'keys-of-all/keys/protection'), 'utf8').trim())
  await places[0]?.pool.query(
    `UPDATE secret SET wrapped = o.wrapped, sealed = o.sealed FROM secret AS o WHERE secret.name = 'people.pem' AND o.name = 'releases.pem'`,
  )
  await expect(secrets.ofTokens()).rejects.toThrow(/does not open/)
})

test('a server with another key service has none of them, and is told so', async () => {
  await told(await serverWith('one'))
  await expect(told(await serverWith('one', 'keys-of-another'))).rejects.toThrow(
    /the same key service \(CHARTER_KEYS\)/,
  )
})

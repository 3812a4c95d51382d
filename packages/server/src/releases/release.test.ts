import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { digestOf } from '../blobs/blobs.ts'
import { type Answer, type Desk, openDesk } from '../testing/desk.ts'
import { checkText } from '../versions/check-text.ts'
import { generate } from '../versions/generate.ts'
import { partsOf } from './parts-of.ts'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.close())

/** What `openssl` says of a signature over a text. */
const opensslSays = (key: string, manifest: string, signature: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-signature-'))
  try {
    const file = (name: string, bytes: string | Buffer): string => {
      writeFileSync(join(folder, name), bytes)
      return join(folder, name)
    }
    const given = [file('key.pem', key), file('manifest.json', manifest), file('sig', Buffer.from(signature, 'base64'))]
    const [keyFile = '', manifestFile = '', signatureFile = ''] = given
    const asked = ['-inkey', keyFile, '-rawin', '-in', manifestFile, '-sigfile', signatureFile]
    return execFileSync('openssl', ['pkeyutl', '-verify', '-pubin', ...asked], { encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('a release is signed by a key that anybody has, over what says who wrote and made it, and openssl agrees', async () => {
  const { body: release } = await desk.bob(`GET releases/${await desk.release('One')}`)
  const key = await (await fetch(`${desk.platform.url}/.well-known/release-key.pem`)).text()
  expect(opensslSays(key, release.manifest, release.signature)).toContain('Verified Successfully')
  const other = release.manifest.replace('"ann"', '"bob"')
  expect(opensslSays(key, other, release.signature)).toContain('Verification Failure')
  expect(JSON.parse(release.manifest)).toMatchObject({
    digest: release.digest,
    project: 'notes',
    version: 1,
    writtenBy: 'ann',
    madeBy: 'ann',
    madeAt: release.madeAt,
    generator: expect.stringContaining('charter '),
  })
  const told = release.parts.map(({ digest, path }: Answer['body']) => `${digest} ${path}\n`).join('')
  expect(digestOf(Buffer.from(told))).toBe(release.digest)
  for (const who of [desk.ann, desk.olga, desk.bob])
    expect((await who(`PATCH releases/${release.id}`, { manifest: 'x' })).status).toBe(403)
}, 60_000)

test('a release is made again, and is equal; what is no longer kept as it was is said', async () => {
  const id = await desk.release('One')
  expect((await desk.olga(`POST releases/${id}/verify`)).status).toBe(403)
  const run = await desk.bob(`POST releases/${id}/verify`)
  expect((await desk.ended('verify-release-jobs', run.body.id)).result).toEqual({
    isEqual: true,
    isSigned: true,
    differing: 0,
    lost: 0,
    runs: 0,
    unsignedRuns: 0,
  })
  const [first = ''] = readdirSync(join(desk.folder, 'blobs'))
  for (const name of readdirSync(join(desk.folder, 'blobs', first)))
    writeFileSync(join(desk.folder, 'blobs', first, name), 'another')
  desk.generates('another')
  const again = await desk.bob(`POST releases/${id}/verify`)
  const said = await desk.ended('verify-release-jobs', again.body.id)
  expect(said.result).toMatchObject({ isEqual: false, isSigned: true, differing: 1, lost: 1 })
  expect(said.lines).toContain('made another way: node/service.txt')
}, 60_000)

test('the parts of a release are read by whoever may see it, and by nobody else', async () => {
  const id = await desk.release('One')
  const part = (path: string): string => `GET releases/${id}/part?path=${encodeURIComponent(path)}`
  expect((await desk.bytes('olga', part('charter.yaml'))).text).toBe(desk.charterOf('One'))
  expect((await desk.bytes('olga', part('../platform.db'))).status).toBe(409)
  expect((await desk.bytes('eve', part('charter.yaml'))).status).toBe(403)
  await expect.poll(() => desk.refused('releasePart'), { timeout: 10_000 }).toEqual(['eve'])
}, 60_000)

test('a release that was changed past the platform is deployed nowhere', async () => {
  const id = await desk.release('One')
  const database = new DatabaseSync(join(desk.folder, 'platform.db'))
  const parts = JSON.stringify([{ path: 'node/service.txt', digest: digestOf(Buffer.from('x')), size: 1 }])
  expect(database.prepare('UPDATE "release" SET parts = ? WHERE id = ?').run(parts, id).changes).toBe(1)
  database.close()
  const environment = await desk.environment('trial', { approvals: 0 })
  const deployment = await desk.deploy(id, environment)
  await desk.reaches(deployment.id, 'void')
  expect(desk.rolledOut).toEqual([])
}, 60_000)

test('two builds of one version are equal, and list what they depend on as CycloneDX has it', async () => {
  const text = desk.charterOf('One')
  const { lock } = checkText(text, null)
  const [one, other] = [await partsOf({ text, lock }, generate), await partsOf({ text, lock }, generate)]
  expect(one).toEqual(other)
  const read = (path: string): Answer['body'] =>
    JSON.parse(one.parts.find((part) => part.path === path)?.text ?? 'null')
  const sbom = read('node/sbom.cdx.json')
  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 })
  expect(sbom.metadata.component).toMatchObject({ type: 'application', name: 'notes' })
  const locked = Object.entries<Answer['body']>(read('node/package-lock.json').packages)
    .filter(([path, { dev, optional }]) => path !== '' && !dev && !optional)
    .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`)
  const listed = sbom.components.map(({ name, version }: Answer['body']) => `${name}@${version}`)
  expect([...new Set(listed)].sort()).toEqual([...new Set(locked)].sort())
  expect(listed.length).toBeGreaterThan(10)
  for (const { type, purl, hashes } of sbom.components)
    expect([type, purl, hashes]).toEqual([
      'library',
      expect.stringMatching(/^pkg:npm\/(?:%40[^/@]+\/)?[^/@]+@[^@]+$/),
      [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    ])
}, 120_000)

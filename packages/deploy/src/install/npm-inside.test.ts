import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, test as anyTest, beforeEach, expect, vi } from 'vitest'
import { isolationMissing } from '../sandbox/isolation-missing.ts'
import { npmInside } from './npm-inside.ts'

const missing = await isolationMissing()
if (missing !== null) console.warn(`Skipped, as services cannot be kept apart here: ${missing}`)
const test = anyTest.skipIf(missing !== null)

/** A header of a tar file (POSIX ustar), and the text padded to 512 bytes. */
const tarOf = (name: string, text: string): Buffer => {
  const header = Buffer.alloc(512)
  header.write(name, 0)
  header.write('0000644\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${text.length.toString(8).padStart(11, '0')}\0`, 124)
  header.write('00000000000\0', 136)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  )
  const body = Buffer.alloc(Math.ceil(text.length / 512) * 512)
  body.write(text)
  return Buffer.concat([header, body])
}

const manifest = { name: 'small', version: '1.0.0', scripts: { install: 'touch /data/ran' } }
const tarball = gzipSync(Buffer.concat([tarOf('package/package.json', JSON.stringify(manifest)), Buffer.alloc(1024)]))

let folder: string
let registry: Server
let other: Server
let asked: string[]
const listening = (server: Server): Promise<number> =>
  new Promise((done) => server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port)))
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'charter-npm-'))
  asked = []
  registry = createServer((request, response) => {
    asked.push(`registry ${request.url} ${request.headers.authorization ?? ''}`)
    response.end(tarball)
  })
  other = createServer((request, response) => {
    asked.push(`other ${request.url}`)
    response.end(tarball)
  })
  const port = await listening(registry)
  vi.stubEnv('npm_config_registry', `http://127.0.0.1:${port}/`)
  vi.stubEnv('npm_config_userconfig', join(folder, 'npmrc'))
  writeFileSync(join(folder, 'npmrc'), `//127.0.0.1:${port}/:_authToken=ours\n//npm.example/:_authToken=theirs\n`)
})
afterEach(() => {
  vi.unstubAllEnvs()
  registry.close()
  other.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A service that depends on one package, which lies at an address. */
const serviceOf = (resolved: string): string => {
  const within = mkdtempSync(join(folder, 'service-'))
  const root = { name: 'service', version: '1.0.0', dependencies: { small: '1.0.0' } }
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
  const small = { version: '1.0.0', resolved, integrity, hasInstallScript: true }
  writeFileSync(join(within, 'package.json'), JSON.stringify(root))
  writeFileSync(
    join(within, 'package-lock.json'),
    JSON.stringify({ ...root, lockfileVersion: 3, packages: { '': root, 'node_modules/small': small } }),
  )
  return within
}

test('what a service depends on is installed from the registry alone, by whom it knows, and no script of it is run', async () => {
  const within = serviceOf(`${process.env.npm_config_registry}small/-/small-1.0.0.tgz`)
  await npmInside(join(folder, 'machine'))(within, ['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
  expect(JSON.parse(readFileSync(join(within, 'node_modules/small/package.json'), 'utf8')).name).toBe('small')
  expect(asked).toEqual(['registry /small/-/small-1.0.0.tgz Bearer ours'])
  expect(['ran', '.npmrc', '.npm-cache'].filter((name) => existsSync(join(within, name)))).toEqual([])
  expect(statSync(join(within, 'node_modules/small/package.json')).uid).toBe(process.getuid?.())
}, 60_000)

test('what lies elsewhere is not reached, and npm says so', async () => {
  const within = serviceOf(`http://localhost:${await listening(other)}/small/-/small-1.0.0.tgz`)
  const args = [
    'ci',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--fetch-retries=0',
    '--replace-registry-host=never',
  ]
  await expect(npmInside(join(folder, 'machine'))(within, args)).rejects.toThrow(/ECONNREFUSED|network|fetch/i)
  expect(asked).toEqual([])
}, 60_000)

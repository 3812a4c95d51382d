import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  freePort,
  generateService,
  installNodeModules,
  loadCharter,
  mintTokens,
  prepareProject,
  type RunningService,
  requireSound,
  runService,
  writeTree,
} from '@charter/project'
import { knownKinds } from '@charter/runtime'
import { grpc } from '@charter/styles'
import { afterAll, beforeAll, expect, test } from 'vitest'

const page = readFileSync(new URL('files.md', import.meta.url), 'utf8')
const block = (language: string): string =>
  new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'm').exec(page)?.[1] ?? ''
const run = promisify(execFile)

const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(200_000, 'words '), Buffer.from('\n%%EOF\n')])

let folder: string
let service: RunningService
let token: string
/** What the page's hook asks: it finds something where a file says so. */
const scanner = createServer((request, response) => {
  let seen = ''
  request.on('data', (chunk: Buffer) => {
    seen += chunk.toString('latin1')
  })
  request.on('end', () => response.end(JSON.stringify(seen.includes('EICAR') ? { found: 'a test of scanners' } : {})))
})

beforeAll(async () => {
  await new Promise<void>((resolve) => scanner.listen(0, '127.0.0.1', resolve))
  folder = mkdtempSync(join(tmpdir(), 'charter-files-page-'))
  writeFileSync(join(folder, 'charter.yaml'), block('yaml'))
  writeFileSync(join(folder, 'letter.pdf'), pdf)
  const prepared = await prepareProject({ input: folder, within: folder, onStep: () => {} })
  token = (await mintTokens(prepared)).clerk ?? ''
  const loaded = await loadCharter(folder)
  await writeTree(folder, (await generateService(requireSound(loaded), 'node', loaded)).files)
  const { port } = scanner.address() as AddressInfo
  writeFileSync(join(folder, 'src/entities/document/document.hooks.ts'), block('ts').replace('8090', String(port)))
  await installNodeModules(folder)
  service = await runService({ folder, port: await freePort(21_600), env: {} })
}, 180_000)
afterAll(async () => {
  await service.stop()
  scanner.close()
  rmSync(folder, { recursive: true })
})

const ask = async (path: string, options: RequestInit = {}) =>
  fetch(`${service.url}/api/v1${path}`, {
    ...options,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...options.headers },
  })
const newRow = async (): Promise<string> => {
  const made = await ask('/documents', { method: 'POST', body: JSON.stringify({ title: 'a letter' }) })
  return ((await made.json()) as { id: string }).id
}

test('the page’s commands send, read and take away a file, and its hook looks at it', async () => {
  const id = await newRow()
  const env = { ...process.env, API: `${service.url}/api/v1`, ID: id, TOKEN: token }
  const [send = '', read = '', remove = ''] = block('sh').trim().split('\n')
  const sent = JSON.parse((await run('bash', ['-c', send], { cwd: folder, env })).stdout)
  expect(sent.scan).toMatchObject({ size: pdf.length, kind: 'application/pdf', name: 'letter.pdf' })
  await run('bash', ['-c', read], { cwd: folder, env })
  expect(readFileSync(join(folder, 'got.pdf')).equals(pdf)).toBe(true)
  const found = await ask(`/documents/${id}/scan`, { method: 'PUT', body: '%PDF-1.7 EICAR' })
  expect([found.status, (await found.text()).includes('a test of scanners')]).toEqual([422, true])
  expect(JSON.parse((await run('bash', ['-c', remove], { cwd: folder, env })).stdout).scan).toBeNull()
}, 60_000)

test('the page’s client of gRPC sends one, and reads it', async () => {
  const id = await newRow()
  const loaded = requireSound(await loadCharter(folder))
  writeFileSync(join(folder, 'documents.proto'), Object.values(grpc.contract(loaded, grpc.surface(loaded)))[0] ?? '')
  const { hostname, port } = new URL(service.ownUrls.grpc ?? '')
  const env = { ...process.env, GRPC: `${hostname}:${port}`, ID: id, TOKEN: token }
  rmSync(join(folder, 'got.pdf'), { force: true })
  expect(await runScript(block('mjs'), env)).toBe('application/pdf\n')
  expect(readFileSync(join(folder, 'got.pdf')).equals(pdf)).toBe(true)
}, 60_000)

/** Where this repository's packages are found; gives what it says. */
const runScript = async (text: string, env: NodeJS.ProcessEnv): Promise<string> => {
  const script = join(import.meta.dirname, `.files-page-${process.pid}.mjs`)
  writeFileSync(script, text)
  try {
    return (await run(process.execPath, [script], { cwd: folder, env })).stdout
  } finally {
    rmSync(script)
  }
}

test('the page’s client of tus sends one', async () => {
  const id = await newRow()
  const env = { ...process.env, API: `${service.url}/api/v1`, ID: id, TOKEN: token }
  expect(await runScript(block('js'), env)).toBe('sent\n')
  expect(Buffer.from(await (await ask(`/documents/${id}/scan`)).arrayBuffer()).equals(pdf)).toBe(true)
}, 60_000)

test('the page names every kind that is known', () => {
  const [, known = ''] = /^## Which kinds are known$([\s\S]*?)^## /m.exec(page) ?? []
  expect(knownKinds.filter((kind) => !known.includes(kind))).toEqual([])
})

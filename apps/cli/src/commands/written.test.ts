import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startCharter } from '../testing/charter.ts'
import { charterHere as charter } from '../testing/here.ts'

const root = mkdtempSync(join(tmpdir(), 'charter-written-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const clinic = join(import.meta.dirname, '../../../../packages/charter/examples/clinic.yaml')
const folder = (): string => mkdtempSync(join(root, 'out-'))

test.each([
  ['contract', []],
  ['client', []],
  ['collection', ['--for', 'bruno']],
  ['docs', []],
])('%s tells as JSON what it wrote', async (command, options) => {
  const out = folder()
  const { status, out: said } = await charter([command, clinic, ...options, '-o', out, '--json'])
  expect(status).toBe(0)
  const { written } = JSON.parse(said) as { written: readonly string[] }
  expect(written.length).toBeGreaterThan(0)
  for (const file of written) expect(existsSync(file), file).toBe(true)
})

test('contract writes over nothing that it did not write, nor over what was changed since', async () => {
  const out = folder()
  const write = (...options: string[]) => charter(['contract', clinic, '--style', 'rest', '-o', out, ...options])
  const file = join(out, 'openapi.json')
  writeFileSync(file, '{ "mine": true }')
  const refused = await write()
  expect([refused.status, readFileSync(file, 'utf8')]).toEqual([3, '{ "mine": true }'])
  expect(refused.err).toContain('openapi.json in')
  expect(refused.err).toContain('--force')
  expect((await write('--force')).status).toBe(0)
  expect((await write()).status).toBe(0)
  const contract = readFileSync(file, 'utf8')
  writeFileSync(file, `${contract} `)
  expect((await write()).status).toBe(3)
  rmSync(file)
  expect((await write()).status).toBe(0)
  expect(readFileSync(file, 'utf8')).toBe(contract)
  expect((await charter(['client', clinic, '-o', out])).status).toBe(0)
  // What one command wrote is known to be its own after another has written there too.
  writeFileSync(file, '{}')
  expect((await write('--force')).status).toBe(0)
  expect((await charter(['client', clinic, '-o', out])).status).toBe(0)
  const other = join(root, 'other.yaml')
  writeFileSync(other, readFileSync(clinic, 'utf8').replace('title: Clinic', 'title: Another'))
  expect((await charter(['contract', other, '--style', 'rest', '-o', out])).status).toBe(0)
  expect(readFileSync(file, 'utf8')).toContain('Another')
})

test.runIf(process.platform === 'linux').each([
  ['contract', [clinic]],
  ['docs', [clinic]],
  ['generate', [clinic]],
  ['draft', ['a library with members and books']],
])(
  '%s ends with a sentence where its folder takes nothing',
  async (command, given) => {
    const out = command === 'draft' ? '/proc/x/charter.yaml' : '/proc/x'
    expect(await charter([command, ...given, '-o', out])).toMatchObject({
      status: 3,
      err: expect.stringMatching(
        /^Nothing can be written into the folder "\/proc": it .+ name or go to another folder/m,
      ),
    })
  },
  180_000,
)

test('a file in the place of the folder is told so', async () => {
  const log = join(folder(), 'start.log')
  writeFileSync(log, 'mine')
  const { status, err } = await charter(['contract', clinic, '-o', log])
  expect([status, err]).toEqual([3, `"${log}" is a file: name a folder.\n`])
})

test('a charter that is there is not drafted over, nor the lock of another beside it', async () => {
  const out = folder()
  const write = (name: string, ...options: string[]) =>
    charter(['draft', 'a shop with orders and customers', '-o', join(out, name), ...options])
  expect((await write('charter.yaml')).status).toBe(0)
  const before = readFileSync(join(out, 'charter.yaml'), 'utf8')
  writeFileSync(join(out, 'charter.yaml'), `${before}# mine\n`)
  for (const name of ['charter.yaml', 'other.yaml']) expect((await write(name)).status).toBe(3)
  expect(readFileSync(join(out, 'charter.yaml'), 'utf8')).toBe(`${before}# mine\n`)
  expect((await write('charter.yaml', '--force')).status).toBe(0)
})

test('contract writes those of every style that is served, unless one is said', async () => {
  const files = async (...options: string[]) =>
    (
      JSON.parse((await charter(['contract', clinic, '--json', '-o', folder(), ...options])).out) as {
        written: readonly string[]
      }
    ).written.map((file) => file.split('/').at(-1))
  const all = await files()
  expect(all).toEqual(expect.arrayContaining(['openapi.json', 'schema.graphql']))
  expect(all.some((file) => file?.endsWith('.proto'))).toBe(true)
  expect(all.some((file) => file?.endsWith('.wsdl'))).toBe(true)
  expect(await files('--style', 'rest')).toEqual(['openapi.json'])
})

test('contract prints the first, and says on standard error which others there are', async () => {
  const { out, err } = await charter(['contract', clinic])
  expect(JSON.parse(out)).toMatchObject({ openapi: '3.1.0' })
  expect(err).toMatch(/^That was openapi\.json\. There are .*schema\.graphql.* too: .*-o <folder> writes them all\.$/m)
})

test('client and contract tell their documents as JSON where they write none', async () => {
  for (const command of ['client', 'contract']) {
    const { documents } = JSON.parse((await charter([command, clinic, '--json'])).out) as {
      documents: Record<string, string>
    }
    expect(Object.values(documents)[0]?.length).toBeGreaterThan(100)
  }
})

test('dev says in one line of JSON that it is ready; what follows is on standard error', async () => {
  const own = folder()
  writeFileSync(
    join(own, 'charter.yaml'),
    'charter: 1\nname: shop\ntitle: Shop\nversion: 1.0.0\nserves: [rest]\nsources: { main: { own: sqlite } }\naccess: { accepts: [jwt], roles: [clerk] }\nentities:\n  Thing:\n    key: id\n    fields: { id: { type: uuid, default: generated } }\n    allow: { clerk: { do: [read, list] } }\n',
  )
  const running = startCharter(['dev', own, '--port', '8930', '--json'])
  try {
    await expect.poll(running.out, { timeout: 20_000 }).toContain('\n')
    const ready = JSON.parse(running.out()) as { service: string; page: string; rows: string }
    expect(ready).toMatchObject({ page: expect.stringContaining(ready.service), rows: 'made-up' })
    expect((await fetch(`${ready.service}/healthz`)).status).toBe(200)
  } finally {
    running.process.kill('SIGTERM')
    await running.ended
  }
})

test('mock says where it is in each style, whose token is which, and a request that succeeds', async () => {
  const running = startCharter(['mock', clinic, '--port', '8940'])
  try {
    await expect.poll(running.out, { timeout: 20_000 }).toContain('Ctrl-C')
    const said = running.out()
    expect(said).toMatch(/^ {2}REST +http:\/\/127\.0\.0\.1:\d+/m)
    expect(said).toMatch(/^ {2}GraphQL +http:/m)
    const [, token = '', url = ''] = /curl -H "Authorization: Bearer (\S+)" (\S+)/.exec(said) ?? []
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    expect(answer.status).toBe(200)
  } finally {
    running.process.kill('SIGTERM')
    await running.ended
  }
})

import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pack, packedBytesMax } from './pack/pack.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const folder = mkdtempSync(join(tmpdir(), 'charter-packed-'))
const own = join(folder, 'package')
let packed: Awaited<ReturnType<typeof pack>>

beforeAll(async () => {
  packed = await pack(root, folder)
  expect(spawnSync('tar', ['xzf', packed.file], { cwd: folder }).status).toBe(0)
  // Installed beside it, for each platform.
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(join(root, 'node_modules/@biomejs'), join(folder, 'node_modules/@biomejs'))
  // As some are installed: nothing may be written there.
  spawnSync('chmod', ['-R', 'a-w', own])
})
afterAll(() => {
  spawnSync('chmod', ['-R', 'u+w', folder])
  rmSync(folder, { recursive: true, force: true })
})

const jsonIn = (path: string) => JSON.parse(readFileSync(join(own, path), 'utf8'))
const charter = (...args: readonly string[]) => {
  const { NODE_OPTIONS: _, ...env } = process.env
  return spawnSync(process.execPath, [join(own, 'bin/charter.mjs'), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...env, CHARTER_CACHE: join(folder, 'cache') },
  })
}

test('it is small, and every part is told', () => {
  expect(packed.bytes).toBeLessThan(packedBytesMax)
  const there = readdirSync(join(own, 'node_modules'), { recursive: true }).map(String)
  const packages = there.filter((path) => /^(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(path)).map(dirname)
  expect(packed.parts.map(({ name }) => name).sort()).toEqual(
    ['bin', 'dist', ...packages.map((name) => `node_modules/${name}`)].sort(),
  )
})

test('a package that is shipped as it is finds what it depends on', () => {
  for (const name of jsonIn('package.json').bundleDependencies)
    for (const needed of Object.keys(jsonIn(`node_modules/${name}/package.json`).dependencies ?? {}))
      expect([name, needed, existsSync(join(own, 'node_modules', needed))]).toEqual([name, needed, true])
})

test('a database of PostgreSQL, views and checks too, is read as a charter', async () => {
  const url = process.env.CHARTER_TEST_POSTGRESQL ?? ''
  const schema = `packed_${process.pid}`
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(`CREATE SCHEMA ${schema}`)
    await client.query(`CREATE TABLE ${schema}.parts (id int PRIMARY KEY, price numeric(8,2) CHECK (price >= 0))`)
    await client.query(`CREATE VIEW ${schema}.cheap AS SELECT id, price FROM ${schema}.parts WHERE price < 5`)
    const { status, stdout, stderr } = charter('introspect', url, '--schema', schema)
    expect({ status, stderr: stderr.includes('Error') }).toEqual({ status: 0, stderr: false })
    expect(stdout).toContain('Part')
    expect(stdout).toContain('Cheap')
  } finally {
    await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)
    await client.end()
  }
})

test('it runs no script when it is installed, keeps integrity, and holds no address of a registry', () => {
  const { scripts, dependencies, bundleDependencies, optionalDependencies } = jsonIn('package.json')
  expect([scripts, Object.keys(dependencies)]).toEqual([undefined, bundleDependencies])
  const { packages } = jsonIn('npm-shrinkwrap.json') as {
    packages: Readonly<Record<string, { inBundle?: true; integrity?: string; resolved?: string }>>
  }
  for (const name of Object.keys(optionalDependencies)) expect(packages).toHaveProperty([`node_modules/${name}`])
  for (const [path, entry] of Object.entries(packages)) {
    if (path !== '' && !entry.inBundle)
      expect([path, entry.integrity]).toEqual([path, expect.stringMatching(/^sha512-/)])
    expect(entry.resolved).toBeUndefined()
  }
  for (const name of bundleDependencies) expect(jsonIn(`node_modules/${name}/package.json`).scripts).toBeUndefined()
  const dist = readdirSync(join(own, 'dist')).map((name) => readFileSync(join(own, 'dist', name), 'utf8'))
  expect(dist.filter((text) => text.includes(root))).toEqual([])
})

test('it drafts, checks, and generates the same as the sources do, and nothing says that it is experimental', () => {
  const project = join(folder, 'library')
  const drafted = charter('draft', 'a library with members, books and loans', '-o', join(project, 'charter.yaml'))
  expect([drafted.status, drafted.stderr]).toEqual([0, expect.not.stringContaining('Experimental')])
  expect(charter('check', project)).toMatchObject({ status: 0, stdout: 'no mistakes\n', stderr: '' })
  expect(charter('generate', project)).toMatchObject({ status: 0, stderr: expect.not.stringContaining('Error') })
  const sources = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, 'apps/cli/src/main.ts'), 'generate', project, '--dry-run'],
    { encoding: 'utf8' },
  )
  expect(sources.stdout).toMatch(/^Would write 0 files/m)
}, 360_000)

test('it brings GraphiQL, which its services show in development', async () => {
  const project = join(folder, 'served')
  cpSync(join(root, 'packages/charter/examples/clinic.yaml'), join(project, 'charter.yaml'))
  const dev = spawn(process.execPath, [join(own, 'bin/charter.mjs'), 'dev', project, '--port', '18620'], {
    cwd: folder,
    env: { ...process.env, CHARTER_CACHE: join(folder, 'cache') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const url = await addressIn(dev.stdout)
    const page = await (await fetch(`${url}/_charter/graphiql`)).text()
    const files = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => `${url}${path}`)
    expect(files.length).toBeGreaterThan(3)
    for (const file of files) expect([file, (await fetch(file)).status]).toEqual([file, 200])
  } finally {
    dev.kill('SIGTERM')
    await new Promise((resolve) => dev.once('close', resolve))
  }
})

/** The first address that is printed, without its secret. */
const addressIn = async (printed: NodeJS.ReadableStream): Promise<string> => {
  let said = ''
  for await (const chunk of printed) {
    said += String(chunk)
    const [url] = /http:\/\/[\w.:]+/.exec(said) ?? []
    if (url !== undefined) return url
  }
  throw new Error(`nothing listens: ${said}`)
}

test('its pages and its long reads find their files', () => {
  for (const path of [
    'dist/read-process.js',
    'dist/charter-thread.js',
    'dist/verify-process.js',
    'dist/reporter.js',
    'node_modules/@charter/project/graphiql/built/index.html',
    ...['page', 'ledger'].map((name) => `node_modules/@charter/${name}/page/index.html`),
  ])
    expect(existsSync(join(own, path))).toBe(true)
})

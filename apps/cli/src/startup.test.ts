import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..', '..')

/** Tells on standard error what is loaded. */
const telling = `data:text/javascript,${encodeURIComponent(
  "import { registerHooks } from 'node:module'; registerHooks({ load: (url, context, next) => { process.stderr.write(url + '\\n'); return next(url, context) } })",
)}`

/** Files that a command loads, from the project's root. */
const loadedBy = (...args: readonly string[]): readonly string[] => loadedUntil(0, args)

/** The same of one that ends with an exit code. */
const loadedUntil = (exit: number, args: readonly string[]): readonly string[] => {
  const { stderr, status } = spawnSync(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--import',
      telling,
      join(root, 'apps', 'cli', 'src', 'main.ts'),
      ...args,
    ],
    { encoding: 'utf8' },
  )
  expect(status).toBe(exit)
  const files = stderr.split('\n').filter((line) => line.startsWith('file:'))
  return files.map((url) => url.slice(url.indexOf(root) + root.length + 1))
}

test.each([['--version'], ['-v'], ['--help']])('%s loads no command and nothing that commands need', (word) => {
  const loaded = loadedBy(word)
  expect(loaded).toContain('apps/cli/src/main.ts')
  expect(loaded.filter((file) => !file.startsWith('apps/cli/src/'))).toEqual(['packages/project/src/version.ts'])
  expect(loaded.filter((file) => file.startsWith('apps/cli/src/commands/'))).toEqual(['apps/cli/src/commands/index.ts'])
})

const clinic = join(root, 'packages', 'charter', 'examples', 'clinic.yaml')

/** What listens, signs in and speaks to databases and models; what reads words; what records. */
const serving =
  /node_modules\/(?:fastify|@fastify|@grpc|ws|@modelcontextprotocol|jose|pino|@opentelemetry|pg|protobufjs)\//
const reading = /node_modules\/(?:wink-|ai\/|@ai-sdk\/)|packages\/(?:draft|ledger)\//

test('a command loads no other, and nothing that serves, reads words or records where nothing is to be', () => {
  const loaded = loadedBy('check', clinic)
  expect(loaded.filter((file) => file.startsWith('apps/cli/src/commands/')).sort()).toEqual([
    'apps/cli/src/commands/check.ts',
    'apps/cli/src/commands/index.ts',
  ])
  expect(loaded.filter((file) => serving.test(file) || reading.test(file))).toEqual([])
})

test('a command that asks a platform loads nothing of what the platform is made of', () => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-startup-'))
  writeFileSync(join(folder, 'address.json'), JSON.stringify({ url: 'http://127.0.0.1:1' }))
  // Nobody answers there, which takes no more than to ask.
  const loaded = loadedUntil(3, ['whoami', '--folder', folder])
  rmSync(folder, { recursive: true })
  expect(loaded).toContain('packages/server/src/program/who-am-i.ts')
  expect(loaded.filter((file) => platformMade.test(file))).toEqual([])
})

const platformMade =
  /node_modules\/(?:fastify|better-auth|kysely|graphql|pino|pg|@opentelemetry)\/|packages\/(?:sql|connectors|styles|ledger|service)\//

test.each([
  ['access', clinic],
  ['contract', clinic],
  ['diff', clinic, clinic],
  ['draft', 'a library with members, books and loans'],
  ['edit', 'add a phone number to patients', '--charter', clinic, '--dry-run'],
  ['why', 'Patient.ssn', '--charter', clinic],
])('%s loads nothing that serves', (...args) => {
  expect(loadedBy(...args).filter((file) => serving.test(file))).toEqual([])
})

test('rules are read by Cedar, and Cedar is loaded by nothing else', () => {
  const cedar = (...args: readonly string[]) => loadedBy(...args).some((file) => file.includes('cedar-wasm'))
  expect([cedar('access', clinic), cedar('draft', 'a library with members, books and loans')]).toEqual([true, false])
})

import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { InstallFailed, installNodeModules } from './runtime-cache.ts'

let root: string
const at = (...path: string[]): string => join(root, ...path)

/** A program in npm's place, so that no registry is asked: it notes each call and lays down a folder. */
const npm = `#!/bin/sh
echo "$@" >> "${'$'}NPM_CALLS"
[ -e "${'$'}NPM_CALLS.fails" ] && { echo 'ENOTFOUND registry' >&2; exit 1; }
mkdir -p node_modules && echo '{}' > node_modules/.package-lock.json
`

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'charter-cache-'))
  mkdirSync(at('bin'))
  writeFileSync(at('bin', 'npm'), npm)
  chmodSync(at('bin', 'npm'), 0o755)
  vi.stubEnv('PATH', `${at('bin')}${delimiter}${process.env.PATH}`)
  vi.stubEnv('CHARTER_CACHE', at('cache'))
  vi.stubEnv('NPM_CALLS', at('calls'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true })
})

const service = (name: string, dependency = '1.0.0'): string => {
  mkdirSync(at(name), { recursive: true })
  const packages = { '': { name }, 'node_modules/x': { version: dependency, integrity: 'sha512-x' } }
  writeFileSync(at(name, 'package.json'), JSON.stringify({ name }))
  writeFileSync(at(name, 'package-lock.json'), JSON.stringify({ name, packages }))
  return at(name)
}
const calls = (): number => (existsSync(at('calls')) ? readFileSync(at('calls'), 'utf8').trim().split('\n').length : 0)

test('dependencies are brought once for all services of one lock, and again for another', async () => {
  const waits: string[] = []
  for (const name of ['a', 'b', 'a']) await installNodeModules(service(name), { onWait: () => waits.push(name) })
  expect([calls(), waits]).toEqual([1, ['a']])
  expect(realpathSync(at('a', 'node_modules'))).toBe(realpathSync(at('b', 'node_modules')))
  const before = realpathSync(at('a', 'node_modules'))
  await installNodeModules(service('a', '2.0.0'))
  expect(calls()).toBe(2)
  expect(realpathSync(at('a', 'node_modules'))).not.toBe(before)
})

test('with what its tests need is another installation; only that one has it', async () => {
  await installNodeModules(service('a'))
  await installNodeModules(service('a'), { withTools: true })
  const [plain = '', tools = ''] = readFileSync(at('calls'), 'utf8').trim().split('\n')
  expect([plain.includes('--omit=dev'), tools.includes('--omit=dev')]).toEqual([true, false])
  expect([plain, tools].every((each) => each.includes('--ignore-scripts'))).toBe(true)
})

test('a folder that a person installed is left alone', async () => {
  const folder = service('a')
  mkdirSync(join(folder, 'node_modules'))
  writeFileSync(join(folder, 'node_modules', '.package-lock.json'), 'mine')
  await installNodeModules(folder)
  expect(lstatSync(join(folder, 'node_modules')).isSymbolicLink()).toBe(false)
  expect(readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8')).toBe('mine')
})

test('what npm says when it fails is passed on, and nothing half done is left to be taken for whole', async () => {
  writeFileSync(at('calls.fails'), '')
  const failure = await installNodeModules(service('a')).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(InstallFailed)
  expect((failure as Error).message).toContain('ENOTFOUND registry')
  expect(readdirSync(at('cache'))).toEqual([])
  rmSync(at('calls.fails'))
  await installNodeModules(service('a'))
  expect(existsSync(at('a', 'node_modules', '.package-lock.json'))).toBe(true)
})

test('those that start at once, for one lock too, all end with a whole installation', async () => {
  const folders = [service('a'), service('b', '2.0.0'), service('c')]
  await Promise.all(folders.map((folder) => installNodeModules(folder)))
  for (const name of ['a', 'b', 'c']) expect(existsSync(at(name, 'node_modules', '.package-lock.json'))).toBe(true)
  expect(readdirSync(at('cache')).every((name) => !name.includes('partial'))).toBe(true)
})

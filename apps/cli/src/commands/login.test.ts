import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const main = join(import.meta.dirname, '../main.ts')
let config: string
beforeEach(() => {
  config = mkdtempSync(join(tmpdir(), 'charter-login-'))
})
afterEach(() => rmSync(config, { recursive: true }))

const login = (...words: readonly string[]) =>
  spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', main, 'login', ...words], {
    encoding: 'utf8',
    env: { ...process.env, XDG_CONFIG_HOME: config },
  })

test.each([
  ['nothing', [], 'The address of a platform is missing'],
  ['an address that others read along', ['http://charter.example.org'], 'https, or http on this machine'],
  ['no address', ['charter'], 'https, or http on this machine'],
])('of %s it says what is taken', (_, words, said) => {
  const { status, stderr } = login(...words)
  expect([status, stderr]).toEqual([2, expect.stringContaining(said)])
})

test('where there is no platform, or nobody is signed in to it, it says what to do, and keeps nothing', () => {
  const address = 'http://127.0.0.1:9'
  const [gone, unknown] = [login(address), login('--token', address)]
  expect([gone.status, gone.stderr]).toEqual([3, expect.stringContaining('does not answer as a platform does')])
  expect([unknown.status, unknown.stderr]).toEqual([3, expect.stringContaining(`charter login ${address}`)])
  expect(readdirSync(config)).toEqual([])
})

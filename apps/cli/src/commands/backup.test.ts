import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPlatform } from '@charter/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { charterHere } from '../testing/here.ts'

const root = mkdtempSync(join(tmpdir(), 'charter-backup-'))
const at = (name: string): string => join(root, name)
beforeAll(async () => {
  const target = { rollOut: async () => ({ address: '' }), stop: async () => {}, running: async () => [] }
  const env = { CHARTER_MODE: 'development', PORT: '0' }
  await (await openPlatform({ folder: at('platform'), env, target })).close()
  process.env.BACKUP_PASSPHRASE = 'four loud herons'
}, 120_000)
afterAll(() => {
  delete process.env.BACKUP_PASSPHRASE
  rmSync(root, { recursive: true, force: true })
})

test('a platform that does not run is backed up and restored by two lines, which say what they hold and proved', async () => {
  const made = await charterHere(['backup', at('one'), '--platform', at('platform'), '--keys', at('keys')])
  expect([made.status, made.out]).toEqual([0, expect.stringMatching(/^backup .*sha256:[0-9a-f]{64}\n/)])
  expect(made.out).toMatch(/people {3}1\nrecord .*\nblobs {4}0\nkeys {5}\d+, sealed, in /)
  const back = await charterHere(['restore', at('one'), '--platform', at('again'), '--keys', at('keys'), '--json'])
  expect([back.status, JSON.parse(back.out)]).toEqual([
    0,
    expect.objectContaining({ platform: at('again'), rows: expect.anything(), keys: expect.any(Number) }),
  ])
  expect(existsSync(at('again/keys/people'))).toBe(true)
})

test('without keys it is said what is lost; what is there is not written over', async () => {
  const made = await charterHere(['backup', at('open'), '--folder', at('platform')])
  expect(made.out).toContain('without them no secret is readable')
  const twice = await charterHere(['backup', at('open'), '--platform', at('platform')])
  expect([twice.status, twice.err]).toEqual([3, expect.stringContaining('is there already. Name a folder')])
  const over = await charterHere(['restore', at('open'), '--platform', at('platform'), '--json'])
  expect([over.status, JSON.parse(over.out).error]).toEqual([3, expect.stringContaining('is not empty')])
})

test('keys are not sealed with what is guessed', async () => {
  process.env.BACKUP_PASSPHRASE = 'short'
  const { status, err } = await charterHere(['backup', at('two'), '--platform', at('platform'), '--keys', at('k')])
  expect([status, err]).toEqual([2, expect.stringContaining('BACKUP_PASSPHRASE')])
})

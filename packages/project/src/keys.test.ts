import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectors } from '@charter/connectors'
import { derive } from '@charter/service'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { requireSound } from './check.ts'
import { keysStatus, rewrapServiceKeys, rotateServiceKeys } from './keys.ts'
import { loadCharter } from './load.ts'

const club = `
charter: 1
name: club
serves: [rest]
access: { roles: [clerk] }
sources: { main: { own: sqlite } }
entities:
  Member:
    key: id
    fields:
      id: { type: uuid, default: generated }
      email: { type: text, length: ..254, protect: encrypt, search: equals }
    allow:
      clerk: { do: [create, read, list] }
`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charter-keys-'))
  writeFileSync(join(folder, 'charter.yaml'), club)
})
afterEach(() => rmSync(folder, { recursive: true }))

const options = async (env: Readonly<Record<string, string>> = {}) => ({
  derived: derive(requireSound(await loadCharter(folder)), connectors),
  folder,
  env: { CHARTER_DATA: folder, ...env },
})
const steps = { isOffline: true, isResumed: false, onStep: () => {} }
const shown = async () =>
  (await keysStatus(await options())).keys.map(({ id, isRetired }) => [id.slice(0, 2), isRetired])

test('where the service never ran there are no keys, and nothing is made to see that', async () => {
  expect(await keysStatus({ ...(await options()), env: {} })).toMatchObject({ provider: null, keys: [] })
  expect(readdirSync(folder)).toEqual(['charter.yaml'])
})

test('rotating makes keys, retires those before, and says which there are without showing one', async () => {
  expect(await shown()).toEqual([])
  await rotateServiceKeys({ ...(await options()), ...steps })
  const done = await rotateServiceKeys({ ...(await options()), ...steps })
  expect(done.retired).toHaveLength(2)
  expect(await shown()).toEqual([
    ['d1', true],
    ['d2', false],
    ['i1', true],
    ['i2', false],
  ])
  const status = await keysStatus(await options())
  expect(status).toMatchObject({ isResealing: false, provider: expect.stringMatching(/^local file/) })
  expect(JSON.stringify(status)).not.toContain('wrapped')
})

test('rewrapping keeps every key, and names what is missing in the environment', async () => {
  await rotateServiceKeys({ ...(await options()), ...steps })
  const before = await keysStatus(await options())
  expect(await rewrapServiceKeys(await options())).toBe(2)
  expect(await keysStatus(await options())).toEqual(before)
  await expect(keysStatus(await options({ CHARTER_MODE: 'production' }))).rejects.toThrow(/CHARTER_KEYS must be set/)
})

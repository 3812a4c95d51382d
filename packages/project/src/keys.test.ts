import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectors } from '@charter/connectors'
import { readConfig } from '@charter/runtime/service'
import { derive, openService } from '@charter/service'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { requireSound } from './check.ts'
import { keysStatus, openServiceLog, rewrapServiceKeys, rotateServiceKeys } from './keys.ts'
import { loadCharter } from './load.ts'
import { servicePlace } from './service-place.ts'

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

test('a log that is sealed at rest is told as it was before, also once its keys are others and wrapped anew', async () => {
  const env = { CHARTER_MODE: 'development', CHARTER_AT_REST: 'encrypt', CHARTER_DATA: folder }
  const live = async (): Promise<string> => {
    const { derived } = await options()
    const { databaseUrl } = servicePlace(derived, folder, env)
    const service = await openService(derived, { config: readConfig(env, { name: 'club', databaseUrl }) })
    const principal = { id: 'somebody', roles: ['clerk'], attributes: {}, credential: 'jwt' } as const
    const context = { origin: { style: 'test', requestId: 'r1' } }
    await service.execute({ operation: 'Member.list', input: {}, principal, context })
    await service.close()
    return join(folder, 'audit', readdirSync(join(folder, 'audit')).at(-1) ?? '')
  }
  const first = await live()
  expect(await shown()).toEqual([
    ['d1', false],
    ['i1', false],
    ['l1', false],
  ])
  await rotateServiceKeys({ ...(await options()), ...steps })
  const second = await live()
  await rewrapServiceKeys(await options())
  expect((await shown()).filter(([id]) => String(id).startsWith('l'))).toEqual([
    ['l1', false],
    ['l2', false],
  ])
  for (const file of [first, second]) {
    expect(readFileSync(file, 'utf8')).not.toContain('somebody')
    const opened = await openServiceLog({ ...(await options()), file })
    expect(opened.filter((line) => line.startsWith('{"entry"')).join()).toContain('"principal":"somebody"')
  }
  expect([first, second].map((file) => /c1\.(l\d)-/.exec(readFileSync(file, 'utf8'))?.[1])).toEqual(['l1', 'l2'])
  const wrong = { ...(await options()), file: join(folder, 'charter.yaml') }
  await expect(openServiceLog(wrong)).rejects.toThrow('is no log of a service')
})

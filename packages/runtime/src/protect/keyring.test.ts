import { afterEach, expect, test } from 'vitest'
import type { KeyRecord, ProtectedState } from '../store/state.ts'
import { type Keyring, keyringOf, newKey } from './keyring.ts'
import type { KeyProvider } from './keys/provider.ts'

const keptMs = 600_000
let nowMs = 1_000_000_000_000
let isDown = false
let unwrapped = 0
const provider: KeyProvider = {
  name: 'test',
  wrap: async (key) => Buffer.from(key).toString('hex'),
  unwrap: async (text) => {
    if (isDown) throw new Error('the key service is down')
    unwrapped++
    return Buffer.from(text, 'hex')
  },
  describe: () => 'test',
}

const stateOf = (records: KeyRecord[] = []): Pick<ProtectedState, 'readKeys' | 'insertKey'> => ({
  readKeys: async () => [...records],
  insertKey: async (record) => {
    if (records.some(({ purpose, version }) => purpose === record.purpose && version === record.version)) return false
    records.push(record)
    return true
  },
})
const keyrings: Keyring[] = []
const make = (state = stateOf()): Keyring => {
  const keyring = keyringOf({ state, provider, service: 'clinic', nowMs: () => nowMs })
  keyrings.push(keyring)
  return keyring
}
afterEach(() => {
  for (const keyring of keyrings.splice(0)) keyring.close()
  isDown = false
  unwrapped = 0
})

test('keys are unwrapped once and kept; while the provider is down they serve until their time is over, then nothing does', async () => {
  const keyring = make()
  await keyring.prepare()
  const { id } = await keyring.dataKey()
  await keyring.dataKey()
  expect(unwrapped).toBe(1)
  isDown = true
  nowMs += keptMs - 1
  expect((await keyring.dataKey()).id).toBe(id)
  nowMs += 1
  await expect(keyring.dataKey()).rejects.toMatchObject({ problem: { code: 'unavailable' } })
  await expect(keyring.dataKeys([id])).rejects.toMatchObject({ problem: { code: 'unavailable' } })
  isDown = false
  const before = unwrapped
  await expect(keyring.dataKey()).rejects.toMatchObject({ problem: { code: 'unavailable' } })
  expect(unwrapped).toBe(before)
  nowMs += 3000
  expect((await keyring.dataKey()).id).toBe(id)
})

test('a key is asked for anew before its time is over, so that a short outage is not noticed', async () => {
  const keyring = make()
  await keyring.prepare()
  await keyring.dataKey()
  nowMs += keptMs / 2
  await keyring.dataKey()
  await new Promise(setImmediate)
  expect(unwrapped).toBe(2)
  isDown = true
  nowMs += keptMs - 1
  await expect(keyring.dataKey()).resolves.toBeDefined()
})

test('two replicas that start at once have one key', async () => {
  const state = stateOf()
  const [one, two] = [make(state), make(state)]
  await Promise.all([one.prepare(), two.prepare()])
  expect((await one.dataKey()).id).toBe((await two.dataKey()).id)
})

test('a key that another replica made since is found by its id', async () => {
  const records: KeyRecord[] = []
  const state = stateOf(records)
  const keyring = make(state)
  await keyring.prepare()
  await keyring.dataKey()
  nowMs += 1500
  const made = await newKey({ provider, service: 'clinic', nowMs: () => nowMs }, 'data', 2, nowMs)
  records.push(made)
  expect([...(await keyring.dataKeys([made.id])).keys()]).toEqual([made.id])
})

test('a key that the state lacks, or that is none of its length, is unavailable and no bug', async () => {
  const records: KeyRecord[] = []
  const keyring = make(stateOf(records))
  const unavailable = { problem: { code: 'unavailable' } }
  await expect(keyring.dataKey()).rejects.toMatchObject(unavailable)
  const made = await newKey({ provider, service: 'clinic', nowMs: () => nowMs }, 'data', 1, nowMs)
  records.push({ ...made, wrapped: '00' })
  await expect(keyring.dataKey()).rejects.toMatchObject(unavailable)
  await expect(keyring.dataKeys(['d9-none'])).rejects.toMatchObject(unavailable)
})

test('indexes are made with the key of now, and looked up with those that are not retired', async () => {
  const records: KeyRecord[] = []
  const keyring = make(stateOf(records))
  const making = { provider, service: 'clinic', nowMs: () => nowMs }
  for (const version of [1, 2, 3]) records.push(await newKey(making, 'index', version, nowMs))
  records[0] = { ...(records[0] as KeyRecord), isRetired: true }
  expect((await keyring.indexKeys()).map(({ id }) => id)).toEqual([records[2]?.id, records[1]?.id])
})

test('values are sealed with no key of indexes, and indexes made with no key of values, whichever is the newest', async () => {
  const records: KeyRecord[] = []
  const keyring = make(stateOf(records))
  const making = { provider, service: 'clinic', nowMs: () => nowMs }
  for (const purpose of ['data', 'index', 'data'] as const)
    records.push(await newKey(making, purpose, records.length + 1, nowMs))
  expect((await keyring.dataKey()).id).toBe(records[2]?.id)
  expect((await keyring.indexKeys()).map(({ id }) => id)).toEqual([records[1]?.id])
})

test('a problem of the keys tells nothing of the provider to the public', async () => {
  const keyring = make()
  await keyring.prepare()
  isDown = true
  const error = (await keyring.dataKey().catch((each: unknown) => each)) as { problem: { detail: string } }
  expect(error.problem.detail).toBe('Protected fields cannot be read or written now. Try again later.')
})

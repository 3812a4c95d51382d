import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openFileStore } from '../open-file-store.ts'
import { filesConformance } from '../testing/files-conformance.ts'
import { type Moto, motoServer, startMoto } from '../testing/moto.ts'
import { type S3StandIn, s3StandIn } from '../testing/s3-stand-in.ts'
import { bytesOf, digestOfBytes, piecesOf, sampleBytes } from '../testing/sample-bytes.ts'
import { type S3Options, s3Objects } from './s3-objects.ts'

const at = (endpoint: string, more: Partial<S3Options> = {}) =>
  s3Objects({
    endpoint,
    bucket: 'clinic',
    region: 'us-east-1',
    credentials: () => ({ accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' }),
    nowMs: Date.now,
    ...more,
  })

let number = 0
const ownPrefix = () => ({ prefix: `try-${number++}/` })

let shared: S3StandIn
beforeAll(async () => {
  shared = await s3StandIn()
})
afterAll(() => shared.close())
filesConformance('A stand-in for S3', async () => at(shared.endpoint, ownPrefix()))

const program = motoServer()
describe.skipIf(!program)(`Moto${program ? '' : ' (skipped: moto_server is not on the path)'}`, () => {
  let moto: Moto
  beforeAll(async () => {
    moto = await startMoto(program ?? '', 'clinic')
  })
  afterAll(() => moto.close())
  filesConformance('Moto', async () => at(moto.endpoint, ownPrefix()), 'sealed')
})

const standIn = async (): Promise<S3StandIn> => {
  const made = await s3StandIn()
  onTestFinished(made.close)
  return made
}
const storeAt = (endpoint: string) =>
  openFileStore({ objects: at(endpoint), scope: '', partBytes: 65_536, nowMs: Date.now })
const anything = { bytesMax: 10_000_000 }

test('a request is asked again where the bucket is busy or its answer is lost, and what it did counts once', async () => {
  const bucket = await standIn()
  const failures: (number | 'cut')[] = [503, 'cut', 409, 'cut', 500, 'cut', 429, 'cut']
  const failed = new Set<string>()
  bucket.fail = (method, key) => {
    if (failed.has(`${method} ${key}`)) return null
    failed.add(`${method} ${key}`)
    return failures[failed.size % failures.length] ?? null
  }
  const store = storeAt(bucket.endpoint)
  const bytes = sampleBytes(200_000)
  const { digest } = await store.put(piecesOf(bytes), anything)
  expect(failed.size).toBeGreaterThan(8)
  expect((await bytesOf((await store.read(digest)).stream)).equals(bytes)).toBe(true)
})

test('a bucket that falls silent, before or within an answer, is not waited for', async () => {
  const bucket = await standIn()
  const objects = at(bucket.endpoint, { silenceMs: 50 })
  const store = openFileStore({ objects, scope: '', nowMs: Date.now })
  const { digest } = await store.put(piecesOf(sampleBytes(1000)), anything)
  const unavailable = { problem: { code: 'unavailable' } }
  bucket.fail = (method, key) => (method === 'GET' && key.startsWith('parts/') ? 'silent' : null)
  await expect(bytesOf((await store.read(digest)).stream)).rejects.toMatchObject(unavailable)
  bucket.fail = () => 'silent'
  await expect(store.begin(anything)).rejects.toMatchObject(unavailable)
})

test('what is not there leaves its connection to the next request', async () => {
  const bucket = await standIn()
  const objects = at(bucket.endpoint)
  for (let time = 0; time < 20; time++) expect(await objects.read('parts/a/1')).toBeNull()
  expect(bucket.connections()).toBe(1)
})

test('a bucket that refuses makes the call unavailable, and says why to the operator alone', async () => {
  const bucket = await standIn()
  bucket.fail = (method) => (method === 'PUT' ? 403 : null)
  const failing = storeAt(bucket.endpoint).put(piecesOf(sampleBytes(10)), anything)
  await expect(failing).rejects.toMatchObject({
    problem: { code: 'unavailable', detail: 'Files cannot be stored or read now. Try again later.' },
    cause: new Error('The bucket clinic answered 403 SlowDown'),
  })
})

test('without conditional writes the same bytes are there once nevertheless, where they come one after the other', async () => {
  const bucket = await standIn()
  const objects = at(bucket.endpoint, { hasConditionalWrites: false })
  const store = openFileStore({ objects, scope: '', partBytes: 65_536, nowMs: Date.now })
  const bytes = sampleBytes(100_000)
  for (let time = 0; time < 2; time++)
    expect((await store.put(piecesOf(bytes), anything)).digest).toBe(digestOfBytes(bytes))
  expect([...bucket.objects.keys()].filter((key) => key.startsWith('files/'))).toHaveLength(1)
  expect([...bucket.objects.keys()].filter((key) => /parts\/.*\/\d+$/.test(key))).toHaveLength(2)
})

import { hash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { type AwsCredentials, signAwsRequest } from '@charter/runtime/service'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type NoteKey, verifyLedger, type Witness } from '../../index.ts'
import { appendAll, records, testLedger } from '../../testing/ledger.ts'
import { type Moto, motoServer, startMoto } from '../../testing/moto.ts'
import { type S3StandIn, s3StandIn } from '../../testing/s3-stand-in.ts'
import { type BucketOptions, openBucket } from './bucket.ts'
import { s3Witness } from './s3-witness.ts'

const credentials: AwsCredentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' }

const bucketAt = (endpoint: string, more: Partial<BucketOptions> = {}) =>
  openBucket({
    endpoint,
    bucket: 'clinic',
    region: 'us-east-1',
    credentials: () => credentials,
    nowMs: Date.now,
    ...more,
  })

const witnessIn = (bucket: ReturnType<typeof openBucket>, key: NoteKey, administrator = 'auditor'): Witness =>
  s3Witness({ bucket, bucketName: 'clinic', prefix: 'ledgers/clinic', retainMs: 86_400_000, key, administrator, ledgerAdministrator: 'operations', nowMs: Date.now }) // biome-ignore format: one call

/** A ledger whose key is known before it is opened with a witness. */
const ledgerWithKey = async () => {
  const tested = await testLedger()
  const first = await tested.open()
  await first.close()
  return { ...tested, key: first.key }
}

const newStandIn = async (lock: Parameters<typeof s3StandIn>[0], pageKeys?: number): Promise<S3StandIn> => {
  const standIn = await s3StandIn(lock, pageKeys)
  onTestFinished(standIn.close)
  return standIn
}

const keepsAndTells = async (bucket: ReturnType<typeof openBucket>): Promise<void> => {
  const { open, folder, key } = await ledgerWithKey()
  const witness = witnessIn(bucket, key)
  expect(await witness.checkpoints()).toEqual([])
  const ledger = await open({ witnesses: [witness] })
  for (let group = 0; group < 4; group++) {
    await appendAll(ledger, records(group * 10 + 1, group * 10 + 10))
    await ledger.publish()
  }
  await ledger.close()
  // One that knows nothing yet: what it tells comes from the bucket.
  const again = witnessIn(bucket, key)
  const verdict = await verifyLedger(folder, { key, witnesses: [again] })
  expect(verdict).toMatchObject({ isWhole: true, faults: [], unwitnessed: 0 })
  expect(verdict.witnesses).toEqual([{ name: 'bucket clinic', size: 42, notIndependent: null }])
  const sizes = (await again.checkpoints()).map((note) => Number(note.split('\n')[1]))
  expect(sizes).toEqual([2, 12, 22, 32, 42])

  await rm(folder, { recursive: true })
  const rewritten = await open()
  await appendAll(rewritten, records(101, 160))
  await rewritten.close()
  expect((await verifyLedger(folder, { key, witnesses: [again] })).faults[0]).toMatchObject({ part: 'witness' })
}

it('a bucket keeps checkpoints locked, tells them back over many pages, and finds out when the ledger is rewritten', async () => {
  const standIn = await newStandIn('COMPLIANCE', 2)
  await keepsAndTells(bucketAt(standIn.endpoint))
  expect(
    standIn.versions.every(({ mode, body }) => mode === 'COMPLIANCE' && body.startsWith('clinic.example/ledger\n')),
  ).toBe(true)
})

it('a checkpoint that does not go on from the last is not taken, also by one that is started anew', async () => {
  const standIn = await newStandIn('COMPLIANCE')
  const [one, other] = [await ledgerWithKey(), await testLedger()]
  const ledger = await one.open({ witnesses: [witnessIn(bucketAt(standIn.endpoint), one.key)] })
  await appendAll(ledger, records(1, 20))
  await ledger.close()
  const kept = standIn.versions.length
  await rm(one.folder, { recursive: true })
  const rewritten = await one.open()
  await appendAll(rewritten, records(101, 140))
  await rewritten.close()
  const again = await one.open({ witnesses: [witnessIn(bucketAt(standIn.endpoint), one.key)] })
  await again.close()
  expect(one.alarms.at(-1)).toMatchObject({
    kind: 'witness',
    sentence: expect.stringMatching(/the ledger was rewritten/),
  })
  expect(standIn.versions).toHaveLength(kept)
  expect(other.alarms).toEqual([])
})

it.each([
  ['none', 'auditor', /no object lock/],
  ['GOVERNANCE', 'auditor', /mode GOVERNANCE, which its owner may lift/],
  ['COMPLIANCE', 'operations', /operations administers ledger and bucket/],
  ['COMPLIANCE', 'auditor', null],
] as const)(
  'a bucket that locks as %s under %s says whether it is independent',
  async (lock, administrator, sentence) => {
    const standIn = await newStandIn(lock)
    const { open, folder, key } = await ledgerWithKey()
    const witness = witnessIn(bucketAt(standIn.endpoint), key, administrator)
    const ledger = await open({ witnesses: [witness] })
    await ledger.close()
    const said = await witness.notIndependent(folder)
    if (sentence === null) expect(said).toBe(null)
    else expect(said).toMatch(sentence)
  },
)

it('a store that refuses is an alarm with what it said, and keeps nobody from writing', async () => {
  const standIn = await newStandIn('COMPLIANCE')
  const { open, key, alarms } = await ledgerWithKey()
  standIn.failing = 503
  const ledger = await open({ witnesses: [witnessIn(bucketAt(standIn.endpoint), key)] })
  await appendAll(ledger, records(1, 5))
  standIn.failing = null
  await ledger.close()
  expect(alarms[0]).toMatchObject({ kind: 'witness', sentence: expect.stringMatching(/answered 503 SlowDown/) })
  expect(standIn.versions).toHaveLength(1)
})

const program = motoServer()
describe.skipIf(program === null)(
  `against Moto${program === null ? ' (skipped: no moto_server on the path)' : ''}`,
  () => {
    let moto: Moto
    const start = async (isChecking: boolean): Promise<void> => {
      moto = await startMoto(program ?? '', isChecking)
      onTestFinished(() => moto.close())
      const url = new URL(`${moto.endpoint}/clinic`)
      const headers = {
        'x-amz-bucket-object-lock-enabled': 'true',
        'x-amz-content-sha256': hash('sha256', '', 'hex'),
      }
      const scope = { credentials: moto.credentials, region: 'us-east-1', service: 's3', nowMs: Date.now() }
      const signed = await signAwsRequest({ method: 'PUT', url: url.href, headers }, scope)
      expect((await fetch(url, { method: 'PUT', headers: signed })).status).toBe(200)
    }

    it('checkpoints are locked, kept and told back', async () => {
      await start(false)
      await keepsAndTells(bucketAt(moto.endpoint, { credentials: () => moto.credentials }))
    }, 180_000)

    it('what is put is signed as it has to be, and refused with another key', async () => {
      await start(true)
      const until = Date.now() + 86_400_000
      await bucketAt(moto.endpoint, { credentials: () => moto.credentials }).putLocked('a/b', 'note', until)
      const wrong = { ...moto.credentials, secretAccessKey: 'another' }
      const refused = bucketAt(moto.endpoint, { credentials: () => wrong }).putLocked('a/c', 'note', until)
      await expect(refused).rejects.toThrow(/403 SignatureDoesNotMatch/)
    }, 180_000)
  },
)

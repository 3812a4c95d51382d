import { createPublicKey, hash } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { noteKeyText } from '../index.ts'
import { newFipsKey, newFolder, newKey } from '../testing/ledger.ts'
import { addReader, addReplica, removeNamed } from './edit-settings.ts'
import { initLedger } from './init-ledger.ts'
import { keepMsOf } from './keep.ts'
import { keyFile, parseSettings, readSettings, settingsFile } from './read-settings.ts'

const newLedgerFolder = async (crypto: 'fips' | 'standard' = 'standard'): Promise<string> => {
  const folder = join(await newFolder(), 'ledger')
  await initLedger({ folder, origin: 'clinic.example/ledger', administrator: 'operations', crypto })
  return folder
}

it.each([
  ['standard', 'ed25519'],
  ['fips', 'ec'],
] as const)(
  'a new ledger has settings that are read, and a key for its owner’s eyes only: %s',
  async (crypto, kind) => {
    const folder = await newLedgerFolder(crypto)
    const settings = await readSettings(folder)
    expect(settings).toMatchObject({
      origin: 'clinic.example/ledger',
      administrator: 'operations',
      keepMs: null,
      witnessMs: 30_000,
    })
    expect(settings.key.asymmetricKeyType).toBe(kind)
    expect((await stat(keyFile(folder))).mode & 0o777).toBe(0o600)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    const key = await readFile(keyFile(folder), 'utf8')
    await expect(initLedger({ folder, origin: 'other.example', administrator: 'x' })).rejects.toMatchObject({ problem: { code: 'conflict' } }) // biome-ignore format: one call
    expect(await readFile(keyFile(folder), 'utf8')).toBe(key)
  },
)

it('everything a ledger may be told is read, with the files it names', async () => {
  const folder = await newLedgerFolder()
  const witnessKey = noteKeyText({ name: 'auditor.example/ledger', publicKey: createPublicKey(newKey()) })
  await writeFile(join(folder, 'clinic-1.pem'), createPublicKey(newFipsKey()).export({ type: 'spki', format: 'pem' }))
  await writeFile(
    settingsFile(folder),
    `ledger: 1
origin: clinic.example/ledger
administrator: operations
replicas: { clinic-1: clinic-1.pem }
readers:
  ada: { token: "sha256:${'0a'.repeat(32)}", expires: 2027-01-01T00:00:00Z }
signIn: { issuer: https://id.example, audience: ledger, jwks: https://id.example/jwks }
personal: [principal, origin.address]
keep: P10Y
fullDisk: hold
witnessSeconds: 5
witnesses:
  - { file: /mnt/auditor/checkpoints, administrator: auditor }
  - { s3: { endpoint: https://s3.example, bucket: clinic, region: eu-central-1, retainDays: 365 }, administrator: auditor }
  - { ledger: { url: https://auditor.example, key: "${witnessKey}" }, administrator: auditor }
`,
  )
  const settings = await readSettings(folder)
  expect([...settings.replicas.keys()]).toEqual(['clinic-1'])
  expect(settings.readers).toEqual([{ name: 'ada', tokenHash: '0a'.repeat(32), expiresAt: '2027-01-01T00:00:00Z' }])
  expect(settings.signIn).toMatchObject({ jwksUrl: 'https://id.example/jwks', rolesClaim: 'roles', role: 'auditor' })
  expect(settings).toMatchObject({
    personal: ['principal', 'origin.address'],
    witnessMs: 5000,
    keepMs: 3660 * 86_400_000,
    whenDiskFails: 'hold',
    predecessor: null,
  })
  expect(settings.witnesses.map(({ kind }) => kind)).toEqual(['file', 's3', 'ledger'])
})

it('every mistake is told at once, with its place and what to write instead', () => {
  const { value, mistakes } = parseSettings(`ledger: 1
origin: clinic example
administrator: operations
replicas:
  ledger/own: keys/x.pem
readers:
  ada: { token: cl_secret, expires: tomorrow }
kept: P1Y
signIn: { issuer: x, audience: y, jwks: "http://id.example/jwks" }
witnessSeconds: 90
witnesses:
  - { file: /mnt/x }
  - { tape: here }
  - { s3: { endpoint: https://s3.example, bucket: B, region: eu, retainDays: 0 }, administrator: a }
`)
  expect(value).toBe(null)
  expect(mistakes.map(({ line, column, sentence }) => `${line}:${column} ${sentence}`)).toEqual([
    '2:1 origin: A name like clinic.example/ledger, without spaces and plus signs.',
    expect.stringMatching(/^5:3 replicas\.ledger\/own: A name is made of/),
    expect.stringMatching(/^7:10 readers\.ada\.token: Write sha256:/),
    expect.stringMatching(/^7:28 readers\.ada\.expires: Write an instant in UTC/),
    '8:1 kept: There is no kept here. Take it out, or mend its spelling.',
    expect.stringMatching(/^9:\d+ signIn\.jwks: Write an https address/),
    expect.stringMatching(/^10:1 witnessSeconds: Witnesses are told every 60 seconds/),
    expect.stringMatching(/^12:\d+ witnesses\.0\.administrator: This is missing/),
    expect.stringMatching(/^13:\d+ witnesses\.1: A witness is one of/),
    expect.stringMatching(/^14:\d+ witnesses\.2\.s3\.bucket: /),
    expect.stringMatching(/^14:\d+ witnesses\.2\.s3\.retainDays: /),
  ])
})

it.each([
  ['', /missing|shape/],
  ['ledger: [', /./],
  ['a: &a {}\nledger: *a', /./],
  ['- 1', /./],
])('what is no settings at all is said to be none: %j', (text, sentence) => {
  const { value, mistakes } = parseSettings(text)
  expect(value).toBe(null)
  expect(mistakes[0]?.sentence).toMatch(sentence)
})

it('a file that is named and is not there, or holds a private key, is told with its place', async () => {
  const folder = await newLedgerFolder()
  await writeFile(join(folder, 'private.pem'), newKey().export({ type: 'pkcs8', format: 'pem' }))
  await writeFile(
    settingsFile(folder),
    'ledger: 1\norigin: clinic.example\nadministrator: a\nreplicas:\n  one: nowhere.pem\n  two: private.pem\n',
  )
  await expect(readSettings(folder)).rejects.toMatchObject({
    mistakes: [
      { line: 5, column: 3, sentence: expect.stringMatching(/nowhere\.pem.*ENOENT/) },
      { line: 6, column: 3, sentence: expect.stringMatching(/private key/) },
    ],
  })
})

it('readers and replicas are added and taken out, and the comments stay', async () => {
  const folder = await newLedgerFolder()
  const publicFile = join(await newFolder(), 'audit.pub.pem')
  await writeFile(publicFile, createPublicKey(newKey()).export({ type: 'spki', format: 'pem' }))
  const token = await addReader(folder, 'ada', '2027-01-01T00:00:00Z')
  expect(token).toMatch(/^cl_[\w-]{43}$/)
  await addReader(folder, 'bob', '2027-01-01T00:00:00Z')
  await addReplica(folder, 'clinic-1', publicFile)
  await removeNamed(folder, 'readers', 'bob')
  const settings = await readSettings(folder)
  expect(settings.readers).toMatchObject([{ name: 'ada', tokenHash: hash('sha256', token, 'hex') }])
  expect([...settings.replicas.keys()]).toEqual(['clinic-1'])
  const text = await readFile(settingsFile(folder), 'utf8')
  expect(text).toContain('# Who may read, besides the owner')
  expect(text).not.toContain(token)
  await expect(addReader(folder, 'ada', '2027-01-01T00:00:00Z')).rejects.toMatchObject({
    problem: { code: 'conflict' },
  })
  await expect(removeNamed(folder, 'readers', 'eve')).rejects.toMatchObject({ problem: { code: 'not-found' } })
  await expect(addReader(folder, '../x', '2027-01-01T00:00:00Z')).rejects.toMatchObject({ problem: { code: 'invalid-input' } }) // biome-ignore format: one call
  await expect(addReplica(folder, 'two', keyFile(folder))).rejects.toThrow(/private key/)
})

it.each([
  ['P10Y', 3660],
  ['P1M', 31],
  ['P2W', 14],
  ['P1Y2M3D', 366 + 62 + 3],
  ['P', null],
  ['P0D', null],
  ['PT1H', null],
  ['10 years', null],
])('%s is kept for %s days', (text, days) => {
  expect(keepMsOf(text)).toBe(days === null ? null : days * 86_400_000)
})

import { hash } from 'node:crypto'
import type { FieldModel, FileModel } from '@charter/runtime'
import type { Expect, Place, Scenario, Step } from '../scenario.ts'
import { type About, filledPath, roleThat } from './derivation.ts'
import { scenario } from './update-source.ts'

/** Bytes, and what they say that they are. */
export interface FileSample {
  readonly kind: string
  readonly bytes: Buffer
}

const samples: readonly FileSample[] = [
  { kind: 'text/plain', bytes: Buffer.from('words that are a text') },
  { kind: 'application/pdf', bytes: Buffer.from('%PDF-1.7 of no pages') },
  { kind: 'image/png', bytes: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') },
]

/** A field of a row that somebody may send files to, and sees. */
export interface AskedFile {
  readonly about: About
  readonly field: FieldModel
  readonly file: FileModel
  /** Of its bytes, and of its row. */
  readonly path: string
  readonly one: string
  readonly role: string
  /** Of a kind that it may be. */
  readonly sample: FileSample
  /** Of one that it may not be. */
  readonly unwanted: FileSample | undefined
}

/** Those of an entity's first row; none where code of the service's own looks at them, as nobody knows what it finds. */
export const askedFiles = (about: About): readonly AskedFile[] => {
  const { entity, surface, rows } = about
  const [row] = rows
  const one = row && about.path('read', row)
  const role = roleThat(about, ['update', 'read'])
  if (!one || role === undefined || entity.hooks?.includes('file')) return []
  return (surface.files ?? []).flatMap((place) => {
    const field = entity.fields.find(({ name }) => name === place.field)
    const path = filledPath(place.path, row)
    if (place.entity !== entity.name || !place.isTaken || !field?.file || path === null) return []
    const { file } = field
    const sample = samples.find((each) => isWanted(file, each) && each.bytes.length <= file.bytesMax)
    const unwanted = samples.find((each) => !isWanted(file, each) && each.bytes.length <= file.bytesMax)
    return sample ? [{ about, field, file, path, one, role, sample, unwanted }] : []
  })
}

/** Said here again, since what judges the engine does not ask it. Of text nobody knows which: where another is wanted, none is sent. */
const isWanted = ({ kinds }: FileModel, { kind }: FileSample): boolean =>
  kinds === undefined || kinds.includes(kind) || kinds.includes(`${kind.split('/')[0]}/*`)

/** A scenario of REST: other styles carry bytes in their own way. */
export const fileScenario = (
  { about, field }: AskedFile,
  id: string,
  title: string,
  steps: readonly Step[],
): Scenario => ({ ...scenario(about, `file.${field.name}.${id}`, title, ['files'], steps), in: 'rest' })

export const sending = (
  { role, path }: AskedFile,
  { bytes }: Pick<FileSample, 'bytes'>,
  expect: Expect,
  headers: Readonly<Record<string, string>> = {},
): Step => ({
  as: role,
  method: 'PUT',
  path,
  bytes: bytes.toString('base64'),
  headers: { 'content-type': 'application/octet-stream', ...headers },
  expect,
})

export const reading = (
  { role, path }: AskedFile,
  expect: Expect,
  headers: Readonly<Record<string, string>> = {},
): Step => ({
  as: role,
  method: 'GET',
  path,
  headers: { accept: '*/*', ...headers },
  expect: expect.status === 404 ? expect : { ...expect, headers: { ...kept, ...expect.headers } },
})

/** By a browser, which asks each time whether it is still its reader's to see. */
const kept = { 'cache-control': { matches: 'private(, no-cache)?|no-store' } } as const

export const digestOf = ({ bytes }: Pick<FileSample, 'bytes'>): string => `sha256:${hash('sha256', bytes, 'hex')}`

/** RFC 9530. */
export const reprDigestOf = ({ bytes }: Pick<FileSample, 'bytes'>): string =>
  `sha-256=:${hash('sha256', bytes, 'base64')}:`

/** What a row says of its file. */
export const toldIn = ({ field: { name } }: AskedFile, sample: FileSample): readonly Place[] => [
  { at: `/${name}/size`, equals: sample.bytes.length },
  { at: `/${name}/kind`, equals: sample.kind },
  { at: `/${name}/digest`, equals: digestOf(sample) },
]

/** All of these bytes. */
export const given = ({ bytes, kind }: FileSample): Expect => ({
  status: 200,
  headers: {
    'content-length': { equals: String(bytes.length) },
    'content-type': { contains: kind },
    'repr-digest': { equals: reprDigestOf({ bytes }) },
  },
})

import type { Scenario } from '../scenario.ts'
import {
  type AskedFile,
  askedFiles,
  digestOf,
  fileScenario,
  given,
  reading,
  reprDigestOf,
  sending,
  toldIn,
} from './asked-files.ts'
import type { About } from './derivation.ts'
import { fileRights } from './file-rights.ts'
import { fileUploads } from './file-uploads.ts'

/** Fields whose values are files: sent, given out, bounded, gone on with, and of whom. */
export const fileScenarios = (about: About): readonly Scenario[] =>
  askedFiles(about).flatMap((asked) => [
    sent(asked),
    ranges(asked),
    bounds(asked),
    ...bodies(asked),
    ...fileUploads(asked),
    ...fileRights(asked),
  ])

const sent = (asked: AskedFile): Scenario => {
  const { field, sample, path, one, role } = asked
  const etag = `"${digestOf(sample)}"`
  const none = { status: 200, body: [{ at: `/${field.name}`, equals: null }] } as const
  return fileScenario(
    asked,
    'sent',
    `${field.name} is sent, told of in its row, given out as it came, and taken away`,
    [
      sending(
        asked,
        sample,
        { status: 200, body: [...toldIn(asked, sample), { at: `/${field.name}/name`, equals: 'a letter.txt' }] },
        { 'content-disposition': 'attachment; filename="a letter.txt"', 'repr-digest': reprDigestOf(sample) },
      ),
      { as: role, method: 'GET', path: one, expect: { status: 200, body: toldIn(asked, sample) } },
      reading(asked, {
        ...given(sample),
        headers: {
          ...given(sample).headers,
          etag: { equals: etag },
          'x-content-type-options': { equals: 'nosniff' },
          'content-disposition': { contains: 'a letter.txt' },
        },
      }),
      { ...reading(asked, given(sample)), method: 'HEAD' },
      reading(asked, { status: 304 }, { 'if-none-match': etag }),
      reading(asked, { status: 200 }, { 'if-none-match': '"another"' }),
      { as: role, method: 'DELETE', path, expect: none },
      { as: role, method: 'GET', path: one, expect: none },
      reading(asked, { status: 404 }),
    ],
  )
}

const ranges = (asked: AskedFile): Scenario => {
  const { field, sample } = asked
  const { length } = sample.bytes
  const part = (range: string, of: string | null, headers = {}) =>
    reading(
      asked,
      of === null ? given(sample) : { status: 206, headers: { 'content-range': { equals: `bytes ${of}/${length}` } } },
      { range, ...headers },
    )
  const beyond = { status: 416, headers: { 'content-range': { equals: `bytes */${length}` } } } as const
  return fileScenario(asked, 'ranges', `one range of ${field.name} is given, and what is not there is refused`, [
    sending(asked, sample, { status: 200 }),
    part('bytes=1-3', '1-3'),
    part('bytes=-4', `${length - 4}-${length - 1}`),
    part('bytes=2-', `2-${length - 1}`),
    part(`bytes=2-${length + 9}`, `2-${length - 1}`),
    reading(asked, beyond, { range: `bytes=${length}-` }),
    part('bytes=0-1,3-4', null),
    part('bytes=3-1', null),
    { ...part('bytes=1-3', null), method: 'HEAD' },
    part('bytes=1-3', null, { 'if-range': '"another"' }),
    part('bytes=1-3', '1-3', { 'if-range': `"${digestOf(sample)}"` }),
  ])
}

/** Longer than anything that is sent to see whether a file may be so long. */
const sentMax = 262_144

const bounds = (asked: AskedFile): Scenario => {
  const { field, file, sample, unwanted } = asked
  const whole = { bytes: Buffer.concat([sample.bytes, Buffer.alloc(file.bytesMax, 'x')]).subarray(0, file.bytesMax) }
  const longer = { bytes: Buffer.concat([whole.bytes, Buffer.from('x')]) }
  return fileScenario(asked, 'bounds', `what is no ${field.name} is refused, and what there was stays`, [
    sending(asked, sample, { status: 200 }),
    ...(file.bytesMax > sentMax
      ? []
      : [sending(asked, longer, { status: 413, body: [{ at: '/code', equals: 'too-large' }] })]),
    ...(unwanted
      ? [sending(asked, unwanted, { status: 422, body: [{ at: '/detail', contains: unwanted.kind }] })]
      : []),
    sending(asked, sample, { status: 422 }, { 'repr-digest': reprDigestOf({ bytes: Buffer.from('others') }) }),
    sending(asked, sample, { status: 400 }, { 'repr-digest': 'md5=:AAAA:' }),
    sending(asked, sample, { status: 400 }, { 'content-range': `bytes 0-${sample.bytes.length - 1}/99` }),
    sending(asked, sample, { status: 415 }, { 'content-type': 'multipart/form-data; boundary=x' }),
    sending(asked, sample, { status: 412 }, { 'if-match': '"another"' }),
    reading(asked, given(sample)),
    ...(file.bytesMax > sentMax ? [] : [sending(asked, whole, { status: 200 })]),
  ])
}

/** Nobody says in a body what is known of a file, and where one says nothing of it, it stays. */
const bodies = (asked: AskedFile): readonly Scenario[] => {
  const { about, field, sample, role } = asked
  const [row] = about.rows
  const path = row && about.path('update', row)
  if (!path) return []
  const errors = [{ at: '/errors', some: { '/path': `/${field.name}`, '/code': 'not-writable' } }]
  const told = { digest: digestOf(sample), size: sample.bytes.length, kind: sample.kind, name: null }
  return [
    fileScenario(asked, 'bodies', `nobody says in a body what ${field.name} is, and without a word of it, it stays`, [
      sending(asked, sample, { status: 200 }),
      ...[null, told].map((value) => ({
        as: role,
        method: 'PATCH' as const,
        path,
        body: { [field.name]: value },
        expect: { status: 422, body: errors },
      })),
      { as: role, method: 'PATCH', path, body: {}, expect: { status: 200, body: toldIn(asked, sample) } },
      reading(asked, given(sample)),
    ]),
  ]
}

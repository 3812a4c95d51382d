import type { Expect, Scenario, Step } from '../scenario.ts'
import { type AskedFile, fileScenario, given, reading, toldIn } from './asked-files.ts'

/** Uploads that go on from where they were broken off (tus 1.0.0). */
export const fileUploads = (asked: AskedFile): readonly Scenario[] => [resumed(asked), abandoned(asked)]

const version = { 'tus-resumable': '1.0.0' }
const other = { 'tus-resumable': '0.2.2' }

const begin = (
  { role, path }: AskedFile,
  length: number,
  expect: Expect,
  headers: Readonly<Record<string, string>> = version,
): Step => ({
  as: role,
  method: 'POST',
  path,
  headers: { 'upload-length': String(length), ...headers },
  expect,
})

const begun = (asked: AskedFile, length: number): Step => ({
  ...begin(asked, length, { status: 201, headers: { location: { matches: '/.+/uploads/[\\w-]+' } } }),
  save: { at: 'header:location' },
})

const append = (
  { role }: AskedFile,
  offset: number,
  bytes: Buffer,
  expect: Expect,
  headers: Readonly<Record<string, string>> = {},
): Step => ({
  as: role,
  method: 'PATCH',
  path: '{{at}}',
  bytes: bytes.toString('base64'),
  headers: {
    ...version,
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream',
    ...headers,
  },
  expect,
})

const asking = (as: string, expect: Expect): Step => ({ as, method: 'HEAD', path: '{{at}}', expect })
const gone: Expect = { status: 404 }

/** Its first byte says nothing of what it is: only when there is more of it is that asked. */
const resumed = (asked: AskedFile): Scenario => {
  const { field, file, sample, role, one, about } = asked
  const { length } = sample.bytes
  const [first, rest] = [sample.bytes.subarray(0, 1), sample.bytes.subarray(1)]
  const isAt = (offset: number): Expect => ({ status: 204, headers: { 'upload-offset': { equals: String(offset) } } })
  // Whoever is known by rows is nobody under another name.
  const others = about.model.access.membership === undefined ? [asking(`${role}/another`, gone)] : []
  return fileScenario(
    asked,
    'resumed',
    `an upload of ${field.name} is gone on with from where it is, and is its caller's alone`,
    [
      { as: role, method: 'DELETE', path: asked.path, expect: { status: 200 } },
      begin(asked, length, { status: 400 }, {}),
      begin(asked, length, { status: 400 }, { ...version, 'upload-length': 'all' }),
      { as: role, method: 'POST', path: asked.path, headers: version, expect: { status: 400 } },
      begin(asked, file.bytesMax + 1, { status: 413 }),
      begin(asked, length, { status: 412 }, other),
      begun(asked, length),
      append(asked, 0, first, isAt(1)),
      asking(role, {
        status: 200,
        headers: {
          'upload-offset': { equals: '1' },
          'upload-length': { equals: String(length) },
          'cache-control': { equals: 'no-store' },
        },
      }),
      { ...asking(role, { status: 412 }), headers: other },
      ...others,
      append(asked, 0, rest, { status: 409 }),
      append(asked, 1, rest, { status: 415 }, { 'content-type': 'text/plain' }),
      append(asked, 1, rest, { status: 412 }, other),
      append(asked, 1, rest, { status: 400 }, { 'upload-offset': 'one' }),
      reading(asked, gone),
      append(asked, 1, rest, isAt(length)),
      { as: role, method: 'GET', path: one, expect: { status: 200, body: toldIn(asked, sample) } },
      reading(asked, given(sample)),
      asking(role, gone),
    ],
  )
}

const abandoned = (asked: AskedFile): Scenario => {
  const { field, sample, unwanted, role } = asked
  const { length } = sample.bytes
  return fileScenario(
    asked,
    'abandoned',
    `an upload of ${field.name} that is given up, longer than was said, or of another kind leaves nothing`,
    [
      { as: role, method: 'DELETE', path: asked.path, expect: { status: 200 } },
      begun(asked, length),
      append(asked, 0, sample.bytes.subarray(0, 3), { status: 204 }),
      { as: role, method: 'DELETE', path: '{{at}}', headers: other, expect: { status: 412 } },
      { as: role, method: 'DELETE', path: '{{at}}', expect: { status: 204 } },
      asking(role, gone),
      begun(asked, length),
      append(asked, 0, Buffer.concat([sample.bytes, sample.bytes]), { status: 413 }),
      ...(unwanted
        ? [begun(asked, unwanted.bytes.length), append(asked, 0, unwanted.bytes, { status: 422 }), asking(role, gone)]
        : []),
      reading(asked, gone),
    ],
  )
}

import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOfKinds } from './is-of-kinds.ts'
import { kindOf } from './kind-of.ts'

const latin = (text: string): Buffer => Buffer.from(text, 'latin1')
const hex = (digits: string): Buffer => Buffer.from(digits.replaceAll(' ', ''), 'hex')

interface Zipped {
  readonly name: string
  readonly content?: string
  readonly isDeflated?: boolean
  /** As a stream writes it: its length comes after it. */
  readonly isStreamed?: boolean
}

const zip = (...entries: readonly Zipped[]): Buffer =>
  Buffer.concat(
    entries.map(({ name, content = '', isDeflated = false, isStreamed = false }) => {
      const header = Buffer.alloc(30)
      header.write('PK\x03\x04', 'latin1')
      header.writeUInt16LE(isStreamed ? 8 : 0, 6)
      header.writeUInt16LE(isDeflated || isStreamed ? 8 : 0, 8)
      header.writeUInt32LE(isStreamed ? 0 : content.length, 18)
      header.writeUInt16LE(name.length, 26)
      return Buffer.concat([header, latin(name), latin(content), isStreamed ? latin('PK\x07\x08'.padEnd(16, 'x')) : latin('')]) // biome-ignore format: one list
    }),
  )

const riff = (form: string) => Buffer.concat([latin('RIFF'), hex('24000000'), latin(`${form}fmt `)])
const iso = (brand: string) => Buffer.concat([hex('00000018'), latin(`ftyp${brand}`), hex('00000000'), latin('isom')])
const mp3 = Buffer.alloc(2000)
// MPEG-1 Layer III, 128 kbit/s, 44.1 kHz: frames of 417 bytes.
for (let at = 0; at < mp3.length; at += 417) hex('fffb9000').copy(mp3, at)
const officeOf = (part: string, more: readonly Zipped[] = []) => zip({ name: '[Content_Types].xml', content: 'x'.repeat(900), isDeflated: true }, { name: '_rels/.rels', content: 'y' }, { name: part, content: 'z' }, ...more) // biome-ignore format: one zip

const known: readonly (readonly [string, Buffer])[] = [
  ['application/pdf', latin('%PDF-1.7\n%âãÏÓ')],
  ['image/png', hex('89504e470d0a1a0a 0000000d 49484452')],
  ['image/jpeg', hex('ffd8ffe0 0010 4a464946 00')],
  ['image/gif', latin('GIF89a\x01\x00\x01\x00')],
  ['image/webp', riff('WEBP')],
  ['image/tiff', hex('49492a00 08000000')],
  ['image/tiff', hex('4d4d002a 00000008')],
  ['image/bmp', hex('424d 46000000 00000000 36000000 28000000')],
  ['image/heic', iso('heic')],
  ['image/avif', iso('avif')],
  ['image/svg+xml', latin('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['image/svg+xml', latin('<?xml version="1.0"?>\n<!-- made by hand -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">\n<svg:svg>')], // biome-ignore format: one row
  ['video/mp4', iso('isom')],
  ['video/mp4', iso('mp42')],
  ['audio/mp4', iso('M4A ')],
  ['video/quicktime', iso('qt  ')],
  ['video/webm', Buffer.concat([hex('1a45dfa3 9f 4286 81 01 4282 84'), latin('webm')])],
  ['video/x-matroska', Buffer.concat([hex('1a45dfa3 a3 4286 81 01 4282 88'), latin('matroska')])],
  ['video/x-msvideo', riff('AVI ')],
  ['audio/wav', riff('WAVE')],
  ['audio/mpeg', latin('ID3\x04\x00')],
  ['audio/mpeg', mp3],
  ['audio/flac', latin('fLaC\x00\x00\x00\x22')],
  ['application/ogg', latin('OggS\x00\x02')],
  ['application/gzip', gzipSync('anything')],
  ['application/x-bzip2', Buffer.concat([latin('BZh9'), hex('314159265359')])],
  ['application/x-xz', hex('fd377a585a00 0004')],
  ['application/zstd', hex('28b52ffd 2400')],
  ['application/x-7z-compressed', hex('377abcaf271c 0004')],
  ['application/vnd.rar', latin('Rar!\x1a\x07\x01\x00')],
  ['application/x-tar', Buffer.concat([Buffer.from('a.txt'), Buffer.alloc(252), latin('ustar\x0000')])],
  ['application/dicom', Buffer.concat([Buffer.alloc(128), latin('DICM')])],
  ['application/x-ole-storage', hex('d0cf11e0a1b11ae1 0000')],
  ['application/rtf', latin('{\\rtf1\\ansi')],
  ['application/zip', zip({ name: 'a.txt', content: 'word/document.xml' })],
  ['application/zip', zip({ name: 'word/a.txt' }, { name: 'word/b.txt' })],
  ['application/zip', latin(`PK\x05\x06${'\0'.repeat(18)}`)],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', officeOf('word/document.xml')],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', officeOf('xl/workbook.xml')],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', officeOf('ppt/presentation.xml')],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', zip({ name: '[Content_Types].xml', content: 'PK', isStreamed: true }, { name: 'xl/workbook.xml', isStreamed: true })], // biome-ignore format: one row
  ['application/vnd.ms-word.document.macroenabled.12', officeOf('word/document.xml', [{ name: 'word/vbaProject.bin' }])], // biome-ignore format: one row
  ['application/vnd.oasis.opendocument.text', zip({ name: 'mimetype', content: 'application/vnd.oasis.opendocument.text' })], // biome-ignore format: one row
  ['application/epub+zip', zip({ name: 'mimetype', content: 'application/epub+zip' }, { name: 'META-INF/container.xml' })], // biome-ignore format: one row
  ['application/java-archive', zip({ name: 'META-INF/' }, { name: 'META-INF/MANIFEST.MF' })],
  ['application/xml', latin('<?xml version="1.0"?><order/>')],
  ['application/xml', latin('<soap:Envelope xmlns:soap="x">')],
  ['text/html', latin('  \n<!DOCTYPE html><title>x</title>')],
  ['application/xhtml+xml', latin('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">')],
  ['text/plain', latin('name,age\nAda,36\n')],
  ['text/plain', latin('{"name":"Ada"}')],
  ['text/plain', Buffer.from('Grüße, 世界 🌍')],
  ['text/plain', latin('caf\xe9 in an encoding of old')],
  ['application/vnd.sqlite3', latin('SQLite format 3\0')],
  ['application/x-elf', hex('7f454c46 0201')],
  ['application/vnd.microsoft.portable-executable', hex('4d5a 9000')],
  ['application/wasm', hex('0061736d 01000000')],
  ['application/octet-stream', hex('00010203')],
]

test.each(known)('%s is told by how it begins', (kind, bytes) => {
  expect(kindOf(bytes)).toBe(kind)
})

describe('what is meant to be taken for something else', () => {
  test.each<readonly [string, string, Buffer]>([
    ['nothing at all is text', 'text/plain', latin('')],
    ['a byte of text is text', 'text/plain', latin('a')],
    ['a byte that is none is unknown', 'application/octet-stream', hex('00')],
    ['half a signature is no signature', 'application/octet-stream', hex('89504e47 0d0a1a')],
    ['PDF behind a picture is the picture', 'image/gif', latin('GIF89a\x01\x00%PDF-1.4')],
    ['PDF behind anything is not PDF', 'application/octet-stream', latin('\x00\x00%PDF-1.4')],
    ['a zip behind a picture is the picture', 'image/jpeg', Buffer.concat([hex('ffd8ffe0'), zip({ name: 'a' })])],
    ['a zip behind text is unknown', 'application/octet-stream', Buffer.concat([latin('# '), zip({ name: 'a' })])],
    ['HTML that begins as a picture is the picture', 'image/gif', latin('GIF89a/*<html><script>alert(1)</script>*/')],
    ['HTML behind a comment is HTML', 'text/html', latin('<!-- a letter -->\n<script>alert(1)</script>')],
    ['HTML behind a comment that does not end is HTML', 'text/html', latin(`<!-- ${'a'.repeat(500)}`)],
    ['HTML behind very many comments is HTML', 'text/html', latin(`${'<!---->'.repeat(9000)}<script>`)],
    ['HTML behind a byte order mark is HTML', 'text/html', Buffer.from('\ufeff<script>alert(1)</script>')],
    ['HTML in UTF-16 is HTML', 'text/html', Buffer.from('\ufeff<!doctype html><p>', 'utf16le')],
    ['HTML in UTF-16, the other way round, is HTML', 'text/html', Buffer.from('\ufeff<!doctype html><p>', 'utf16le').swap16()], // biome-ignore format: one row
    ['text in UTF-16 with its mark is text', 'text/plain', Buffer.from('\ufeffa letter', 'utf16le')],
    ['text in UTF-16 without one is unknown', 'application/octet-stream', Buffer.from('a letter', 'utf16le')],
    ['pictures with scripts, behind a type with declarations, are what they are', 'image/svg+xml', latin('<!DOCTYPE svg [<!ENTITY a "b>c">]><svg onload="alert(1)">')], // biome-ignore format: one row
    ['a name that begins like an element is another one', 'application/xml', latin('<pattern>x</pattern>')],
    ['less-than is not markup', 'text/plain', latin('<3 of you')],
    ['text that begins with BM is text', 'text/plain', latin('BMW 320d, 2019')],
    ['RIFF that is neither sound nor picture is unknown', 'application/octet-stream', riff('XXXX')],
    ['a sync without a frame behind it is no sound', 'application/octet-stream', Buffer.concat([hex('fffb9000'), Buffer.alloc(1000)])], // biome-ignore format: one row
    ['a brand that nobody knows is unknown', 'application/octet-stream', iso('evil')],
    ['a zip that names no kind it may name is a zip', 'application/zip', zip({ name: 'mimetype', content: 'text/html' })], // biome-ignore format: one row
    ['a zip whose packed mimetype says ODT is a zip', 'application/zip', zip({ name: 'mimetype', content: 'application/vnd.oasis.opendocument.text', isDeflated: true })], // biome-ignore format: one row
    ['a zip whose lengths run past its end is a zip', 'application/zip', Buffer.concat([hex('504b0304'), Buffer.alloc(26, 0xff)])], // biome-ignore format: one row
  ])('%s', (_, kind, bytes) => {
    expect(kindOf(bytes)).toBe(kind)
  })

  test('a bomb is told by its name, and not opened', () => {
    const bomb = Buffer.concat([gzipSync(Buffer.alloc(2 ** 24)), Buffer.alloc(10)])
    const before = process.memoryUsage().arrayBuffers
    expect(kindOf(bomb)).toBe('application/gzip')
    expect(kindOf(zip(...Array.from({ length: 1500 }, () => ({ name: 'a/', isStreamed: true }))))).toBe('application/zip') // biome-ignore format: one claim
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 22)
  })

  test('any bytes are of some kind, soon', () => {
    const seeds = fc.constantFrom(...known.map(([, bytes]) => bytes.subarray(0, 64)))
    const hostile = fc.tuple(seeds, fc.uint8Array({ maxLength: 400 }), seeds).map((all) => Buffer.concat(all))
    fc.assert(
      fc.property(hostile, (bytes) => /^[a-z]+\/[a-z0-9.+-]+$/.test(kindOf(bytes))),
      { numRuns: 2000 },
    )
  })
})

test('kinds are wanted by name or by family; text is taken for what its bytes do not tell from it', () => {
  expect(isOfKinds('image/png', ['image/png'])).toBe(true)
  expect(isOfKinds('image/png', ['image/*'])).toBe(true)
  expect(isOfKinds('image/png', ['image/jpeg', 'application/pdf'])).toBe(false)
  expect(isOfKinds('image/png', [])).toBe(false)
  expect(isOfKinds('text/plain', ['text/csv'])).toBe(true)
  expect(isOfKinds('text/plain', ['application/json'])).toBe(true)
  expect(isOfKinds('text/plain', ['image/png', 'application/*'])).toBe(false)
})

test('what runs scripts is meant by no family', () => {
  expect(isOfKinds('image/svg+xml', ['image/*'])).toBe(false)
  expect(isOfKinds('image/svg+xml', ['image/svg+xml'])).toBe(true)
  expect(isOfKinds('text/html', ['text/*', 'text/plain', 'text/csv'])).toBe(false)
  expect(isOfKinds('application/xhtml+xml', ['application/xml'])).toBe(false)
})

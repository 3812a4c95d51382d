import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** A file of an archive. */
export interface Archived {
  readonly path: string
  readonly bytes: Uint8Array
}

/**
 * Files as a tar of POSIX.1-2001 (pax interchange format) in gzip, in their order, each of nobody, from no time: the same files give the same
 * bytes. They are packed beside the thread that answers.
 */
export const archiveOf = (files: readonly Archived[]): Promise<Buffer> =>
  packed(Buffer.concat([...files.flatMap(({ path, bytes }) => entryOf(path, bytes)), Buffer.alloc(2 * block)]), {
    level: 6,
  })

const packed = promisify(gzip)

const block = 512
/** Of a name in a header; a longer one is said before it. */
const nameBytesMax = 100

const entryOf = (path: string, bytes: Uint8Array): readonly Uint8Array[] => {
  const isLong = Buffer.byteLength(path) > nameBytesMax
  const said = isLong ? paxOf('path', path) : Buffer.alloc(0)
  return [
    ...(isLong ? [headerOf('pax', said.length, 'x'), said, padding(said.length)] : []),
    headerOf(isLong ? 'long' : path, bytes.length, '0'),
    bytes,
    padding(bytes.length),
  ]
}

const padding = (length: number): Buffer => Buffer.alloc((block - (length % block)) % block)

/** `<length> <key>=<value>\n`, where the length counts itself. */
const paxOf = (key: string, value: string): Buffer => {
  const rest = ` ${key}=${value}\n`
  let length = Buffer.byteLength(rest)
  while (Buffer.byteLength(`${length}${rest}`) !== length) length = Buffer.byteLength(`${length}${rest}`)
  return Buffer.from(`${length}${rest}`)
}

const headerOf = (name: string, size: number, type: string): Buffer => {
  const header = Buffer.alloc(block)
  header.write(name, 0)
  header.write('0000644\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write('00000000000\0', 136)
  header.write('        ', 148)
  header.write(type, 156)
  header.write('ustar\u000000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

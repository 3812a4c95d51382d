import { signatures } from './signatures.ts'
import { textKindOf } from './text-kind.ts'
import { zipKindOf } from './zip-kind.ts'

export const unknownKind = 'application/octet-stream'

/**
 * What the first bytes of a file (64 KiB, or all of a shorter one) say that it is, as a media type in small letters; what nobody knows is
 * `application/octet-stream`. Nothing is unpacked or parsed, and a signature counts at its own place alone: bytes that two programs read as
 * two kinds are of the kind that they begin with. So whoever serves a file says `X-Content-Type-Options: nosniff` with its kind.
 */
export const kindOf = (start: Uint8Array): string => {
  const bytes = Buffer.from(start.buffer, start.byteOffset, start.byteLength)
  for (const { at, magic, kind } of signatures) {
    if (!magic.some((each) => bytes.subarray(at, at + each.length).equals(each))) continue
    const found = typeof kind === 'string' ? kind : kind(bytes)
    if (found !== null) return found
  }
  return zipKindOf(bytes) ?? textKindOf(bytes) ?? unknownKind
}

/** One value in DER (X.690): its tag byte, its content, and all its bytes. */
export interface Der {
  readonly tag: number
  readonly content: Buffer
  readonly whole: Buffer
}

/** Reads the values that follow one another. Throws a RangeError where the bytes are no DER. */
export const readDer = (bytes: Buffer): readonly Der[] => {
  const values: Der[] = []
  for (let at = 0; at < bytes.length; ) {
    const { start, length } = lengthAt(bytes, at + 1)
    if (start + length > bytes.length) throw new RangeError('A value is longer than what holds it.')
    values.push({
      tag: bytes[at] ?? 0,
      content: bytes.subarray(start, start + length),
      whole: bytes.subarray(at, start + length),
    })
    at = start + length
  }
  return values
}

const lengthAt = (bytes: Buffer, at: number): { readonly start: number; readonly length: number } => {
  const first = bytes[at]
  if (first === undefined) throw new RangeError('A value has no length.')
  if (first < 0x80) return { start: at + 1, length: first }
  const count = first & 0x7f
  // Four bytes are more than any answer may have; no count at all is not DER.
  if (count === 0 || count > 4 || at + 1 + count > bytes.length) throw new RangeError('A length cannot be read.')
  return { start: at + 1 + count, length: bytes.readUIntBE(at + 1, count) }
}

/** The values inside one. */
export const inside = ({ content }: Der): readonly Der[] => readDer(content)

/** The one value at a place; throws a RangeError where there is none. */
export const valueAt = (values: readonly Der[], at: number): Der => {
  const value = values[at]
  if (!value) throw new RangeError('A value is missing.')
  return value
}

/** Writes a value. */
export const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  if (content.length < 0x80) return Buffer.concat([Buffer.from([tag, content.length]), content])
  const length = Buffer.from(content.length.toString(16).padStart(content.length > 0xff ? 4 : 2, '0'), 'hex')
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, content])
}

/** Tags that time stamps are made of. */
export const tags = { integer: 0x02, octets: 0x04, sequence: 0x30, set: 0x31, context0: 0xa0 } as const

/** Object identifiers, as the bytes inside a value. */
export const oids = {
  sha256: '608648016503040201',
  sha384: '608648016503040202',
  sha512: '608648016503040203',
  signedData: '2a864886f70d010702',
  timeStampInfo: '2a864886f70d0109100104',
  messageDigest: '2a864886f70d010904',
} as const

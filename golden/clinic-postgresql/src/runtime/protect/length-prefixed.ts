const absent = 0xffffffff
const lengthBytes = 4

/**
 * Texts one after another, each with its UTF-8 length before it in four bytes, big-endian; null is the length 0xffffffff
 * alone. So no two lists of texts have the same bytes.
 */
export const lengthPrefixed = (parts: readonly (string | null)[]): Buffer => {
  let length = 0
  for (const part of parts) length += lengthBytes + (part === null ? 0 : Buffer.byteLength(part))
  const bytes = Buffer.allocUnsafe(length)
  let at = 0
  for (const part of parts) {
    const start = at + lengthBytes
    const written = part === null ? 0 : bytes.write(part, start)
    bytes.writeUInt32BE(part === null ? absent : written, at)
    at = start + written
  }
  return bytes
}

const absent = 0xffffffff

/**
 * Texts one after another, each with its UTF-8 length before it in four bytes, big-endian; null is the length 0xffffffff
 * alone. So no two lists of texts have the same bytes.
 */
export const lengthPrefixed = (parts: readonly (string | null)[]): Buffer =>
  Buffer.concat(parts.flatMap((part) => (part === null ? [lengthOf(absent)] : prefixed(part))))

const prefixed = (part: string): Buffer[] => {
  const bytes = Buffer.from(part)
  return [lengthOf(bytes.length), bytes]
}

const lengthOf = (length: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  return bytes
}

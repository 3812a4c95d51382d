import { hash } from 'node:crypto'

/**
 * A SHA-256 as 32 characters, one for each byte (latin1). Text compares with `===` and costs a third of what a Buffer
 * costs to make, and there is one for each entry.
 */
export type Hash = string

export const hashBytes = 32

/** Of a tree without leaves (RFC 9162 section 2.1.1). */
export const emptyRoot: Hash = hash('sha256', '', 'binary')

/** Leaf hash of an entry's text: SHA-256(0x00 ‖ UTF-8 bytes) (RFC 9162 section 2.1.1). */
export const leafHash = (line: string): Hash => hash('sha256', `\0${line}`, 'binary')

const pair = Buffer.alloc(1 + 2 * hashBytes, 1)

/** Hash of an inner node: SHA-256(0x01 ‖ left ‖ right) (RFC 9162 section 2.1.1). */
export const nodeHash = (left: Hash, right: Hash): Hash => {
  pair.write(left, 1, hashBytes, 'latin1')
  pair.write(right, 1 + hashBytes, hashBytes, 'latin1')
  return hash('sha256', pair, 'binary')
}

/** Base64 (RFC 4648 section 4), as checkpoints and proofs carry hashes. */
export const hashText = (of: Hash): string => Buffer.from(of, 'latin1').toString('base64')

/** Null where the text is not 32 bytes in canonical base64. */
export const hashOfText = (text: string): Hash | null => {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === hashBytes && bytes.toString('base64') === text ? bytes.toString('latin1') : null
}

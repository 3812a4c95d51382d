import { createHmac, randomInt } from 'node:crypto'

/** How codes are made that a person keeps for when their authenticator is lost, and how they are kept here. */
export interface RecoveryCodes {
  /** A set of them; they are told this once. */
  make(): string[]
  /** What is kept of one, as it is shown or as somebody types it. */
  sealed(code: string): string
  /** What is kept of a set, of which some may be sealed already. */
  keep(codes: readonly string[]): string
}

const amount = 10
const groups = 4
/** Small letters and digits that are not mistaken for each other: 27^16 codes, of 76 bits. */
const letters = 'bcdfghjkmnpqrstvwxz23456789'
const mark = 'sealed:'

/**
 * Each is kept as an HMAC under the platform's secret: whoever reads the database has none of them, and none to guess at (NIST SP 800-63B section
 * 3.1.2.2, look-up secrets).
 */
export const recoveryCodes = (secret: string): RecoveryCodes => {
  const sealed = (code: string): string =>
    mark + createHmac('sha256', `recovery codes ${secret}`).update(plain(code)).digest('base64url')
  return {
    make: () => Array.from({ length: amount }, newCode),
    sealed,
    keep: (codes) => JSON.stringify(codes.map((code) => (code.startsWith(mark) ? code : sealed(code)))),
  }
}

/** `bcdf-ghjk-mnpq-rstv`. */
const newCode = (): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join(''),
  ).join('-')

const plain = (code: string): string => code.toLowerCase().replace(/[^a-z0-9]/g, '')

import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { rsaWeakness } from './rsa-key.ts'

const good = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' })
const integerOf = (text = ''): bigint => BigInt(`0x${Buffer.from(text, 'base64url').toString('hex')}`)
const textOf = (integer: bigint): string => {
  const hex = integer.toString(16)
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString('base64url')
}

test('a key as it is made here is believed', () => {
  expect(rsaWeakness(good)).toBe(null)
})

test.each([1n, 3n, 65_535n, 65_538n, 1n << 256n])('an exponent of %i is not', (exponent) => {
  expect(rsaWeakness({ ...good, e: textOf(exponent) })).toBe('its exponent is out of range')
})

test('a modulus that is short, or that a small prime divides, is not', () => {
  expect(rsaWeakness({ ...good, n: textOf(integerOf(good.n) >> 1n) })).toBe('it has fewer than 2048 bits')
  const modulus = integerOf(good.n)
  expect(rsaWeakness({ ...good, n: textOf(modulus - (modulus % 163n) + (modulus > 0n ? 163n * 2n : 0n)) })).toBe(
    'a small prime divides its modulus',
  )
})

test('a modulus as the chips of CVE-2017-15361 made them is not', () => {
  // Both factors are k·M + 65537^a mod M there, with M a product of primes: the modulus is a power of 65537 by each of them.
  const primes = [
    2n,
    3n,
    5n,
    7n,
    11n,
    13n,
    17n,
    19n,
    23n,
    29n,
    31n,
    37n,
    41n,
    43n,
    47n,
    53n,
    59n,
    61n,
    67n,
    71n,
    73n,
    79n,
  ]
  const more = [83n, 89n, 97n, 101n, 103n, 107n, 109n, 113n, 127n, 131n, 137n, 139n, 149n, 151n, 157n, 163n, 167n]
  const product = [...primes, ...more].reduce((one, other) => one * other, 1n)
  const modulus = ((1n << 2047n) / product + 1n) * product + (65_537n ** 77n % product)
  expect(rsaWeakness({ ...good, n: textOf(modulus) })).toBe('its factors can be found (ROCA)')
})

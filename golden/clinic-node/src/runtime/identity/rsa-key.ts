import type { JWK } from 'jose'

/**
 * Why an RSA key may not be believed, though its size is enough; null where nothing is known against it:
 * - an exponent outside 2^16 < e < 2^256, or even (FIPS 186-5 section 5.4; with 1 anybody signs),
 * - a modulus that a small prime divides,
 * - one with the fingerprint of CVE-2017-15361 (ROCA: Nemec et al., "The Return of Coppersmith's Attack", CCS 2017), whose factors are found.
 */
export const rsaWeakness = ({ n = '', e = '' }: JWK): string | null => {
  const [modulus, exponent] = [integerOf(n), integerOf(e)]
  if (exponent <= 65_536n || exponent >= 1n << 256n || exponent % 2n === 0n) return 'its exponent is out of range'
  if (modulus < 1n << 2047n) return 'it has fewer than 2048 bits'
  if (smallPrimes.some((prime) => modulus % prime === 0n)) return 'a small prime divides its modulus'
  return fingerprint.every(({ prime, powers }) => powers.has(modulus % prime))
    ? 'its factors can be found (ROCA)'
    : null
}

const integerOf = (text: string): bigint => BigInt(`0x${Buffer.from(text, 'base64url').toString('hex') || '0'}`)

const primesTo = (last: number): readonly bigint[] =>
  Array.from({ length: last - 1 }, (_, at) => at + 2)
    .filter((number) => Array.from({ length: number - 2 }, (_, at) => at + 2).every((each) => number % each !== 0))
    .map(BigInt)

const smallPrimes = primesTo(167)

/** By each of these primes such a modulus is a power of 65537; any other is so by all of them once in some 2^27 keys. */
const fingerprint = smallPrimes.map((prime) => ({ prime, powers: powersOf(65_537n % prime, prime) }))

function powersOf(base: bigint, prime: bigint): ReadonlySet<bigint> {
  const powers = new Set<bigint>()
  for (let power = 1n; !powers.has(power); power = (power * base) % prime) powers.add(power)
  return powers
}

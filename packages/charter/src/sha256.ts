/** SHA-256 (FIPS 180-4) of UTF-8 text, as hex. In plain code, so that this package runs where there is no `node:crypto`. */
export const sha256 = (text: string): string => {
  const bytes = padded(new TextEncoder().encode(text))
  const state = Uint32Array.from(initial)
  const words = new Uint32Array(64)
  const view = new DataView(bytes.buffer)
  for (let block = 0; block < bytes.length; block += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(block + i * 4)
    compress(state, words)
  }
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('')
}

const padded = (message: Uint8Array): Uint8Array => {
  const length = Math.ceil((message.length + 9) / 64) * 64
  const bytes = new Uint8Array(length)
  bytes.set(message)
  bytes[message.length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setUint32(length - 8, Math.floor(message.length / 0x2000_0000))
  view.setUint32(length - 4, message.length << 3)
  return bytes
}

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

const compress = (state: Uint32Array, words: Uint32Array): void => {
  for (let i = 16; i < 64; i++) {
    const [far, near] = [words[i - 15] ?? 0, words[i - 2] ?? 0]
    const small0 = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3)
    const small1 = rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10)
    words[i] = (words[i - 16] ?? 0) + small0 + (words[i - 7] ?? 0) + small1
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let i = 0; i < 64; i++) {
    const big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const one = (h + big1 + ((e & f) ^ (~e & g)) + (rounds[i] ?? 0) + (words[i] ?? 0)) | 0
    const big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const two = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
  }
  const worked = [a, b, c, d, e, f, g, h]
  for (const [i, word] of worked.entries()) state[i] = (state[i] ?? 0) + word
}

const primes = (count: number): readonly number[] => {
  const found: number[] = []
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n)
  return found
}

/** Fractional bits of the square and cube roots of the first primes (FIPS 180-4 sections 4.2.2 and 5.3.3). */
const fraction = (root: number): number => Math.floor((root - Math.floor(root)) * 0x1_0000_0000)
const initial = primes(8).map((prime) => fraction(Math.sqrt(prime)))
const rounds = primes(64).map((prime) => fraction(Math.cbrt(prime)))

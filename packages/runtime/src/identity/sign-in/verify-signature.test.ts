import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { JWK } from 'jose'
import { describe, expect, test } from 'vitest'
import { localKeys } from '../jwks.ts'
import { signatureAlgorithms, verifySignature } from './verify-signature.ts'

const accepts = (text: string, key: JWK, crypto?: 'fips'): Promise<boolean> =>
  verifySignature(text, localKeys({ keys: [key] }), signatureAlgorithms(crypto)).then(
    () => true,
    (error: { problem?: { code: string } }) => {
      expect(error.problem?.code).toBe('unauthenticated')
      return false
    },
  )

const part = (value: string): string => Buffer.from(value).toString('base64url')
const payload = 'eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ'

describe('examples of the standards', () => {
  test('RFC 7515 appendix A.3: ECDSA P-256 holds', async () => {
    const key = {
      kty: 'EC',
      crv: 'P-256',
      x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
      y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
    }
    const signature = 'DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q'
    expect(await accepts(`eyJhbGciOiJFUzI1NiJ9.${payload}.${signature}`, key)).toBe(true)
    expect(await accepts(`eyJhbGciOiJFUzI1NiJ9.${payload.replace('eyJp', 'eyJq')}.${signature}`, key)).toBe(false)
  })

  test('RFC 8037 appendix A.4: Ed25519 holds, but not under FIPS 140-3', async () => {
    const key = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }
    const text =
      'eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg'
    expect(await accepts(text, key)).toBe(true)
    expect(await accepts(text, key, 'fips')).toBe(false)
  })

  test('RFC 7515 appendix A.1: an HMAC is refused, though it is right', async () => {
    const k = 'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow'
    const text = `eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.${payload}.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk`
    expect(await accepts(text, { kty: 'oct', k, alg: 'HS256' })).toBe(false)
  })

  test('RFC 7515 appendix A.5: what is not signed is refused', async () => {
    const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }) as JWK
    expect(await accepts(`eyJhbGciOiJub25lIn0.${payload}.`, key)).toBe(false)
  })
})

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ecKey = { ...ec.publicKey.export({ format: 'jwk' }), alg: 'ES256' } as JWK
const rsaKey = { ...rsa.publicKey.export({ format: 'jwk' }), alg: 'RS256' } as JWK

const signed = (header: object, body = '{}', { privateKey }: { privateKey: KeyObject } = ec): string => {
  const text = `${part(JSON.stringify(header))}.${part(body)}`
  return `${text}.${sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

describe('a signature of each class', () => {
  test('right ones are taken, also of nothing', async () => {
    expect(await accepts(signed({ alg: 'ES256' }), ecKey)).toBe(true)
    expect(await accepts(signed({ alg: 'ES256' }, ''), ecKey)).toBe(true)
    expect(await accepts(signed({ alg: 'RS256' }, '{}', rsa), rsaKey)).toBe(true)
  })

  test('one of another algorithm than the key’s is refused: by another padding, hash or secret', async () => {
    expect(await accepts(signed({ alg: 'PS256' }, '{}', rsa), rsaKey)).toBe(false)
    expect(await accepts(signed({ alg: 'RS512' }, '{}', rsa), { ...rsaKey, alg: 'RS512' })).toBe(false)
    const head = `${part('{"alg":"HS256"}')}.${part('{}')}`
    for (const secret of [
      rsa.publicKey.export({ type: 'spki', format: 'pem' }),
      rsa.publicKey.export({ type: 'spki', format: 'der' }),
    ]) {
      const mac = createHmac('sha256', secret).update(head).digest('base64url')
      expect(await accepts(`${head}.${mac}`, rsaKey)).toBe(false)
    }
  })

  test.each(['use', 'key_ops'])('a key that is for something else (%s) does not verify', async (member) => {
    const other = { ...ecKey, ...(member === 'use' ? { use: 'enc' } : { key_ops: ['encrypt'] }) }
    expect(await accepts(signed({ alg: 'ES256' }), other)).toBe(false)
  })

  test('numbers that no signature has: zero, one, the order of the curve and what is above it', async () => {
    const [head = '', body = ''] = signed({ alg: 'ES256' }).split('.')
    const order = 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'
    const numbers = ['0'.repeat(64), `${'0'.repeat(63)}1`, order, `${order.slice(0, -1)}0`, 'f'.repeat(64)]
    for (const r of numbers)
      for (const s of numbers)
        expect(await accepts(`${head}.${body}.${Buffer.from(r + s, 'hex').toString('base64url')}`, ecKey)).toBe(false)
  })

  test('a signature cut, made longer, in the form of certificates, or with another number of the same meaning', async () => {
    const [head = '', body = '', signature = ''] = signed({ alg: 'ES256' }).split('.')
    const bytes = Buffer.from(signature, 'base64url')
    const der = sign('sha256', Buffer.from(`${head}.${body}`), ec.privateKey)
    for (const other of [bytes.subarray(1), bytes.subarray(0, 63), Buffer.concat([bytes, Buffer.alloc(1)]), der])
      expect(await accepts(`${head}.${body}.${other.toString('base64url')}`, ecKey)).toBe(false)
  })
})

describe('spellings', () => {
  const good = signed({ alg: 'ES256' })
  const [head = '', body = '', signature = ''] = good.split('.')
  const last = signature.at(-1) ?? ''
  // 64 bytes leave four spare bits in the last character, which have to be zero (RFC 4648 section 3.5).
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const twin = alphabet[alphabet.indexOf(last) + 1] ?? ''

  test.each<[string, string]>([
    ['padding', `${good}==`],
    ['a space', `${head}. ${body}.${signature}`],
    ['a line end', `${good}\n`],
    ['the alphabet of plain base64', `${head}.${body}.+${signature.slice(1)}`],
    ['spare bits', `${head}.${body}.${signature.slice(0, -1)}${twin}`],
    ['two parts', `${head}.${body}`],
    ['four parts', `${good}.`],
    ['no header', `.${body}.${signature}`],
    ['no signature', `${head}.${body}.`],
    ['nothing', ''],
    ['JSON', JSON.stringify({ protected: head, payload: body, signature })],
  ])('with %s is refused', async (_, text) => {
    expect(await accepts(text, ecKey)).toBe(false)
  })

  test.each<[string, object]>([
    ['an extension it must understand', { alg: 'ES256', crit: ['exp'], exp: 1 }],
    ['a payload that is not encoded', { alg: 'ES256', crit: ['b64'], b64: false }],
    ['a list of algorithms', { alg: ['ES256', 'none'] }],
    ['an algorithm of another case', { alg: 'es256' }],
    ['no algorithm', {}],
  ])('with %s is refused', async (_, header) => {
    expect(await accepts(signed(header), ecKey)).toBe(false)
  })
})

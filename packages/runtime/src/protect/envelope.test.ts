import { createCipheriv, createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blindIndex } from './blind-index.ts'
import { keyIdOf, type OpenKey, openText, type Place, sealText } from './envelope.ts'
import { isToken, newToken } from './token.ts'

interface Golden {
  readonly envelope: readonly {
    readonly name: string
    readonly key: string
    readonly keyId: string
    readonly nonce: string
    readonly place: Place
    readonly text: string
    readonly associatedData: string
    readonly stored: string
  }[]
  readonly index: readonly {
    readonly name: string
    readonly key: string
    readonly keyId: string
    readonly place: Omit<Place, 'key'>
    readonly text: string
    readonly message: string
    readonly index: string
  }[]
}

const golden: Golden = JSON.parse(readFileSync(new URL('../../fixtures/protection.json', import.meta.url), 'utf8'))
const keyOf = (id: string, hex: string): OpenKey => ({ id, key: createSecretKey(Buffer.from(hex, 'hex')) })

describe.each(golden.envelope)(
  'golden ciphertext: $name',
  ({ key, keyId, nonce, place, text, associatedData, stored }) => {
    test('is what sealing gives, and opens', () => {
      expect(sealText(keyOf(keyId, key), place, text, Buffer.from(nonce, 'hex'))).toBe(stored)
      expect(openText(keyOf(keyId, key), place, stored)).toBe(text)
      expect(keyIdOf(stored)).toBe(keyId)
    })

    test('is AES-256-GCM over the associated data that the vector names', () => {
      const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'hex'), Buffer.from(nonce, 'hex'))
      cipher.setAAD(Buffer.from(associatedData, 'hex'))
      const bytes = Buffer.concat([Buffer.from(nonce, 'hex'), cipher.update(text), cipher.final(), cipher.getAuthTag()])
      expect(stored).toBe(`c1.${keyId}.${bytes.toString('base64url')}`)
    })
  },
)

test.each(golden.index)('golden index: $name', ({ key, keyId, place, text, message, index }) => {
  expect(blindIndex(keyOf(keyId, key), place, text)).toBe(index)
  const digest = createHmac('sha256', Buffer.from(key, 'hex')).update(Buffer.from(message, 'hex')).digest()
  expect(index).toBe(`${keyId}.${digest.subarray(0, 24).toString('base64url')}`)
})

const arbitraryPlace = fc.record({
  tenant: fc.option(fc.string({ unit: 'binary' })),
  entity: fc.string({ unit: 'binary' }),
  field: fc.string({ unit: 'binary' }),
  key: fc.string({ unit: 'binary' }),
})
const secret: OpenKey = { id: 'd1-a', key: createSecretKey(randomBytes(32)) }

test('any text opens in its own place, and in no other', () => {
  fc.assert(
    fc.property(arbitraryPlace, arbitraryPlace, fc.string({ unit: 'binary' }), (place, other, text) => {
      const sealed = sealText(secret, place, text)
      expect(openText(secret, place, sealed)).toBe(text)
      if (JSON.stringify(place) !== JSON.stringify(other)) expect(() => openText(secret, other, sealed)).toThrow()
    }),
  )
})

test('a ciphertext altered in any bit, or cut, does not open', () => {
  const place = { tenant: null, entity: 'Patient', field: 'ssn', key: '{"id":"x"}' }
  const sealed = sealText(secret, place, '"219-09-9999"')
  const bytes = Buffer.from(sealed.slice('c1.d1-a.'.length), 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const altered = Buffer.from(bytes)
    altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    expect(() => openText(secret, place, `c1.d1-a.${altered.toString('base64url')}`)).toThrow()
  }
  for (let length = 0; length < bytes.length; length++)
    expect(() => openText(secret, place, `c1.d1-a.${bytes.subarray(0, length).toString('base64url')}`)).toThrow()
})

test('one value sealed twice gives two texts; its index is one, and another in each field and tenant', () => {
  const place = { tenant: 'a', entity: 'Patient', field: 'ssn', key: 'k' }
  expect(sealText(secret, place, '"x"')).not.toBe(sealText(secret, place, '"x"'))
  const indexes = [place, place, { ...place, tenant: 'b' }, { ...place, field: 'other' }, { ...place, entity: 'Other' }]
  expect(new Set(indexes.map((each) => blindIndex(secret, each, '"x"'))).size).toBe(4)
})

test('tokens differ, and are told from values', () => {
  expect(new Set(Array.from({ length: 1000 }, newToken)).size).toBe(1000)
  expect(isToken(newToken())).toBe(true)
  expect(['219-09-9999', 'tok_', `${newToken()}x`, null, 3].some(isToken)).toBe(false)
})

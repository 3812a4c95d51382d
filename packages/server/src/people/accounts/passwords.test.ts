import { expect, test } from 'vitest'
import { passwords } from './passwords.ts'

test('a password is known by what is kept of it, which is another each time', async () => {
  const [hash, other] = [await passwords.hash('three quiet herons'), await passwords.hash('three quiet herons')]
  expect(hash).not.toBe(other)
  expect(hash).toMatch(/^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/)
  expect(await passwords.verify({ hash, password: 'three quiet herons' })).toBe(true)
  expect(await passwords.verify({ hash, password: 'three quiet heron' })).toBe(false)
})

test('it is the same however its characters are composed, and what was kept at another cost is known', async () => {
  const hash = await passwords.hash('caf\u00e9 au lait noir')
  expect(await passwords.verify({ hash, password: 'cafe\u0301 au lait noir' })).toBe(true)
  // RFC 7914 section 12, the second of its vectors, cut to 32 bytes.
  const vector = `scrypt$10$8$16$${Buffer.from('NaCl').toString('base64url')}$${Buffer.from('fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162', 'hex').toString('base64url')}`
  expect(await passwords.verify({ hash: vector, password: 'password' })).toBe(true)
})

test('what is kept of none is nobody’s', async () => {
  expect(await passwords.verify({ hash: '', password: '' })).toBe(false)
  expect(await passwords.verify({ hash: 'three quiet herons', password: 'three quiet herons' })).toBe(false)
})

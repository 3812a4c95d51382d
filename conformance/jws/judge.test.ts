import { generateKeyPairSync, type SignKeyObjectInput, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { isFault, judge, type VectorGroup } from './judge.ts'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const head = Buffer.from('{"alg":"ES256"}').toString('base64url')
const good = `${head}.e30.${sign('sha256', Buffer.from(`${head}.e30`), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
const jwsOf = (header: object, key: SignKeyObjectInput): string => {
  const text = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.e30`
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}
const secret = `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.e30.AAAA`

const group = (key: object, jws: unknown, result: 'valid' | 'invalid'): VectorGroup => ({
  comment: 'own',
  public: { ...key },
  tests: [{ tcId: 1, comment: 'own', jws, result }],
})
const key = { ...publicKey.export({ format: 'jwk' }), alg: 'ES256' }
const faultOf = async (of: VectorGroup) => (await judge({ testGroups: [of] })).map(isFault)

test('what comes out as the file says is no fault, and what is refused on purpose says why', async () => {
  expect(await faultOf(group(key, good, 'valid'))).toEqual([false])
  expect(await faultOf(group(key, good.slice(0, -4), 'invalid'))).toEqual([false])
  const [verdict] = await judge({ testGroups: [group({ kty: 'oct', alg: 'HS256', k: 'AAAA' }, secret, 'valid')] })
  expect(verdict).toMatchObject({ isAccepted: false, reason: expect.stringContaining('HMAC') })
})

test('what is taken and should not be is a fault whatever the reason, and so is a refusal without one', async () => {
  expect(await faultOf(group(key, good, 'invalid'))).toEqual([true])
  expect(await faultOf(group(key, good.slice(0, -4), 'valid'))).toEqual([true])
})

test('the key of a set that the token names is what judges it, and a key that anybody can sign with judges nothing', async () => {
  const { publicKey: other } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const named = { alg: 'ES256', kid: 'one' }
  const signed = jwsOf(named, { key: privateKey, dsaEncoding: 'ieee-p1363' })
  const keys = [
    { ...key, kid: 'one' },
    { ...other.export({ format: 'jwk' }), kid: 'two', alg: 'ES256' },
  ]
  expect(await faultOf(group({ keys }, signed, 'valid'))).toEqual([false])
  expect(await faultOf(group({ keys: keys.slice(1) }, signed, 'invalid'))).toEqual([false])
  const cubed = generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3 })
  const set = { keys: [{ ...cubed.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256' }] }
  expect(await faultOf(group(set, jwsOf({ alg: 'RS256', kid: 'one' }, { key: cubed.privateKey }), 'invalid'))).toEqual([
    false,
  ])
})

test('a vector in JSON serialization is judged as its text', async () => {
  expect(await faultOf(group(key, { payload: 'e30', protected: head }, 'invalid'))).toEqual([false])
})

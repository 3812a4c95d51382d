// Generated from the charter "clinic". What you change here is merged when generating again.

import { deepEqual, match } from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Running, startService } from '../support.ts'
import { type By, type Key, openVouchers, type Showing, type Vouchers } from '../vouchers.ts'

describe('sign-in', () => {
  const list = '/api/patients?limit=1'
  const role = 'clinician'
  let service: Running
  let vouchers: Vouchers
  before(async () => {
    vouchers = await openVouchers()
    service = await startService(vouchers.environment)
  })
  after(async () => {
    await service.close()
    await vouchers.close()
  })

  const bearer = (token: string) => service.ask('GET', list, { headers: { authorization: `Bearer ${token}` } })
  const statusOf = async (by: By, wrong: Showing = {}) => {
    const token = vouchers.token(service.config.dataFolder, by, role, wrong)
    const answer =
      by === 'gateway'
        ? await service.ask('GET', list, { headers: { 'x-gateway-assertion': token } })
        : await bearer(token)
    if (answer.status === 401) {
      deepEqual(answer.body.code, 'unauthenticated')
      match(String(answer.headers['www-authenticate']), /^Bearer/)
    }
    return answer.status
  }

  const good: readonly Showing[] = [
    {},
    { claims: { aud: ['another', 'clinic'] } },
    { claims: { nbf: 3 } },
    { claims: { exp: -3 } },
  ]
  const refused: readonly Showing[] = [
    { claims: { iss: 'https://another.example' } },
    { claims: { iss: null } },
    { claims: { aud: 'another' } },
    { claims: { aud: ['another', 'a third'] } },
    { claims: { aud: null } },
    { claims: { exp: -60 } },
    { claims: { exp: null } },
    { claims: { exp: '9999999999' } },
    { claims: { nbf: 60 } },
    { claims: { nbf: '0' } },
    { claims: { iat: 'now' } },
    { claims: { sub: null } },
    { claims: { sub: '' } },
    { claims: { sub: 7 } },
    { claims: { nonce: 'x' } },
    { claims: { at_hash: 'x' } },
    { claims: { c_hash: 'x' } },
    { claims: { ward: null } },
    { header: { crit: ['b64'], b64: true } },
    { header: { typ: 'secevent+jwt' } },
    { header: { kid: 'unknown' } },
    { signedBy: 'nobody' },
    { signedBy: 'a stranger' },
    { signedBy: 'the public key' },
    { spelt: (token) => `${token}=` },
    { spelt: (token) => `${token.slice(0, -5)}${token.at(-5) === 'A' ? 'B' : 'A'}${token.slice(-4)}` },
    {
      spelt: (token) =>
        token.slice(0, -1) + (token.endsWith('A') ? 'B' : token.endsWith('Q') ? 'R' : token.endsWith('g') ? 'h' : 'x'),
    },
    { spelt: (token) => token + 'A'.repeat(20_000) },
  ]

  for (const by of ['development', 'provider'] as const) {
    test(`a token of ${by} is taken, to the edge of its time`, async () => {
      for (const each of good) deepEqual([each, await statusOf(by, each)], [each, 200])
    })

    test(`a token of ${by} that is wrong in one thing is refused`, async () => {
      for (const each of refused)
        deepEqual([each, String(each.spelt), await statusOf(by, each)], [each, String(each.spelt), 401])
    })
  }

  test('only roles that the charter has count', async () => {
    for (const [roles, status] of [
      [['nobody-in-particular'], 403],
      [null, 403],
      [7, 403],
      [`nobody ${role}`, 200],
      [[role], 200],
    ] as const)
      deepEqual([roles, await statusOf('development', { claims: { roles } })], [roles, status])
  })

  test('keys of the provider that are for something else sign nothing', async () => {
    for (const kid of ['for-encryption', 'for-another-algorithm'])
      deepEqual([kid, await statusOf('provider', { header: { kid } })], [kid, 401])
  })

  test('an API key is good until its end, for its scopes', async () => {
    const withKey = async (asked: Key = {}) => {
      const key = await vouchers.key(service.service.state, role, asked)
      return (await service.ask('GET', list, { headers: { 'x-api-key': key } })).status
    }
    deepEqual(await withKey(), 200)
    deepEqual(await withKey({ endsInSeconds: -1 }), 401)
    deepEqual(await withKey({ scopes: [] }), 403)
    deepEqual(await withKey({ scopes: ['Patient:read'] }), 200)
    deepEqual((await bearer(await vouchers.key(service.service.state, role))).status, 200)
    const unknown = `ck_${'A'.repeat(43)}`
    for (const key of [unknown, `${await vouchers.key(service.service.state, role)}A`, `ck_${'A'.repeat(5000)}`])
      deepEqual([key, (await service.ask('GET', list, { headers: { 'x-api-key': key } })).status], [key, 401])
  })

  test('a scope that a token says is asked for, and named where it is missing', async () => {
    for (const scope of ['Patient:read', 'clinic:read'])
      deepEqual([scope, await statusOf('development', { claims: { scope } })], [scope, 200])
    for (const scope of ['', 'another:read']) {
      const answer = await bearer(vouchers.token(service.config.dataFolder, 'development', role, { claims: { scope } }))
      deepEqual([answer.status, answer.body.code], [403, 'forbidden'])
      match(String(answer.headers['www-authenticate']), /insufficient_scope/)
    }
  })
})

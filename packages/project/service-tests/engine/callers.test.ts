import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { addressPast, directAddress, wrongProxies } from '../../src/runtime/call/client-address.ts'
import { pageDoor } from '../../src/runtime/host/page-door.ts'
import { remoteKeys } from '../../src/runtime/identity/jwks.ts'
import { rememberRenewal, stands } from '../../src/runtime/identity/standing.ts'
import type { Principal } from '../../src/runtime/index.ts'
import { placesOf } from '../../src/runtime/limits/places.ts'
import { tokenBucket } from '../../src/runtime/limits/token-bucket.ts'
import { ProblemError, problem } from '../../src/runtime/problem/problem.ts'
import { countRefusals } from '../../src/runtime/record/refusals.ts'
import { loadJson } from '../../src/runtime/settings/load-json.ts'
import { observedMistakes } from '../../src/runtime/settings/observed.ts'
import { proxyMistakes } from '../../src/runtime/settings/proxies.ts'

describe('callers', () => {
  test('who called is read past proxies that are trusted, and no further', () => {
    const past = addressPast(['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'], 'x-forwarded-for')
    const asked: readonly (readonly [remote: string, said: string, address: string])[] = [
      ['127.0.0.1', '192.0.2.7', '192.0.2.7'],
      ['127.0.0.1', '192.0.2.9, 192.0.2.7', '192.0.2.7'],
      ['127.0.0.1', '192.0.2.9, 10.1.2.3', '192.0.2.9'],
      ['127.0.0.1', '192.0.2.9, nobody', '127.0.0.1'],
      ['127.0.0.1', '[2001:db8::7]:443, 10.0.0.1:8080', '2001:db8::7'],
      ['::ffff:127.0.0.1', '::ffff:192.0.2.7', '192.0.2.7'],
      ['2001:db8::1', '192.0.2.7', '192.0.2.7'],
      ['192.0.2.1', '192.0.2.7', '192.0.2.1'],
      ['127.0.0.1', '', '127.0.0.1'],
      ['', '192.0.2.7', ''],
    ]
    for (const [remote, said, address] of asked)
      deepEqual([remote, said, past(remote, { 'x-forwarded-for': said })], [remote, said, address])
    equal(past('127.0.0.1', { forwarded: 'for=192.0.2.7' }), '127.0.0.1')
    const forwarded = addressPast(['127.0.0.1'], 'forwarded')
    equal(forwarded('127.0.0.1', { forwarded: 'proto=https;for="[2001:db8::7]:443"' }), '2001:db8::7')
    equal(forwarded('127.0.0.1', { 'x-forwarded-for': '192.0.2.7' }), '127.0.0.1')
    equal(directAddress('::ffff:192.0.2.7', {}), '192.0.2.7')
    equal(addressPast([], 'x-forwarded-for')('127.0.0.1', { 'x-forwarded-for': '192.0.2.7' }), '127.0.0.1')
  })

  test('what is no address and no network is named', () => {
    const right = ['127.0.0.1', '10.0.0.0/8', '10.0.0.0/32', '::1', '::/0', '2001:db8::/128']
    const wrong = [
      'localhost',
      '10.0.0.0/33',
      '10.0.0.0/',
      '10.0.0.0/x',
      '10.0.0.0/8/8',
      '::/129',
      '1.2.3',
      '10.0.0.0/-1',
      '10.0.0.0/1e1',
      '',
    ]
    deepEqual(wrongProxies([...right, ...wrong]), wrong)
    deepEqual(proxyMistakes({ TRUSTED_PROXIES: ' 127.0.0.1 , ' }), [])
    match(proxyMistakes({ TRUSTED_PROXIES: 'everybody' }).join(), /TRUSTED_PROXIES has "everybody"/)
    for (const header of ['forwarded', 'x-forwarded-for'])
      deepEqual(proxyMistakes({ TRUSTED_PROXY_HEADER: header }), [])
    match(proxyMistakes({ TRUSTED_PROXY_HEADER: 'x-real-ip' }).join(), /TRUSTED_PROXY_HEADER is/)
  })

  test('where it is observed is said right, or told', () => {
    const told: readonly (readonly [Readonly<{ [name: string]: string }>, RegExp | null])[] = [
      [{}, null],
      [{ METRICS_PORT: '0' }, null],
      [{ METRICS_PORT: '65535', METRICS_TOKEN: 'x'.repeat(20), LOG_LEVEL: 'warn' }, null],
      [{ METRICS_PORT: '' }, null],
      [{ METRICS_PORT: '65536' }, /METRICS_PORT/],
      [{ METRICS_PORT: '-1' }, /METRICS_PORT/],
      [{ METRICS_PORT: '1e3' }, /METRICS_PORT/],
      [{ METRICS_TOKEN: 'x'.repeat(19) }, /METRICS_TOKEN/],
      [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL/],
    ]
    for (const [environment, mistake] of told)
      if (mistake) match(observedMistakes(environment).join(), mistake)
      else deepEqual(observedMistakes(environment), [])
  })

  test('places are so many, only some of them for one, and each is given back once', () => {
    const places = placesOf({ max: 3, eachMax: 2 })
    const [first, second] = [places.take('a'), places.take('a')]
    deepEqual([places.take('a'), places.taken], [null, 2])
    const other = places.take('b')
    deepEqual([places.take('c'), places.taken], [null, 3])
    first?.()
    first?.()
    equal(places.taken, 2)
    const again = places.take('a')
    ok(again)
    equal(places.take('a'), null)
    for (const leave of [second, other, again]) leave?.()
    equal(places.taken, 0)
  })

  test('so often in a minute, and again when time has passed', () => {
    let nowMs = 0
    const bucket = tokenBucket({ perMinute: 2, nowMs: () => nowMs, keysMax: 2 })
    deepEqual([bucket.take('a'), bucket.take('a'), bucket.take('b')], [null, null, null])
    const refused = bucket.take('a')
    deepEqual([refused?.code, refused?.retryAfterSeconds], ['too-many', 30])
    equal(bucket.take('b'), null)
    nowMs = 29_999
    equal(bucket.take('a')?.code, 'too-many')
    nowMs = 30_000
    equal(bucket.take('a'), null)
    equal(bucket.take('a')?.code, 'too-many')
    nowMs = 10_000_000
    deepEqual([bucket.take('a'), bucket.take('a'), bucket.take('a')?.code], [null, null, 'too-many'])
    // Whoever was seen longest ago is forgotten first.
    bucket.take('b')
    bucket.take('c')
    equal(bucket.take('a'), null)
  })

  test('refusals are counted on record, addresses apart as long as there are not too many', () => {
    const entries: {
      readonly outcome: string
      readonly rows: number | null
      readonly origin: { readonly address?: string | null }
    }[] = []
    const failures = tokenBucket({ perMinute: 1, nowMs: () => 0 })
    const refusals = countRefusals({
      audit: { buffered: (entry) => void entries.push(entry) },
      rates: { failures },
      nowMs: () => 0,
    })
    for (let at = 0; at < 1002; at++) refusals.note({ style: 'rest', address: `a${at}`, reason: 'forbidden' })
    refusals.note({ style: 'rest', address: 'a7', reason: 'forbidden' })
    equal(refusals.failed({ style: 'rest', address: 'x' }), null)
    equal(refusals.failed({ style: 'rest', address: 'x' })?.code, 'too-many')
    refusals.tell()
    const of = (address: string | null, outcome = 'forbidden') =>
      entries.filter(({ origin, outcome: is }) => origin.address === address && is === outcome).map(({ rows }) => rows)
    deepEqual([of('a7'), of('a8'), of(null)], [[2], [1], [2]])
    deepEqual([of(null, 'unauthenticated'), of(null, 'too-many')], [[1], [1]])
    refusals.close()
  })

  test('the page is opened once by its address, and stays open for who opened it', () => {
    let nowMs = 0
    const key = Buffer.alloc(32, 7)
    const door = pageDoor(key, () => nowMs)
    const secret = new URL(door.address('http://127.0.0.1')).searchParams.get('secret') ?? ''
    for (const wrong of ['', `${secret}x`, secret.slice(1), 'é'.repeat(16)]) equal(door.enter(wrong), null)
    const opened = door.enter(secret) ?? ''
    equal(door.enter(secret), null)
    notEqual(new URL(door.address('http://127.0.0.1')).searchParams.get('secret'), secret)
    const [until = '', seal = ''] = opened.split('.')
    deepEqual([door.isOpen(opened), pageDoor(key, () => 0).isOpen(opened)], [true, true])
    const shut = [
      undefined,
      '',
      until,
      `${until}.`,
      `${until}.${seal}x`,
      `${until}.${'A'.repeat(seal.length)}`,
      `${Number(until) + 1}.${seal}`,
      `1e9.${seal}`,
      `x${opened}`,
    ]
    for (const each of shut) deepEqual([each, door.isOpen(each)], [each, false])
    equal(pageDoor(Buffer.alloc(32, 8), () => 0).isOpen(opened), false)
    nowMs = Number(until) * 1000
    equal(door.isOpen(opened), false)
  })

  test('a sign-in stands until it ends, and as long as its credential proves the same', async () => {
    const principal = (more: Partial<Principal> = {}): Principal => ({
      id: 'a',
      roles: ['x'],
      credential: 'api-key',
      attributes: {},
      ...more,
    })
    equal(await stands(principal(), 0), true)
    equal(await stands(principal({ untilMs: 5 }), 4), true)
    equal(await stands(principal({ untilMs: 5 }), 5), false)
    const renewed = async (renew: () => Promise<Principal>) => {
      const signedIn = principal()
      rememberRenewal(signedIn, renew)
      return stands(signedIn, 0)
    }
    equal(await renewed(async () => principal()), true)
    equal(await renewed(async () => principal({ roles: [] })), false)
    for (const [error, isStanding] of [
      [new ProblemError(problem('unavailable')), true],
      [new ProblemError(problem('unauthenticated')), false],
      [new Error('a bug'), false],
    ] as const)
      equal(await renewed(() => Promise.reject(error)), isStanding)
  })

  test('keys of a provider are fetched seldom, and serve for a day while it is down', async () => {
    let [nowMs, asked, isDown] = [0, 0, true]
    const { publicKey } = generateKeyPairSync('ed25519')
    const own = publicKey.export({ format: 'jwk' })
    const set = {
      keys: [
        { ...own, kid: 'own' },
        { ...own, kid: 'sealing', use: 'enc' },
        { kty: 'EC', crv: 'P-521', kid: 'odd' },
        { kty: 'oct', k: 'AAAA', crv: 'P-256', kid: 'secret' },
      ],
    }
    const load = async () => {
      asked++
      if (isDown) throw new Error('down')
      return set
    }
    const keys = remoteKeys({ load: load as never, nowMs: () => nowMs, freshMs: 100, refetchMs: 10, lastGoodMs: 1000 })
    const key = async (kid: string, alg = 'EdDSA'): Promise<unknown> =>
      keys.key({ kid, alg }, { payload: '', signature: '' })
    const isUnavailable = (error: unknown) => error instanceof ProblemError && error.problem.code === 'unavailable'
    await rejects(key('own'), isUnavailable)
    await rejects(key('own'), isUnavailable)
    equal(asked, 1)
    ;[nowMs, isDown] = [10, false]
    ok(await key('own'))
    for (const [kid, alg] of [
      ['sealing', 'EdDSA'],
      ['odd', 'ES256'],
      ['odd', 'ES384'],
      ['secret', 'ES256'],
      ['own', 'ES256'],
      ['unknown', 'EdDSA'],
    ] as const)
      await rejects(key(kid, alg))
    equal(asked, 2)
    ;[nowMs, isDown] = [111, true]
    ok(await key('own'))
    equal(asked, 3)
    nowMs = 1009
    ok(await key('own'))
    nowMs = 1010
    await rejects(key('own'), isUnavailable)
  })

  test('a document of the configuration is JSON, of a good answer, and not too long', async () => {
    const answers: Readonly<{ [path: string]: readonly [number, string] }> = {
      '/good': [200, '{"a":1}'],
      '/gone': [404, '{}'],
      '/moved': [302, '{}'],
      '/text': [200, 'a'],
      '/long': [200, `"${'x'.repeat(1_048_577)}"`],
    }
    const server = createServer(({ url = '' }, response) => {
      const [status, text] = answers[url] ?? [500, '']
      response.writeHead(status, { location: '/good' }).end(text)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const at = (path: string) => loadJson(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)
    deepEqual(await at('/good'), { a: 1 })
    await rejects(at('/gone'), /answered 404/)
    await rejects(at('/moved'), /answered 302/)
    await rejects(at('/text'))
    await rejects(at('/long'), /more than 1048576 bytes/)
    server.close()
    server.closeAllConnections()
  })
})

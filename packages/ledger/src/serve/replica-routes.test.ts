import { type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { verifyLedger } from '../index.ts'
import { fillingDisk } from '../testing/filling-disk.ts'
import { newFipsKey } from '../testing/ledger.ts'
import {
  bodyOf,
  entriesFrom,
  heldOf,
  newKey,
  origin,
  serveTest,
  testLedger,
  testReplica,
} from '../testing/served-ledger.ts'

const kinds = (alarms: readonly { readonly kind: string }[]): readonly string[] => alarms.map(({ kind }) => kind)
const sequences = (held: readonly { readonly sequence: number }[]): readonly number[] =>
  held.map(({ sequence }) => sequence)
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1)

it.each([newKey, newFipsKey])(
  'a log is taken where it goes on, each entry once, and not before it is on disk',
  async (makeKey) => {
    const tested = await testLedger()
    const replica = await testReplica('clinic-1', makeKey())
    const { ledger, server, close } = await serveTest(tested, new Map([[replica.name, replica.key]]))
    const log = await replica.open()
    await log.append(entriesFrom(1, 5))
    const first = await readFile(log.file, 'utf8')
    expect(await bodyOf(replica.ask(server.url, 1))).toEqual({ through: 0, head: '' })
    const taken = await bodyOf(replica.ask(server.url, 1, first))
    expect(taken).toMatchObject({ through: 5, head: expect.stringMatching(/^[0-9a-f]{64}$/), recorded: 5, held: 0 })
    expect(ledger.size).toBe(6)

    await log.append(entriesFrom(6, 9))
    const all = await readFile(log.file, 'utf8')
    const again = await replica.ask(server.url, 1, all)
    expect([again.status, (await bodyOf(again)).detail]).toEqual([
      409,
      'This log is held through entry 5: go on from entry 6.',
    ])
    const rest = await bodyOf(replica.ask(server.url, 1, all.slice(first.length)))
    expect(rest).toMatchObject({ through: 9, recorded: 4, held: 0 })
    expect(await bodyOf(replica.ask(server.url, 1))).toEqual({ through: 9, head: rest.head })
    await close()
    expect(sequences(await heldOf(tested, ledger))).toEqual(upTo(9))
    expect(await verifyLedger(tested.folder, { key: ledger.key })).toMatchObject({ isWhole: true, faults: [] })
    expect(tested.alarms).toEqual([])
  },
)

it('a ledger that forgot how far it is, or was restored from an older copy, asks for the log from where it is sure', async () => {
  const tested = await testLedger()
  const replica = await testReplica()
  const replicas = new Map([[replica.name, replica.key]])
  const one = await serveTest(tested, replicas)
  const log = await replica.open()
  await log.append(entriesFrom(1, 5))
  const text = await readFile(log.file, 'utf8')
  await replica.ask(one.server.url, 1, text)
  await rm(join(tested.folder, 'replicas'), { recursive: true })
  expect(await bodyOf(replica.ask(one.server.url, 1))).toEqual({ through: 0, head: '' })
  const late = await replica.ask(one.server.url, 1, text.slice(text.indexOf('{"entry"')))
  expect(late.status).toBe(409)
  expect(await bodyOf(replica.ask(one.server.url, 1, text))).toMatchObject({ through: 5, recorded: 0, held: 5 })
  await one.close()

  const place = join(tested.folder, 'replicas', 'clinic-1', '1.json')
  await writeFile(place, (await readFile(place, 'utf8')).replace('"through":5', '"through":50'))
  const two = await serveTest(tested, replicas)
  expect(await bodyOf(replica.ask(two.server.url, 1))).toEqual({ through: 0, head: '' })
  await writeFile(place, '{"through":')
  expect(await bodyOf(replica.ask(two.server.url, 1))).toEqual({ through: 0, head: '' })
})

const signed = (claims: object, key: KeyObject, typ = 'charter-replica+jwt'): string => {
  const parts = [{ alg: 'EdDSA', typ }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  return `Bearer ${parts.join('.')}.${sign(null, Buffer.from(parts.join('.')), key).toString('base64url')}`
}

it('only a replica sends, under its own name, by a token of its own key for this ledger and this minute', async () => {
  const tested = await testLedger()
  const [replica, other] = [await testReplica('clinic-1'), await testReplica('clinic-2')]
  const { server } = await serveTest(tested, new Map([replica, other].map(({ name, key }) => [name, key])))
  const ask = async (authorization: string | null, path = '/replicas/clinic-1/epochs/1') =>
    (await fetch(`${server.url}${path}`, authorization === null ? {} : { headers: { authorization } })).status
  const nowSeconds = Math.floor(Date.now() / 1000)
  const token = (claims: Readonly<Record<string, string | number>>, typ?: string, key?: KeyObject): string =>
    signed(
      { iss: 'clinic-1', sub: 'clinic-1', aud: origin, iat: nowSeconds, exp: nowSeconds + 60, ...claims },
      key ?? replica.key,
      typ,
    )

  expect(await ask(token({}))).toBe(200)
  for (const quietly of [
    null,
    'Bearer x.y.z',
    'Basic YTpi',
    token({}, 'at+jwt'),
    token({ aud: 'elsewhere.example/ledger' }),
    token({ sub: 'clinic-2' }),
    token({ exp: nowSeconds + 3600 }),
    token({ iat: nowSeconds - 200, exp: nowSeconds - 140 }),
    token({ iat: nowSeconds + 200, exp: nowSeconds + 230 }),
  ])
    expect([quietly, await ask(quietly)]).toEqual([quietly, 401])
  expect(tested.alarms).toEqual([])
  expect(await ask(token({}, undefined, newKey()))).toBe(401)
  expect(await ask(token({ iss: '<nobody>\n', sub: '<nobody>\n' }))).toBe(401)
  expect(await ask(token({}), '/replicas/clinic-2/epochs/1')).toBe(403)
  expect(await ask(token({}), '/replicas/clinic-1/epochs/0')).toBe(404)
  expect(tested.alarms.map(({ kind, sentence }) => [kind, sentence])).toEqual([
    ['forged-replica', 'Somebody called as clinic-1 with another key than the registered one.'],
    ['forged-replica', 'Somebody called as "?nobody??", which is no replica of this ledger.'],
  ])
})

it('a flood of forged calls is two alarms a minute in the ledger, with their number, and not one for each', async () => {
  const tested = await testLedger()
  const replica = await testReplica()
  const stranger = await testReplica('clinic-1', newKey())
  const { ledger, server, close } = await serveTest(tested, new Map([[replica.name, replica.key]]))
  const before = ledger.size
  for (let call = 0; call < 200; call++) expect((await stranger.ask(server.url, 1, '{}\n')).status).toBe(401)
  expect(tested.alarms).toHaveLength(1)
  await close()
  expect(kinds(tested.alarms)).toEqual(['forged-replica', 'forged-replica'])
  expect(tested.alarms[1]?.details).toMatchObject({ replica: 'clinic-1', times: 199 })
  expect(ledger.size).toBe(before + 2)
})

it('what is not as the replica sealed it is refused with an alarm, and what was sealed before it is taken', async () => {
  const tested = await testLedger()
  const replica = await testReplica()
  const { ledger, server, close } = await serveTest(tested, new Map([[replica.name, replica.key]]))
  const log = await replica.open()
  await log.append(entriesFrom(1, 3))
  await log.append(entriesFrom(4, 6))
  const text = await readFile(log.file, 'utf8')
  const altered = await replica.ask(server.url, 1, text.replace('000000000005"', '000000000055"'))
  expect([altered.status, (await bodyOf(altered)).detail]).toEqual([422, expect.stringContaining('after entry 3 is')])
  expect(await bodyOf(replica.ask(server.url, 1))).toMatchObject({ through: 3 })
  const rest = text.slice(text.lastIndexOf('{"entry"', text.indexOf('000000000004"')))
  expect(
    (
      await replica.ask(
        server.url,
        1,
        rest.replace(/(?<="signature":")./, (c) => (c === 'A' ? 'B' : 'A')),
      )
    ).status,
  ).toBe(422)
  const cut = await replica.ask(server.url, 1, `${rest.split('\n').slice(0, 2).join('\n')}\n`)
  expect([cut.status, (await bodyOf(cut)).detail]).toEqual([
    422,
    'End with a seal. 2 entries after the last one were not taken.',
  ])
  expect((await replica.ask(server.url, 1, rest)).status).toBe(200)
  await close()
  expect(sequences(await heldOf(tested, ledger))).toEqual(upTo(6))
  expect(tested.alarms[0]?.sentence).toMatch(
    /^The log of clinic-1, epoch 1, is not as that replica sealed it after entry 3/,
  )
  expect(tested.alarms[1]?.details.times).toBe(1)
})

it('a log of another epoch, or one made anew under an epoch that is held, is refused with an alarm', async () => {
  const tested = await testLedger()
  const replica = await testReplica()
  const { server } = await serveTest(tested, new Map([[replica.name, replica.key]]))
  const log = await replica.open()
  await log.append(entriesFrom(1, 3))
  const text = await readFile(log.file, 'utf8')
  expect((await replica.ask(server.url, 7, text)).status).toBe(422)
  expect((await replica.ask(server.url, 1, text)).status).toBe(200)
  const anew = await testReplica(replica.name, replica.key)
  const other = await anew.open(() => '2026-11-22T10:00:00Z')
  await other.append(entriesFrom(1, 1))
  const answer = await replica.ask(server.url, 1, await readFile(other.file))
  expect([answer.status, (await bodyOf(answer)).reason]).toEqual([409, 'another-log'])
  expect(kinds(tested.alarms)).toEqual(['forged-replica'])
  expect((await replica.ask(server.url, 7)).status).toBe(200)
})

it('a log that was taken away before it was sent is missed: a gap, also where it held nothing', async () => {
  const tested = await testLedger()
  const replica = await testReplica()
  const { server } = await serveTest(tested, new Map([[replica.name, replica.key]]))
  for (const epoch of [1, 2, 3, 4, 5]) {
    const log = await replica.open()
    if (epoch !== 2) await log.append(entriesFrom(1, 2))
    await log.close()
    if (epoch === 4) await rm(log.file)
    else expect((await replica.ask(server.url, epoch, await readFile(log.file))).status).toBe(200)
    // The number of a file that is gone is taken again: here the file after it stands for it being gone later.
    if (epoch === 4) await writeFile(log.file, '')
  }
  expect(tested.alarms).toMatchObject([
    { kind: 'gap', sentence: 'Logs of replica clinic-1 are missing: epochs 4 to 4.', details: { expected: 4, got: 5 } },
  ])
})

it('a replica whose clock went back is told of, and its times stand as it gave them', async () => {
  const tested = await testLedger()
  const replica = await testReplica()
  const { ledger, server, close } = await serveTest(tested, new Map([[replica.name, replica.key]]))
  const log = await replica.open()
  const at = (instant: string): string => `{"at":"${instant}","outcome":"ok"}`
  await log.append([at('2026-11-21T10:00:00Z'), at('2026-11-21T08:00:00Z')])
  expect((await replica.ask(server.url, 1, await readFile(log.file))).status).toBe(200)
  await close()
  expect(kinds(tested.alarms)).toEqual(['clock-step'])
  expect((await heldOf(tested, ledger)).map(({ entry }) => entry.at)).toEqual([
    '2026-11-21T10:00:00Z',
    '2026-11-21T08:00:00Z',
  ])
})

it('while the ledger has no room it says when to come again, and nothing is lost or missed', async () => {
  const tested = await testLedger()
  const replica = await testReplica()
  const { disk, openFile } = fillingDisk()
  const { ledger, server, close } = await serveTest(tested, new Map([[replica.name, replica.key]]), { openFile })
  const log = await replica.open()
  await log.append(entriesFrom(1, 20))
  const text = await readFile(log.file, 'utf8')
  disk.isFull = true
  const refused = await replica.ask(server.url, 1, text)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await bodyOf(replica.ask(server.url, 1))).toEqual({ through: 0, head: '' })
  disk.isFull = false
  expect(await bodyOf(replica.ask(server.url, 1, text))).toMatchObject({ through: 20, recorded: 20 })
  await close()
  expect(sequences(await heldOf(tested, ledger))).toEqual(upTo(20))
  expect(kinds(tested.alarms)).toEqual(['disk'])
})

it('personal values that a replica sends enter as commitments', async () => {
  const tested = await testLedger()
  const replica = await testReplica()
  const { ledger, server, close } = await serveTest(tested, new Map([[replica.name, replica.key]]), {
    personal: ['principal'],
  })
  const log = await replica.open()
  await log.append(entriesFrom(1, 8))
  expect((await replica.ask(server.url, 1, await readFile(log.file))).status).toBe(200)
  await close()
  const principals = (await heldOf(tested, ledger)).map(({ entry }) => String(entry.principal))
  expect(principals.filter((text) => text.startsWith('sha256-commitment:'))).toHaveLength(8)
  expect(principals[0]).toBe(principals[7])
})

it('a body that is too long, in half lines, in another format or not text is refused by name', async () => {
  const tested = await testLedger()
  const replica = await testReplica()
  const { server } = await serveTest(tested, new Map([[replica.name, replica.key]]))
  const answer = async (body: string | Buffer) => {
    const response = await replica.ask(server.url, 1, body)
    return [response.status, (await bodyOf(response)).code]
  }
  expect(await answer(Buffer.alloc(2 ** 21 + 1, '\n'))).toEqual([413, 'too-large'])
  expect(await answer('{"log":')).toEqual([400, 'malformed'])
  expect(await answer(Buffer.from([0xff, 0x0a]))).toEqual([400, 'malformed'])
  expect(await answer('\n\n\n')).toEqual([422, 'invalid-input'])
  const url = `${server.url}/replicas/clinic-1/epochs/1`
  const headers = { authorization: await replica.bearer(), 'content-type': 'application/json' }
  expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(415)
})

it('a body that never ends is let go, holds up nobody else, and what it began with is not taken', async () => {
  const tested = await testLedger()
  const [slow, other] = [await testReplica('clinic-1'), await testReplica('clinic-2')]
  const bugs: unknown[] = []
  const { server } = await serveTest(tested, new Map([slow, other].map(({ name, key }) => [name, key])), {
    requestTimeoutMs: 500,
    onBug: (error) => bugs.push(error),
  })
  const [theirs, ours] = [await other.open(), await slow.open()]
  await theirs.append(entriesFrom(1, 3))
  await ours.append(entriesFrom(1, 3))
  const { port } = new URL(server.url)
  const socket = connect(Number(port), '127.0.0.1')
  const said = Promise.withResolvers<string>()
  let text = ''
  socket.on('data', (data) => {
    text += data.toString()
  })
  socket.on('close', () => said.resolve(text))
  const head = `POST /replicas/clinic-1/epochs/1 HTTP/1.1\r\nHost: x\r\nAuthorization: ${await slow.bearer()}\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n`
  const body = await readFile(ours.file)
  socket.write(`${head}${body.length.toString(16)}\r\n${body}\r\n`)
  let busy = 0
  while (busy !== 409) busy = (await slow.ask(server.url, 1, body.subarray(0, 40))).status
  expect((await other.ask(server.url, 1, await readFile(theirs.file))).status).toBe(200)
  expect(await said.promise).toMatch(/^HTTP\/1\.1 408 /)
  expect(await bodyOf(slow.ask(server.url, 1))).toEqual({ through: 0, head: '' })
  expect((await slow.ask(server.url, 1, body)).status).toBe(200)
  expect(bugs).toEqual([])
})

it('what is sent away as another request of its replica is under way takes no room of what may be sent', async () => {
  const tested = await testLedger()
  const replica = await testReplica()
  const log = await replica.open()
  await log.append(entriesFrom(1, 3))
  const body = await readFile(log.file)
  const { server } = await serveTest(tested, new Map([[replica.name, replica.key]]), {
    replicaBytes: { minute: 2 * body.length, day: 2 * body.length },
  })
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  const answered = once(socket, 'data')
  const half = body.subarray(0, body.length / 2)
  const head = `POST /replicas/clinic-1/epochs/1 HTTP/1.1\r\nHost: x\r\nAuthorization: ${await replica.bearer()}\r\nContent-Type: application/x-ndjson\r\nContent-Length: ${body.length}\r\n\r\n`
  socket.write(head)
  socket.write(half)
  // Until that one is under way this is refused for what it says, which is no log.
  const again = async (): Promise<number> => (await replica.ask(server.url, 1, Buffer.from('x\n'))).status
  let refused = 0
  while (refused !== 409) refused = await again()
  for (let at = 0; at < 5; at++) expect((await replica.ask(server.url, 1, body)).status).toBe(409)
  socket.write(body.subarray(half.length))
  expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 200 /)
  socket.destroy()
  expect(kinds(tested.alarms)).toEqual([])
})

it('one that sends too much is sent away until there is room again, and loses nothing; of one that sent too much in a day somebody is told, once', async () => {
  const tested = await testLedger()
  const replica = await testReplica()
  let nowMs = Date.now()
  const { server, ledger, close } = await serveTest(tested, new Map([[replica.name, replica.key]]), {
    replicaBytes: { minute: 4000, day: 5000 },
    nowMs: () => nowMs,
  })
  const log = await replica.open()
  let sent = 0
  /** What is not held yet, once it is taken. */
  const send = async (from: number, through: number): Promise<Response> => {
    if (from > 0) await log.append(entriesFrom(from, through))
    const text = await readFile(log.file, 'utf8')
    const answer = await replica.ask(server.url, 1, text.slice(sent))
    if (answer.status === 200) sent = text.length
    return answer
  }
  expect((await send(1, 20)).status).toBe(200)
  expect(sent).toBeGreaterThan(4000)
  const often = await send(21, 22)
  expect([often.status, Number(often.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
  nowMs += Number(often.headers.get('retry-after')) * 1000
  expect((await send(0, 0)).status).toBe(200)
  nowMs += 60_000
  expect((await send(23, 30)).status).toBe(200)
  await close()
  expect(sequences(await heldOf(tested, ledger))).toEqual(upTo(30))
  expect(kinds(tested.alarms)).toEqual(['volume'])
})

import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, openDesk } from '../testing/desk.ts'
import { pushesAMinute } from './push-limits.ts'
import {
  awayFromTheHour,
  metricsOf,
  type Pushing,
  pointOf,
  push,
  pushed,
  spanOf,
  text,
  toldIn,
  tracesOf,
} from './testing/pushes.ts'

let desk: Desk
let release: string | null = null
beforeAll(async () => {
  desk = await openDesk()
  awayFromTheHour(desk)
}, 60_000)
afterAll(() => desk.close())

const deployed = async (name: string): Promise<Pushing & { readonly id: string }> => {
  release ??= await desk.release('Notes')
  const { id } = await desk.deploy(release, await desk.environment(name, { approvals: 0 }))
  await desk.reaches(id, 'healthy')
  const told = desk.rolledOut.find((each) => each.id === id)
  if (!told) throw new Error('It was not rolled out.')
  return { id, ...toldIn(told) }
}

const kept = async (id: string, entity: string) => {
  await desk.platform.telemetry.flush()
  const found = await desk.olga(`GET ${entity}?filter[deploymentId]=${id}&limit=100&count=true`)
  return found.body
}

const gzip = { 'content-encoding': 'gzip' }
const protobuf = { 'content-type': 'application/x-protobuf' }
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text))

test('what is too much for a push is 413, however it is packed, and what is none is 400; nothing of it is kept', async () => {
  const to = await deployed('too-much')
  const bomb = new Uint8Array(gzipSync(Buffer.alloc(10_000_000, ' ')))
  const empty = new Uint8Array(Buffer.from('1200'.repeat(100_000), 'hex'))
  const nested = (inner: Uint8Array): Uint8Array<ArrayBuffer> =>
    new Uint8Array(Buffer.concat([Buffer.from([0x0a]), lengthOf(inner), inner]))
  const asked: readonly (readonly [
    number,
    string,
    object | Uint8Array<ArrayBuffer>,
    Readonly<Record<string, string>>,
  ])[] = [
    [413, 'a bomb', bomb, gzip],
    [413, 'a long body', bytesOf(' '.repeat(3_000_000)), {}],
    [413, 'many points', metricsOf(Array.from({ length: 3000 }, (_, at) => pointOf(`made-up-${at}`))), {}],
    [413, 'many empty objects', bytesOf(`{"resourceMetrics":[${'{},'.repeat(400_000)}{}]}`), {}],
    [413, 'many empty messages', nested(empty), protobuf],
    [400, 'no JSON', bytesOf('{"resourceMetrics":'), {}],
    [400, 'no text', new Uint8Array([0xff, 0xfe, 0x00]), {}],
    [400, 'another shape', { resourceMetrics: 'all' }, {}],
    [400, 'garbage', new Uint8Array(Array.from({ length: 999 }, (_, at) => (at * 73) % 256)), protobuf],
    [400, 'a length past the end', new Uint8Array([0x0a, 0xff, 0xff, 0xff, 0x7f, 0x12]), protobuf],
    [400, 'no gzip', bytesOf('{}'), gzip],
    [400, 'another packing', bytesOf('{}'), { 'content-encoding': 'br' }],
    [415, 'another type', bytesOf('a: 1'), { 'content-type': 'text/yaml' }],
  ]
  for (const [status, what, body, headers] of asked)
    expect([what, (await push(to, 'v1/metrics', body, headers)).status]).toEqual([what, status])
  expect((await push(to, 'v1/logs', {})).status).toBe(404)
  expect(await pushedInParts(to, 3_000_000)).toBe(413)
  expect((await kept(to.id, 'metrics')).items).toEqual([])
  await pushed(to, 'v1/metrics', metricsOf([pointOf('Note.list')]))
  expect((await kept(to.id, 'metrics')).items).toHaveLength(2)
})

/** Without saying how long it is. */
const pushedInParts = ({ endpoint, authorization }: Pushing, length: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const asked = request(`${endpoint}/v1/metrics`, { method: 'POST', headers }, ({ statusCode }) => {
      asked.destroy()
      resolve(statusCode ?? 0)
    }).on('error', reject)
    for (let sent = 0; sent < length; sent += 100_000) asked.write(' '.repeat(100_000))
  })

const lengthOf = ({ length }: Uint8Array): Uint8Array => {
  const bytes: number[] = []
  let left = length
  for (; left > 127; left >>>= 7) bytes.push((left & 127) | 128)
  return new Uint8Array([...bytes, left])
}

test('numbers that cannot be, and times that nobody means, are said to be rejected, and the rest is kept', async () => {
  const to = await deployed('numbers')
  const far = `${Date.now() + 86_400_000}000000`
  const points = [
    pointOf('Note.list'),
    pointOf('a', { bucketCounts: ['-1', '0', '1', '0'] }),
    pointOf('b', { bucketCounts: ['1', '0'] }),
    pointOf('c', { bucketCounts: ['99999999999999999', '0', '0', '0'] }),
    pointOf('d', { sum: 'NaN' }),
    pointOf('e', { sum: -1 }),
    pointOf('f', { explicitBounds: [0.005, 'NaN', 0.025] }),
    pointOf('g', { explicitBounds: [0.005, 0.004, 0.025] }),
    pointOf('h', { timeUnixNano: far }),
    pointOf('i', { timeUnixNano: '1' }),
    pointOf('j', { attributes: [] }),
  ]
  const answer = await push(to, 'v1/metrics', metricsOf(points))
  expect([answer.status, JSON.parse(answer.text).partialSuccess.rejectedDataPoints]).toEqual([200, '10'])
  const cumulative = await push(to, 'v1/metrics', metricsOf([pointOf('k')], { aggregationTemporality: 2 }))
  expect(JSON.parse(cumulative.text).partialSuccess.rejectedDataPoints).toBe('1')
  expect((await kept(to.id, 'metrics')).items.map((row: { operation: string }) => row.operation)).toEqual([
    'Note.list',
    'Note.list',
  ])
  const spans = [
    spanOf(1),
    spanOf(2, { traceId: 'no digits' }),
    spanOf(3, { startTimeUnixNano: far }),
    spanOf(4, { endTimeUnixNano: '1' }),
  ]
  const traced = await push(to, 'v1/traces', tracesOf(spans))
  expect(JSON.parse(traced.text).partialSuccess.rejectedSpans).toBe('3')
  expect((await kept(to.id, 'spans')).items).toHaveLength(1)
})

test('of a hundred thousand names a hundred are kept, and the rest is counted under one', async () => {
  const to = await deployed('names')
  for (let from = 0; from < 100_000; from += 2500) {
    const points = Array.from({ length: 2500 }, (_, at) =>
      pointOf(`made-up-${from + at}`, { explicitBounds: [1], bucketCounts: ['1', '0'] }),
    )
    await pushed(to, 'v1/metrics', metricsOf(points))
  }
  const { items } = await kept(to.id, 'metrics')
  expect(items).toHaveLength(100)
  const { body } = await desk.olga(
    `GET metrics?filter[deploymentId]=${to.id}&filter[every]=hour&filter[operation]=other`,
  )
  expect(body.items).toMatchObject([{ calls: 99_900, style: 'other' }])
}, 60_000)

test('names are as long as a row takes, and hold nothing that acts on who reads them', async () => {
  const to = await deployed('long-names')
  const name = `\u0000\u001b[2J\ud800${'x'.repeat(1_000_000)}`
  await pushed(to, 'v1/metrics', metricsOf([pointOf(name)]))
  await pushed(to, 'v1/traces', tracesOf([spanOf(1, { name, attributes: [text('secret', 'of a patient')] })]))
  const found = [...(await kept(to.id, 'metrics')).items, ...(await kept(to.id, 'spans')).items]
  expect(found).toHaveLength(3)
  for (const { operation } of found) expect(operation).toBe(`\ufffd\ufffd[2J\ufffd${'x'.repeat(194)}`)
  expect(JSON.stringify(found)).not.toContain('of a patient')
})

test('who pushes too often is told when to come back, and others are not', async () => {
  const [to, other] = [await deployed('often'), await deployed('seldom')]
  const answers = []
  for (let at = 0; at < 2 * pushesAMinute + 1; at++) answers.push(await push(to, 'v1/traces', { at }))
  const late = answers.filter(({ status }) => status === 429)
  expect(late.length).toBeGreaterThan(0)
  expect(late.every(({ after }) => Number(after) >= 1 && Number(after) <= 60)).toBe(true)
  expect((await push(other, 'v1/traces', {})).status).toBe(200)
})

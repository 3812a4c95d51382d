import { readdir, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type AuditedLedger, auditedLedger, readerOf, readerToken } from '../../testing/audited-ledger.ts'
import { appendAll, record, records } from '../../testing/ledger.ts'
import { readerRoutes } from '../reader-routes.ts'
import { trailLimits } from './trail.ts'

interface Event {
  readonly id?: string
  readonly name: string
  readonly data: { readonly index: number; readonly sentence?: string; readonly from?: number; readonly until?: number }
}

const quick = { ...trailLimits, everyMs: 5 }

/** A trail as it comes. Not by `fetch`: that opens another connection when a stream is let go, which the server then waits for. */
const trailOf = ({ server, token }: AuditedLedger, path: string, headers: Readonly<Record<string, string>> = {}) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const authorization = `Bearer ${token}`
    get(`${server.url}${path}`, { agent: false, headers: { authorization, ...headers } }, resolve).once('error', reject)
  })

/** Events of a trail; `return` lets it go. */
async function* events(answer: IncomingMessage): AsyncGenerator<Event> {
  let text = ''
  for await (const chunk of answer.setEncoding('utf8')) {
    const blocks = `${text}${chunk}`.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
      const data = field('data')
      const id = field('id')
      if (data === undefined) continue
      yield { ...(id !== undefined && { id }), name: field('event') ?? 'message', data: JSON.parse(data) }
    }
  }
}

const take = async (from: AsyncGenerator<Event>, count: number): Promise<readonly Event[]> => {
  const taken: Event[] = []
  while (taken.length < count) {
    const { value, done } = await from.next()
    if (done) break
    taken.push(value)
  }
  return taken
}

const appended = async ({ ledger }: AuditedLedger, from: number, through: number): Promise<void> => {
  await appendAll(ledger, records(from, through))
  await ledger.publish()
}

it('entries come as they are published, and who comes back goes on where it was, without a gap or a repetition', async () => {
  const served = await auditedLedger({ routes: [readerRoutes({ trail: quick })] })
  await appended(served, 1, 5)
  const answer = await trailOf(served, '/api/trail?after=2')
  expect(answer.headers['content-type']).toBe('text/event-stream; charset=utf-8')
  const following = events(answer)
  // The rest of what there was, then this reading itself, then what came.
  expect((await take(following, 4)).map(({ id }) => id)).toEqual(['3', '4', '5', '6'])
  await appended(served, 6, 8)
  const [next] = await take(following, 1)
  await following.return(undefined)
  const again = events(await trailOf(served, '/api/trail', { 'last-event-id': next?.id ?? '' }))
  const size = served.ledger.size
  const rest = await take(again, size - 1 - Number(next?.id))
  expect(rest.map(({ data }) => data.index)).toEqual(
    Array.from({ length: rest.length }, (_, at) => Number(next?.id) + 1 + at),
  )
  await again.return(undefined)
})

it('many readers at once are each told of every entry once, whenever they came', async () => {
  const served = await auditedLedger({ routes: [readerRoutes({ trail: quick })], open: { limits: { publishMs: 3 } } })
  let isWriting = true
  const writing = (async () => {
    for (let sequence = 1; isWriting; sequence++) await served.ledger.append(record(sequence))
  })()
  const all = await Promise.all(
    Array.from({ length: 12 }, async (_, reader) => {
      const following = events(await trailOf(served, `/api/trail?after=${reader}`))
      const taken = await take(following, 150)
      await following.return(undefined)
      return taken.map(({ data }) => data.index - reader)
    }),
  )
  isWriting = false
  await writing
  for (const taken of all) expect(taken).toEqual(Array.from({ length: 150 }, (_, at) => at + 1))
})

it('who is far behind is told what is left out', async () => {
  const served = await auditedLedger({ routes: [readerRoutes({ trail: { ...quick, behindMax: 10 } })] })
  await appended(served, 1, 50)
  const following = events(await trailOf(served, '/api/trail?after=0'))
  const [skipped, first] = await take(following, 2)
  expect([skipped?.name, skipped?.data.from]).toEqual(['skipped', 1])
  expect(first?.data.index).toBe(skipped?.data.until)
  await following.return(undefined)
})

it('who was at an entry that is retired by now goes on with the first that is there', async () => {
  const served = await auditedLedger({
    routes: [readerRoutes({ trail: quick })],
    open: { limits: { segmentEntriesMax: 20 } },
  })
  for (let at = 1; at <= 60; at += 20) await appended(served, at, at + 19)
  const segments = join(served.tested.folder, 'segments')
  const [first = '', second = ''] = (await readdir(segments)).sort()
  await rm(join(segments, first))
  await rm(join(served.tested.folder, 'search'), { recursive: true })
  const following = events(await trailOf(served, '/api/trail?after=3'))
  const [next] = await take(following, 1)
  expect(next?.data.index).toBe(Number(second.slice(0, 15)))
  await following.return(undefined)
})

/** Whether there is room for one more, who leaves at once. */
const statusOf = async (served: AuditedLedger): Promise<number | undefined> => {
  const answer = await trailOf(served, '/api/trail')
  answer.destroy()
  return answer.statusCode
}

it('there is room for so many readers, and one that leaves makes room', async () => {
  const served = await auditedLedger({ routes: [readerRoutes({ trail: { ...quick, readersMax: 1 } })] })
  const first = events(await trailOf(served, '/api/trail?after=0'))
  await take(first, 1)
  expect((await trailOf(served, '/api/trail')).statusCode).toBe(429)
  await first.return(undefined)
  await expect.poll(() => statusOf(served), { timeout: 10_000 }).toBe(200)
})

it('a reader that takes nothing is let go with a word, and nobody else waits for it', async () => {
  const limits = { ...quick, takenMs: 2000, readersMax: 2 }
  const served = await auditedLedger({ routes: [readerRoutes({ trail: limits })] })
  const { hostname, port } = new URL(served.server.url)
  const slow = connect({ host: hostname, port: Number(port) })
  onTestFinished(() => void slow.destroy())
  slow.write(`GET /api/trail HTTP/1.1\r\nhost: ledger\r\nauthorization: Bearer ${served.token}\r\n\r\n`)
  await new Promise((resolve) => slow.once('data', resolve))
  slow.pause()
  const quickReader = events(await trailOf(served, '/api/trail'))
  const long = `{"note":"${'x'.repeat(30_000)}"}`
  let sequence = 1
  let told = 0
  // Until the system's own buffers between the two are full, and beyond.
  while (told < 400) {
    await appendAll(
      served.ledger,
      Array.from({ length: 50 }, () => record(sequence++, { entry: long })),
    )
    await served.ledger.publish()
    const { length } = await take(quickReader, 50)
    expect(length).toBe(50)
    told += length
  }
  // There is no room for a third until the slow one is let go.
  await expect.poll(() => statusOf(served), { timeout: 20_000 }).toBe(200)
  slow.resume()
  let text = ''
  for await (const chunk of slow) text = `${text}${chunk}`.slice(-2000)
  expect(text).toContain('You read more slowly than entries come.')
  await quickReader.return(undefined)
})

it('a trail ends with the sign-in that opened it, and with the server', async () => {
  let nowMs = Date.now()
  const token = readerToken()
  const reader = readerOf('auditor-2', token, new Date(nowMs + 60_000).toISOString())
  const options = { nowMs: () => nowMs, routes: [readerRoutes({ trail: quick })] }
  const served = await auditedLedger({ ...options, settings: { readers: [reader] } })
  const ending = events(await trailOf({ ...served, token }, '/api/trail?after=0'))
  await take(ending, 1)
  nowMs += 61_000
  expect((await take(ending, 1))[0]).toMatchObject({
    name: 'end',
    data: { sentence: 'Your sign-in has ended. Sign in again.' },
  })
  const other = await auditedLedger({ routes: [readerRoutes({ trail: quick })] })
  const open = events(await trailOf(other, '/api/trail?after=0'))
  await take(open, 1)
  await other.server.close()
  expect((await take(open, 1))[0]?.data.sentence).toBe('The ledger is closing. Come back in a moment.')
})

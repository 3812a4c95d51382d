import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { type ProblemCode, ProblemError } from '../../problem/problem.ts'
import type { Sealing } from '../file-keys.ts'
import type { FileStore, Scan } from '../file-store.ts'
import { type ObjectStore, wholeObject } from '../object-store.ts'
import { type FileStoreOptions, openFileStore } from '../open-file-store.ts'
import { copiesConformance, keysIn } from './copies-conformance.ts'
import { bytesOf, digestOfBytes, piecesOf, sampleBytes } from './sample-bytes.ts'
import { sampleSealing } from './sample-keys.ts'

const anything = { bytesMax: 10_000_000 }
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), sampleBytes(300_000)])
/** Small, so that files have several. */
const partBytes = 131_072

/** What is promised of files wherever they lie. `open` gives a place with nothing in it; a slow one is asked for sealed files alone. */
export const filesConformance = (name: string, open: () => Promise<ObjectStore>, only?: 'sealed'): void => {
  describe(`${name} keeps files`, () => {
    objectPromises(open)
    if (!only) describe('as they are', () => filePromises(open))
    describe('sealed', () => filePromises(open, sampleSealing()))
  })
}

const problemOf = async (work: Promise<unknown>): Promise<readonly [ProblemCode, string]> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ProblemError)) throw new Error('there is no problem', { cause: error })
  return [error.problem.code, error.problem.detail]
}
const codeOf = async (work: Promise<unknown>): Promise<ProblemCode> => (await problemOf(work))[0]

const objectPromises = (open: () => Promise<ObjectStore>): void => {
  test('an object is put once, whole, and read whole or in part', async () => {
    const objects = await open()
    const bytes = sampleBytes(200_000)
    expect(await objects.putNew('parts/a/1', [bytes.subarray(0, 7), bytes.subarray(7)])).toBe(true)
    expect(await objects.putNew('parts/a/1', [Buffer.from('another')])).toBe(false)
    expect(await wholeObject(objects, 'parts/a/1', 200_000)).toEqual(bytes)
    await expect(wholeObject(objects, 'parts/a/1', 199_999)).rejects.toThrow(RangeError)
    for (const [from, to] of [
      [0, 1],
      [65_535, 65_537],
      [199_999, 200_000],
    ] as const)
      expect(await bytesOf((await objects.read('parts/a/1', { from, to })) ?? piecesOf(Buffer.alloc(0)))).toEqual(
        bytes.subarray(from, to),
      )
    expect(await objects.read('parts/a/2')).toBeNull()
    await objects.remove('parts/a/1')
    await objects.remove('parts/a/1')
    expect(await objects.read('parts/a/1')).toBeNull()
  })

  test('of many that put an object at once one has put it', async () => {
    const objects = await open()
    const puts = Array.from({ length: 8 }, (_, at) => objects.putNew('files/aa/1', [Buffer.from(`${at}`)]))
    const done = await Promise.all(puts)
    expect(done.filter(Boolean)).toHaveLength(1)
    expect(await wholeObject(objects, 'files/aa/1', 10)).toEqual(Buffer.from(String(done.indexOf(true))))
  })

  test('objects are listed below a prefix, sorted by key, with their lengths', async () => {
    const objects = await open()
    const keys = ['a/1', 'a/b/1', 'a/b/2', 'a/c', 'a-b/1', 'b/1', 'ab/1', 'a/d', 'a/e']
    for (const [at, key] of keys.entries()) await objects.putNew(`parts/${key}`, [Buffer.alloc(at)])
    const found: string[] = []
    for await (const { key, bytes, changedAtMs } of objects.list('parts/a/')) {
      found.push(`${key} ${bytes}`)
      expect(Math.abs(changedAtMs - Date.now())).toBeLessThan(60_000)
    }
    expect(found).toEqual([
      'parts/a/1 0',
      'parts/a/b/1 1',
      'parts/a/b/2 2',
      'parts/a/c 3',
      'parts/a/d 7',
      'parts/a/e 8',
    ])
    expect(await keysIn(objects, ['nothing/'])).toEqual([])
  })
}

const filePromises = (open: () => Promise<ObjectStore>, sealing?: Sealing): void => {
  const opened = async (more: Partial<FileStoreOptions> = {}) => {
    const objects = more.objects ?? (await open())
    const options = { objects, scope: 'north', partBytes, nowMs: Date.now, ...(sealing && { sealing }), ...more }
    return { objects, options, store: openFileStore(options), again: () => openFileStore(options) }
  }
  const contentOf = async (store: FileStore, digest: string, range?: { from?: number; to?: number }) =>
    bytesOf((await store.read(digest, range)).stream)

  copiesConformance(opened)

  test.each([0, 1, 65_535, 65_536, 65_537, partBytes, partBytes + 1, 1_000_000])(
    'a file of %i bytes comes back as it went, by its digest',
    async (length) => {
      const { store, objects } = await opened()
      const bytes = sampleBytes(length)
      const file = await store.put(piecesOf(bytes, [1, 70_000, 13]), anything)
      const kind = length === 0 ? 'text/plain' : 'application/octet-stream'
      expect(file).toEqual({ digest: digestOfBytes(bytes), size: length, kind })
      const read = await store.read(file.digest)
      expect([read.size, read.kind]).toEqual([length, kind])
      expect((await bytesOf(read.stream)).equals(bytes)).toBe(true)
      expect(await store.has(file.digest)).toBe(true)
      expect(await keysIn(objects, ['uploads/'])).toEqual([])
    },
  )

  test('streams of the web and of Node are taken', async () => {
    const { store } = await opened()
    const bytes = sampleBytes(100_000)
    const web = new Response(new Uint8Array(bytes)).body
    if (!web) throw new Error('there is no body')
    expect((await store.put(web, anything)).digest).toBe(digestOfBytes(bytes))
    expect((await store.put(Readable.from([bytes]), anything)).digest).toBe(digestOfBytes(bytes))
  })

  test('any range of a file is read; one that does not begin within it is refused', async () => {
    const { store } = await opened()
    const bytes = sampleBytes(400_000)
    const { digest } = await store.put(piecesOf(bytes), anything)
    const edges = [0, 1, 65_535, 65_536, 65_537, partBytes - 1, partBytes, partBytes + 1, 399_999, 400_000]
    for (const from of edges.slice(0, -1))
      for (const to of edges.filter((each) => each > from)) {
        const found = await contentOf(store, digest, { from, to })
        expect(found.equals(bytes.subarray(from, to)), `${from}–${to}`).toBe(true)
      }
    expect(await contentOf(store, digest, { from: 399_990, to: 10 ** 9 })).toEqual(bytes.subarray(399_990))
    expect(await contentOf(store, digest, { from: 399_990 })).toEqual(bytes.subarray(399_990))
    for (const range of [{ from: 400_000 }, { from: -1 }, { from: 5, to: 5 }, { from: 9, to: 3 }, { from: 0.5 }, { from: Number.NaN }]) // biome-ignore format: one list
      expect(await codeOf(store.read(digest, range))).toBe('invalid-input')
    expect(await codeOf(store.read(digestOfBytes(Buffer.from('another'))))).toBe('not-found')
    expect(await codeOf(store.read('../../etc/passwd'))).toBe('not-found')
  })

  test('a stream that is not read to its end is given up, and the file stays', async () => {
    const { store } = await opened()
    const bytes = sampleBytes(900_000)
    const { digest } = await store.put(piecesOf(bytes), anything)
    for (let time = 0; time < 3; time++) {
      const { stream } = await store.read(digest)
      for await (const piece of stream) {
        expect(piece.length).toBeGreaterThan(0)
        break
      }
      expect(stream.destroyed).toBe(true)
    }
    expect((await contentOf(store, digest)).equals(bytes)).toBe(true)
  })

  test('an upload goes on where it was, in another process too, and a wrong offset is refused with the right one', async () => {
    const { store, again } = await opened()
    const bytes = sampleBytes(500_000)
    const id = await store.begin(anything)
    expect(await store.offset(id)).toBe(0)
    expect(await store.append(id, 0, piecesOf(bytes.subarray(0, 1000)))).toBe(1000)
    expect(await problemOf(store.append(id, 0, piecesOf(bytes)))).toEqual([
      'conflict',
      'This upload is at byte 1000: go on from there.',
    ])
    expect(await codeOf(store.append(id, 1001, piecesOf(bytes)))).toBe('conflict')
    const other = again()
    expect(await other.offset(id)).toBe(1000)
    expect(await other.append(id, 1000, piecesOf(bytes.subarray(1000, 300_000)))).toBe(300_000)
    // The first has seen no more than the beginning.
    expect(await store.append(id, 300_000, piecesOf(bytes.subarray(300_000)))).toBe(500_000)
    const file = await store.finish(id, { digest: digestOfBytes(bytes) })
    expect(file).toMatchObject({ digest: digestOfBytes(bytes), size: 500_000 })
    expect((await contentOf(store, file.digest)).equals(bytes)).toBe(true)
    expect(await codeOf(store.offset(id))).toBe('not-found')
    expect(await codeOf(store.append(id, 500_000, piecesOf(bytes)))).toBe('not-found')
    expect(await codeOf(store.finish(id))).toBe('not-found')
  })

  test('a stream that breaks keeps what came of it', async () => {
    const { store } = await opened()
    const bytes = sampleBytes(300_000)
    const id = await store.begin(anything)
    const broken = store.append(id, 0, piecesOf(bytes.subarray(0, 200_001), [999], new Error('the line is down')))
    expect(await problemOf(broken)).toEqual(['cancelled', 'The file broke off at byte 200001: go on from there.'])
    expect(await store.offset(id)).toBe(200_001)
    await store.append(id, 200_001, piecesOf(bytes.subarray(200_001)))
    expect((await store.finish(id)).digest).toBe(digestOfBytes(bytes))
    expect(await codeOf(store.put(piecesOf(bytes, [999], new Error('again')), anything))).toBe('cancelled')
  })

  test('of two that append at the same offset one goes on, and nothing of the other is in between', async () => {
    const { store, again } = await opened()
    const [one, two] = [sampleBytes(600_000, 1), sampleBytes(600_000, 2)]
    const id = await store.begin(anything)
    const outcomes = await Promise.allSettled([
      store.append(id, 0, piecesOf(one, [30_000])),
      again().append(id, 0, piecesOf(two, [50_000])),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const file = await again().finish(id)
    expect([digestOfBytes(one), digestOfBytes(two)]).toContain(file.digest)
    expect(digestOfBytes(await contentOf(store, file.digest))).toBe(file.digest)
  })

  test('an upload that is finished twice at once is one file', async () => {
    const { store, again } = await opened()
    const bytes = sampleBytes(200_000)
    const id = await store.begin(anything)
    await store.append(id, 0, piecesOf(bytes))
    const outcomes = await Promise.allSettled([store.finish(id), again().finish(id), again().finish(id)])
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(await codeOf(Promise.reject(outcome.reason))).toBe('not-found')
    expect((await contentOf(store, digestOfBytes(bytes))).equals(bytes)).toBe(true)
  })

  /** Does something of another between two steps of this one. */
  const meeting = (
    objects: ObjectStore,
    before: () => Promise<unknown>,
    after: () => Promise<unknown>,
  ): ObjectStore => ({
    ...objects,
    putNew: async (key, pieces) => {
      if (!key.startsWith('files/')) return objects.putNew(key, pieces)
      await before()
      const isNew = await objects.putNew(key, pieces)
      await after()
      return isNew
    },
  })

  test('one who finishes an upload at the same time takes nothing from who finished it', async () => {
    const { store, options } = await opened()
    const id = await store.begin(anything)
    await store.append(id, 0, piecesOf(png))
    const objects = meeting(options.objects, async () => {}, () => store.finish(id)) // biome-ignore format: one place
    expect((await openFileStore({ ...options, objects }).finish(id)).digest).toBe(digestOfBytes(png))
    expect((await contentOf(store, digestOfBytes(png))).equals(png)).toBe(true)
  })

  test('an upload that is given up while it is finished is either a whole file or nothing', async () => {
    const { store, objects, options } = await opened()
    const id = await store.begin(anything)
    await store.append(id, 0, piecesOf(png))
    const losing = meeting(objects, () => store.abandon(id), async () => {}) // biome-ignore format: one place
    expect(await codeOf(openFileStore({ ...options, objects: losing }).finish(id))).toBe('not-found')
    expect(await store.has(digestOfBytes(png))).toBe(false)
    expect(await keysIn(objects)).toEqual([])
  })

  test('past its bound a stream is stopped, and nothing of it is left', async () => {
    const { store, objects } = await opened()
    let isClosed = false
    let sent = 0
    async function* endless() {
      try {
        for (;;) {
          sent += 10_000
          yield Buffer.alloc(10_000, 1)
        }
      } finally {
        isClosed = true
      }
    }
    expect(await problemOf(store.put(endless(), { bytesMax: 250_000 }))).toEqual([
      'too-large',
      'A file may have 250000 bytes here, and this one has more.',
    ])
    expect([isClosed, sent]).toEqual([true, 260_000])
    expect(await keysIn(objects)).toEqual([])
    const exact = sampleBytes(250_000)
    expect((await store.put(piecesOf(exact), { bytesMax: 250_000 })).size).toBe(250_000)
    const id = await store.begin({ bytesMax: 10 })
    await store.append(id, 0, piecesOf(Buffer.from('123456789')))
    expect(await codeOf(store.append(id, 9, piecesOf(Buffer.from('ab'))))).toBe('too-large')
    expect(await codeOf(store.offset(id))).toBe('not-found')
  })

  test('a file of another kind is stopped as soon as its bytes say so, however small the pieces', async () => {
    const { store, objects, again } = await opened()
    let sent = 0
    async function* counted() {
      for await (const piece of piecesOf(sampleBytes(1_000_000), [100])) {
        sent += piece.length
        yield piece
      }
    }
    const images = { bytesMax: 10_000_000, kinds: ['image/png', 'image/jpeg'] }
    expect(await problemOf(store.put(counted(), images))).toEqual([
      'invalid-input',
      'This file is application/octet-stream by what it holds; here it may be image/png, image/jpeg.',
    ])
    expect(sent).toBe(65_600)
    expect(await codeOf(store.put(piecesOf(Buffer.from('short')), images))).toBe('invalid-input')
    expect(await keysIn(objects)).toEqual([])
    expect((await store.put(piecesOf(png, [1000]), images)).kind).toBe('image/png')
    // Begun here, told elsewhere: what came before is read again.
    const id = await store.begin(images)
    await store.append(id, 0, piecesOf(sampleBytes(5)))
    expect(await codeOf(again().append(id, 5, piecesOf(png)))).toBe('invalid-input')
    expect(await codeOf(store.offset(id))).toBe('not-found')
  })

  test('bytes of another digest than was said are refused, and are gone', async () => {
    const { store, objects } = await opened()
    const wanted = { digest: digestOfBytes(Buffer.from('another')) }
    expect(await codeOf(store.put(piecesOf(png), anything, wanted))).toBe('invalid-input')
    expect(await keysIn(objects)).toEqual([])
  })

  test('a scan sees the whole file before anybody has it; what it finds is refused and gone', async () => {
    const seen: unknown[] = []
    const scan: Scan = async ({ digest, size, kind, read }) => {
      const all = await bytesOf(read())
      seen.push([digestOfBytes(all) === digest, size, kind, (await bytesOf(read({ from: 1, to: 4 }))).toString()])
      expect(await store.has(digest)).toBe(false)
      return all.includes('EICAR') ? { found: 'a test virus' } : 'clean'
    }
    const { store, objects } = await opened({ scan })
    expect((await store.put(piecesOf(png), anything)).size).toBe(png.length)
    const before = await keysIn(objects)
    const bad = Buffer.concat([png, Buffer.from('EICAR')])
    expect(await problemOf(store.put(piecesOf(bad), anything))).toEqual([
      'invalid-input',
      'This file is not taken: a scan found a test virus.',
    ])
    expect(seen).toEqual([
      [true, png.length, 'image/png', 'PNG'],
      [true, bad.length, 'image/png', 'PNG'],
    ])
    expect(await store.has(digestOfBytes(bad))).toBe(false)
    expect(await keysIn(objects)).toEqual(before)
  })

  test.each<readonly [string, Scan]>([
    ['throws', () => { throw new Error('no signatures') }], // biome-ignore format: one row
    ['rejects', () => Promise.reject(new Error('no daemon'))],
    ['hangs, having opened the file', ({ read }) => new Promise(() => void read())],
  ])('a scan that %s lets no file through; the upload is there to be finished later', async (_, scan) => {
    const { options, store } = await opened({ scan, scanMs: 50 })
    const id = await store.begin(anything)
    await store.append(id, 0, piecesOf(png))
    expect(await codeOf(store.finish(id))).toBe('unavailable')
    expect(await store.has(digestOfBytes(png))).toBe(false)
    const healed = openFileStore({ ...options, scan: async () => 'clean' })
    expect((await healed.finish(id)).digest).toBe(digestOfBytes(png))
  })

  test('what a scan says that is neither clean nor found is a refusal', async () => {
    const { store } = await opened({ scan: (async () => undefined) as unknown as Scan })
    expect(await codeOf(store.put(piecesOf(png), anything))).toBe('invalid-input')
  })

  test('an upload that is given up is gone; a finished one is a file that giving up does not touch', async () => {
    const { store, objects } = await opened()
    const id = await store.begin(anything)
    await store.append(id, 0, piecesOf(png))
    await store.abandon(id)
    await store.abandon(id)
    await store.abandon('../files')
    expect(await keysIn(objects)).toEqual([])
    const other = await store.begin(anything)
    await store.append(other, 0, piecesOf(png))
    const { digest } = await store.finish(other)
    await store.abandon(other)
    expect((await contentOf(store, digest)).equals(png)).toBe(true)
  })

  test('what is given up while it comes leaves nothing', async () => {
    const { store, objects, again } = await opened()
    const id = await store.begin(anything)
    async function* abandoned() {
      for await (const piece of piecesOf(sampleBytes(600_000), [50_000])) {
        yield piece
        if (sent++ === 6) await again().abandon(id)
      }
    }
    let sent = 0
    await Promise.allSettled([store.append(id, 0, abandoned())])
    expect(await codeOf(store.finish(id))).toBe('not-found')
    expect(await keysIn(objects)).toEqual([])
  })

  test('sweeping ends old uploads, and leaves new ones and every file', async () => {
    const { store, objects, options } = await opened()
    const file = await store.put(piecesOf(png), anything)
    const id = await store.begin(anything)
    await store.append(id, 0, piecesOf(sampleBytes(300_000)))
    expect(await store.sweep(3_600_000)).toBe(0)
    expect(await store.offset(id)).toBe(300_000)
    const tomorrow = openFileStore({ ...options, nowMs: () => Date.now() + 86_400_000 })
    expect(await tomorrow.sweep(3_600_000)).toBe(1)
    expect(await codeOf(store.offset(id))).toBe('not-found')
    expect(await keysIn(objects, ['uploads/'])).toEqual([])
    expect((await contentOf(store, file.digest)).equals(png)).toBe(true)
  })

  test('an upload that began long ago is not swept while its bytes come', async () => {
    const { store, objects, options } = await opened()
    const id = await store.begin(anything)
    await store.append(id, 0, piecesOf(png))
    const begunLongAgo: ObjectStore = {
      ...objects,
      list: async function* (prefix) {
        for await (const entry of objects.list(prefix))
          yield prefix.startsWith('uploads/') ? { ...entry, changedAtMs: 0 } : entry
      },
    }
    expect(await openFileStore({ ...options, objects: begunLongAgo }).sweep(3_600_000)).toBe(0)
    expect(await store.offset(id)).toBe(png.length)
  })

  test('files of one scope are not found in another, nor are its uploads', async () => {
    const { store, objects, options } = await opened()
    const south = openFileStore({ ...options, scope: 'south' })
    const { digest } = await store.put(piecesOf(png), anything)
    expect(await south.has(digest)).toBe(false)
    expect(await codeOf(south.read(digest))).toBe('not-found')
    await south.remove(digest)
    expect(await store.has(digest)).toBe(true)
    await south.put(piecesOf(png), anything)
    expect(await keysIn(objects, ['files/'])).toHaveLength(2)
    const id = await store.begin(anything)
    expect(await codeOf(south.append(id, 0, piecesOf(png)))).toBe('not-found')
    await south.abandon(id)
    expect(await store.offset(id)).toBe(0)
  })

  const killedAt = (objects: ObjectStore, writes: number): ObjectStore => {
    let left = writes
    const dying =
      <Given extends readonly unknown[], Result>(write: (...given: Given) => Promise<Result>) =>
      async (...given: Given): Promise<Result> => {
        if (left-- <= 0) throw new Error('killed')
        return write(...given)
      }
    return { ...objects, putNew: dying(objects.putNew), remove: dying(objects.remove) }
  }

  test('wherever finishing and removing end midway, a file is whole or not found, and sweeping leaves nothing else', async () => {
    let isRemoved = false
    for (let writes = 0; !isRemoved; writes++) {
      const { store, objects, options } = await opened()
      const dying = openFileStore({ ...options, objects: killedAt(objects, writes) })
      const bytes = sampleBytes(200_000)
      const digest = digestOfBytes(bytes)
      const stored = await dying.put(piecesOf(bytes), anything).catch(() => null)
      if (stored) expect(await store.has(digest)).toBe(true)
      isRemoved = (stored && (await dying.remove(digest).then(() => true, () => false))) ?? false // biome-ignore format: one claim
      await openFileStore({ ...options, nowMs: () => Date.now() + 86_400_000 }).sweep(1)
      if (await store.has(digest)) {
        expect(isRemoved).toBe(false)
        expect((await contentOf(store, digest)).equals(bytes)).toBe(true)
        // Its record, two parts and the claim.
        expect(await keysIn(objects)).toHaveLength(4)
        await store.remove(digest)
      }
      expect(await keysIn(objects), `after ${writes} writes`).toEqual([])
    }
  })

  test('bytes that are altered, cut, or gone are never given out as the file', async () => {
    const { store, objects } = await opened()
    const bytes = sampleBytes(300_000)
    const { digest } = await store.put(piecesOf(bytes), anything)
    const parts = (await keysIn(objects, ['parts/'])).filter((key) => !key.includes('/of-'))
    expect(parts).toHaveLength(3)
    const forged = async (key: string, change: (was: Buffer) => Buffer | null) => {
      const was = await wholeObject(objects, key, 1_000_000)
      if (!was) throw new Error(`${key} is not there`)
      await objects.remove(key)
      const now = change(Buffer.from(was))
      if (now) await objects.putNew(key, [now])
      expect(await codeOf(contentOf(store, digest)), key).toBe('internal')
      if (now) await objects.remove(key)
      await objects.putNew(key, [was])
    }
    for (const key of parts) {
      await forged(key, (was) => Buffer.concat([was.subarray(0, -1), Buffer.from([(was.at(-1) ?? 0) ^ 1])]))
      await forged(key, (was) => was.subarray(0, -1))
      await forged(key, () => null)
    }
    // Nobody reads all of it, and knows its digest.
    const [last = ''] = parts.slice(-1)
    const whole = (await wholeObject(objects, last, 1_000_000)) ?? Buffer.alloc(0)
    await objects.remove(last)
    await objects.putNew(last, [whole.subarray(0, -1)])
    expect(await codeOf(contentOf(store, digest, { from: 299_990 }))).toBe('internal')
    await objects.remove(last)
    await objects.putNew(last, [whole])
    expect((await contentOf(store, digest)).equals(bytes)).toBe(true)
    const [record = ''] = await keysIn(objects, ['files/'])
    await forged(record, () => Buffer.from('{"version":1}'))
    await forged(record, () => Buffer.from('not json'))
    expect((await contentOf(store, digest)).equals(bytes)).toBe(true)
  })
}

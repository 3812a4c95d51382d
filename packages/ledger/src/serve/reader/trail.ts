import { setTimeout } from 'node:timers/promises'
import type { EventStream } from './event-stream.ts'
import type { Published } from './published.ts'
import type { ReaderSession } from './who-reads.ts'

/** Readers who are told of entries as they are published. */
export interface Trail {
  /** False where there are too many already. */
  readonly hasRoom: boolean
  /** Tells entries from `next` on, and goes on with new ones until the reader leaves, is too slow, or may read no more. */
  follow(stream: EventStream, reading: ReaderSession, next: number): Promise<void>
  /** Ends them all. */
  close(): void
}

export interface TrailLimits {
  readonly readersMax: number
  /** Entries that are told to who comes back, or has fallen behind; of older ones it is said that they are left out. */
  readonly behindMax: number
  /** How long a reader may take for what waits for it. */
  readonly takenMs: number
  /** How often it is looked for what was published. */
  readonly everyMs: number
  readonly keepAliveMs: number
}

export const trailLimits: TrailLimits = {
  readersMax: 100,
  behindMax: 10_000,
  takenMs: 20_000,
  everyMs: 500,
  keepAliveMs: 15_000,
}

/** Each reader goes at its own pace, from the disk: nothing is kept for who is slow, and nobody waits for it. */
export const openTrail = (published: Published, nowMs: () => number, limits: TrailLimits = trailLimits): Trail => {
  const streams = new Set<EventStream>()
  const closing = new AbortController()
  const keepAlive = setInterval(() => {
    for (const stream of streams) if (stream.isOpen) stream.keepAlive()
  }, limits.keepAliveMs)
  keepAlive.unref()

  /** Entries that were published and not told; resolves to the next one that is to be told. */
  const tellNew = async (stream: EventStream, next: number): Promise<number> => {
    const { reader, index } = await published.indexed()
    const { size } = reader.checkpoint
    const from = Math.max(next, size - limits.behindMax)
    if (from > next) stream.send({ name: 'skipped', data: JSON.stringify({ from: next, until: from }) })
    if (from >= size) return from
    const place = index.placeOf(from - 1)
    // The entry before may have been retired: what there is from here on is then looked for.
    const lines = place ? reader.linesAfter({ index: from - 1, place }) : reader.lines(from)
    for await (const { index: at, line } of lines) {
      // The line is canonical JSON: it has no line break that would end the event.
      stream.send({ id: at, data: `{"index":${at},"record":${line}}` })
      await stream.taken(limits.takenMs)
    }
    return size
  }

  const whyEnded = async (stream: EventStream, { untilMs }: ReaderSession, first: number): Promise<string> => {
    for (let next = first; stream.isOpen; ) {
      if (closing.signal.aborted) return 'The ledger is closing. Come back in a moment.'
      if (nowMs() >= untilMs) return 'Your sign-in has ended. Sign in again.'
      next = await tellNew(stream, next)
      await setTimeout(limits.everyMs, undefined, { ref: false, signal: closing.signal }).catch(() => {})
    }
    return ''
  }

  return {
    get hasRoom() {
      return streams.size < limits.readersMax
    },
    follow: async (stream, reading, next) => {
      streams.add(stream)
      const sentence = await whyEnded(stream, reading, next).catch((error: unknown) =>
        error instanceof Error && error.name === 'AbortError'
          ? 'You read more slowly than entries come. Come back: you go on where you were.'
          : 'The ledger cannot be read now. Come back in a moment.',
      )
      streams.delete(stream)
      if (stream.isOpen) stream.end(sentence)
    },
    close: () => {
      clearInterval(keepAlive)
      closing.abort()
    },
  }
}

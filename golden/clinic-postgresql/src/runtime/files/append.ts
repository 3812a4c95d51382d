import { ProblemError, problem } from '../problem/problem.ts'
import { Refused, requireKind } from './bounds.ts'
import { tooLarge, wrongOffset } from './file-problems.ts'
import type { Bytes } from './file-store.ts'
import type { ObjectStore } from './object-store.ts'
import { blockBytes, PartBuffer } from './part-buffer.ts'
import { partsIn, putPart } from './parts.ts'
import { isWholeStart, type Seen, seenWith, startWith } from './seen.ts'
import { kindOf } from './sniff/kind-of.ts'
import type { Upload } from './uploads.ts'

/** 40 GB in parts of 2 MiB; each append makes one at least. */
const partsMax = 20_000
/** All of them are looked at by each append: so many come however small, and then one for each block that is there. */
const smallPartsMax = 256
const partsAt = (offset: number): number => Math.min(partsMax, smallPartsMax + Math.floor(offset / blockBytes))

export interface AppendOptions {
  readonly objects: ObjectStore
  /** A whole number of blocks of 64 KiB; so much of each append is in memory, and twice that while it is sealed. */
  readonly partBytes: number
  /** Hears of each part that is stored. */
  readonly onStored: (seen: Seen | null) => void
}

/**
 * Stores bytes as the next parts of an upload, and gives the offset after them. What came is stored also where the stream breaks, which then
 * rejects with its own problem, or `cancelled`. Rejects with a `Refused` as soon as the bytes are past the bounds.
 */
export const appendTo = async (upload: Upload, bytes: Bytes, options: AppendOptions): Promise<number> => {
  const { bounds } = upload
  const of = { upload: upload.id, key: upload.key?.key ?? null }
  const buffer = new PartBuffer(options.partBytes)
  const source: Source = { broken: null }
  let { offset, seen } = upload
  let isKindKnown = seen === null || isWholeStart(seen.start)
  let parts = upload.parts.length

  const store = async (): Promise<void> => {
    if (buffer.bytes === 0) return
    if (++parts > partsAt(offset)) throw tooManyParts()
    const pieces = buffer.pieces()
    if (!(await putPart(options.objects, of, offset, pieces)))
      throw wrongOffset(sum(await partsIn(options.objects, of)))
    offset += buffer.bytes
    seen &&= seenWith(seen, pieces)
    buffer.clear()
    options.onStored(seen)
  }
  const judgeKind = (): void => {
    if (isKindKnown || !seen || seen.bytes + buffer.bytes < blockBytes) return
    isKindKnown = true
    requireKind(kindOf(startWith(seen.start, buffer.pieces())), bounds)
  }

  for await (const piece of untilBroken(bytes, source)) {
    if (offset + buffer.bytes + piece.length > bounds.bytesMax) throw new Refused(tooLarge(bounds.bytesMax).problem)
    for (let taken = 0; taken < piece.length; ) {
      taken += buffer.take(piece.subarray(taken))
      judgeKind()
      if (buffer.isFull) await store()
    }
  }
  await store()
  if (source.broken) throw brokenOff(source.broken.error, offset)
  return offset
}

interface Source {
  broken: { readonly error: unknown } | null
}

/** Ends where the stream breaks. Whoever stops reading closes it. */
async function* untilBroken(bytes: Bytes, source: Source): AsyncGenerator<Uint8Array, void> {
  try {
    yield* bytes
  } catch (error) {
    source.broken = { error }
  }
}

const brokenOff = (error: unknown, offset: number): ProblemError =>
  error instanceof ProblemError
    ? error
    : new ProblemError(
        problem('cancelled', { detail: `The file broke off at byte ${offset}: go on from there.`, cause: error }),
      )

const tooManyParts = (): Refused =>
  new Refused(
    problem('too-large', {
      detail: `A file comes in ${smallPartsMax} small pieces at most. Send at least ${blockBytes} bytes in each.`,
    }),
  )

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

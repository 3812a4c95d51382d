import { filesUnavailable } from '../file-problems.ts'
import { type ByteRange, type ObjectEntry, type ObjectStore, wholeObject } from '../object-store.ts'
import { errorCodeIn, pageIn } from './s3-listing.ts'
import { type Answer, askS3, readAnswer, type S3Place, type S3Request } from './s3-request.ts'

export interface S3Options extends S3Place {
  /** Before every key: nothing, or ends with `/`. */
  readonly prefix?: string
  /**
   * Whether the bucket's store keeps to `If-None-Match: *`, as AWS does: true unless it is said. Without it an object is asked for before it
   * is put, and of two that put it within that moment the later one stands: appends to one upload have to come through one process.
   */
  readonly hasConditionalWrites?: boolean
}

/**
 * Objects of a bucket of S3, or of what speaks like it (docs.aws.amazon.com/AmazonS3/latest/API; read-after-write and listings are strongly
 * consistent there). A put is one request that says the hash of its bytes; it is tried again where nobody answers.
 */
export const s3Objects = (options: S3Options): ObjectStore => {
  const { bucket, prefix = '', hasConditionalWrites = true } = options
  const ask = (request: S3Request): Promise<Answer> =>
    askS3(options, request).catch((error: unknown) => {
      throw unavailable(new Error(`The bucket ${bucket} did not answer.`, { cause: error }))
    })
  const refused = async (answer: Answer): Promise<never> => {
    const code = errorCodeIn((await readAnswer(answer)).toString())
    throw unavailable(new Error(`The bucket ${bucket} answered ${answer.status} ${code}`.trim()))
  }

  const store: ObjectStore = {
    putNew: async (key, pieces) => {
      if (!hasConditionalWrites && (await isThere(store, key))) return false
      const headers: Readonly<Record<string, string>> = hasConditionalWrites ? { 'if-none-match': '*' } : {}
      const answer = await ask({ method: 'PUT', key: `${prefix}${key}`, headers, body: pieces })
      if (answer.status === 412) {
        await readAnswer(answer)
        // A first try of ours may have got there, and its answer not here.
        return answer.tries > 1 && (await isSame(store, key, pieces))
      }
      if (answer.status !== 200) return refused(answer)
      await readAnswer(answer)
      return true
    },
    read: async (key, range) => {
      if (range && range.from === range.to) return emptied()
      const answer = await ask({ method: 'GET', key: `${prefix}${key}`, headers: range ? rangeHeader(range) : {} })
      if (answer.status === 404) {
        await readAnswer(answer)
        return null
      }
      // A store that knows no ranges would give another one.
      if (answer.status !== (range ? 206 : 200)) return refused(answer)
      return answer.bytes(unavailable)
    },
    async *list(below) {
      for (let after: string | undefined = ''; after !== undefined; ) {
        const page = { 'list-type': '2', 'max-keys': pageKeys, prefix: `${prefix}${below}` }
        const query = { ...page, ...(after && { 'continuation-token': after }) }
        const answer: Answer = await ask({ method: 'GET', query })
        if (answer.status !== 200) return refused(answer)
        const listed = pageIn((await readAnswer(answer)).toString())
        yield* listed.entries.map((entry): ObjectEntry => ({ ...entry, key: entry.key.slice(prefix.length) }))
        after = listed.next
      }
    },
    remove: async (key) => {
      const answer = await ask({ method: 'DELETE', key: `${prefix}${key}` })
      if (answer.status !== 204 && answer.status !== 200 && answer.status !== 404) return refused(answer)
      await readAnswer(answer)
    },
    // A put that is cut off leaves nothing.
    sweep: async () => {},
  }
  return store
}

/** Fewer than there may be, so that a listing takes little memory. */
const pageKeys = '200'

const rangeHeader = ({ from, to }: ByteRange) => ({ range: `bytes=${from}-${to - 1}` })

async function* emptied(): AsyncGenerator<Uint8Array, void> {}

const isThere = async (store: ObjectStore, key: string): Promise<boolean> => {
  const found = await store.read(key)
  if (!found) return false
  for await (const _ of found) break
  return true
}

const isSame = async (store: ObjectStore, key: string, pieces: readonly Uint8Array[]): Promise<boolean> => {
  const ours = Buffer.concat(pieces)
  const found = await wholeObject(store, key, ours.length).catch(() => null)
  return found?.equals(ours) ?? false
}

const unavailable = (error: unknown) => filesUnavailable('Files cannot be stored or read now. Try again later.', error)

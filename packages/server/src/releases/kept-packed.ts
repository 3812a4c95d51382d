import { ProblemError, problem } from '@charter/runtime'

/** Gives what is packed of a digest: packed by `pack`, unless it is kept or on its way. */
export type KeptPacked = (digest: string, pack: () => Promise<Buffer>) => Promise<Buffer>

/** Of all that is kept. */
const keptBytesMax = 32 * 1024 ** 2

/** That wait for their turn, each of its digest. */
const comingMax = 16

const busy = { detail: 'Too many archives are being packed: ask again.', retryAfterSeconds: 5 }

/** Packs one at a time, in the order asked, and keeps what was asked for last, as far as there is room. What failed is packed anew. Rejects with `unavailable` where too many wait. */
export const keptPacked = (bytesMax = keptBytesMax): KeptPacked => {
  const kept = new Map<string, Buffer>()
  const coming = new Map<string, Promise<Buffer>>()
  let turn: Promise<unknown> = Promise.resolve()
  const keep = (digest: string, bytes: Buffer): void => {
    kept.delete(digest)
    kept.set(digest, bytes)
    let total = [...kept.values()].reduce((sum, { length }) => sum + length, 0)
    for (const [oldest, { length }] of kept) {
      if (total <= bytesMax) return
      kept.delete(oldest)
      total -= length
    }
  }
  return (digest, pack) => {
    const known = kept.get(digest)
    if (known) {
      keep(digest, known)
      return Promise.resolve(known)
    }
    const onItsWay = coming.get(digest)
    if (onItsWay) return onItsWay
    if (coming.size >= comingMax) return Promise.reject(new ProblemError(problem('unavailable', busy)))
    const asked = turn.then(pack)
    coming.set(digest, asked)
    turn = asked
      .then((bytes) => keep(digest, bytes))
      .catch(() => {})
      .finally(() => coming.delete(digest))
    return asked
  }
}

import { ProblemError, problem } from '@charter/runtime'
import { peekCheckpoint } from '../../checkpoint/checkpoint.ts'
import type { NoteKey } from '../../checkpoint/note.ts'
import { goesOn } from '../goes-on.ts'
import type { Witness } from '../witness.ts'
import type { Bucket } from './bucket.ts'

export interface S3WitnessOptions {
  readonly bucket: Bucket
  /** For its name. */
  readonly bucketName: string
  readonly prefix: string
  /** How long nobody may change or remove a checkpoint. */
  readonly retainMs: number
  /** The key of the ledger that is witnessed. */
  readonly key: NoteKey
  readonly administrator: string
  readonly ledgerAdministrator: string
  readonly nowMs: () => number
}

/** A checkpoint each 30 seconds for a year. */
const checkpointsMax = 1_100_000

/**
 * A bucket with object lock as witness: checkpoints lie there so that nobody, not even who owns the bucket, may change or
 * remove them for a time (mode COMPLIANCE). A checkpoint stands in its object's key too, so that a listing tells them all;
 * the newest comes first.
 */
export const s3Witness = (options: S3WitnessOptions): Witness => {
  const { bucket, bucketName, prefix, retainMs, key, administrator, ledgerAdministrator, nowMs } = options
  const below = prefix === '' ? '' : `${prefix.replace(/\/$/, '')}/`
  let last: string | null = null
  return {
    name: `bucket ${bucketName}`,
    notIndependent: async () => {
      if (administrator === ledgerAdministrator)
        return `not independent: ${administrator} administers ledger and bucket`
      if (!(await bucket.hasLock()))
        return `not independent: the bucket ${bucketName} has no object lock, so its owner may remove what it holds`
      const [newest] = await bucket.keys(below, 1)
      if (newest === undefined) return null
      const mode = await bucket.lockOf(newest)
      return mode === 'COMPLIANCE'
        ? null
        : `not independent: what the bucket ${bucketName} holds is ${mode === null ? 'not locked' : `locked in mode ${mode}, which its owner may lift`}`
    },
    record: async (note, nodeAt) => {
      last ??= noteIn((await bucket.keys(below, 1))[0], below) ?? null
      if (!(await goesOn({ note, before: last, key, nodeAt }))) return
      await bucket.putLocked(keyOf(note, below), note, nowMs() + retainMs)
      last = note
    },
    checkpoints: async () => {
      const keys = await bucket.keys(below, checkpointsMax)
      if (keys.length === checkpointsMax)
        throw new ProblemError(problem('too-large', { detail: `The bucket ${bucketName} holds more than ${checkpointsMax} checkpoints. Go on with another prefix.` })) // biome-ignore format: one call
      return keys.flatMap((each) => noteIn(each, below) ?? []).reverse()
    },
  }
}

/** Keys sort as text: the larger a ledger was, the earlier its checkpoint comes. */
const largest = 10 ** 15 - 1
const keyBytesMax = 1024

const keyOf = (note: string, below: string): string => {
  const size = peekCheckpoint(note)?.size ?? 0
  const key = `${below}${String(largest - size).padStart(15, '0')}.${Buffer.from(note).toString('base64url')}`
  if (key.length <= keyBytesMax) return key
  throw new ProblemError(problem('too-large', { detail: 'The ledger’s name and the prefix are too long together for a key in a bucket. Shorten the prefix.' })) // biome-ignore format: one call
}

/** Undefined where a key is none of a checkpoint; what is in it is believed only once its signature verifies. */
const noteIn = (key: string | undefined, below: string): string | undefined => {
  const [, text] = /^\d{15}\.([\w-]+)$/.exec(key?.startsWith(below) ? key.slice(below.length) : '') ?? []
  return text === undefined ? undefined : Buffer.from(text, 'base64url').toString()
}

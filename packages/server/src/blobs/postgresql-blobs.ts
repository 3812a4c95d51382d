import { ProblemError, problem } from '@charter/runtime'
import { type Blobs, digestOf } from './blobs.ts'

/** Says a statement with `$1`, `$2` for its values. */
export type BlobQuery = (
  sql: string,
  values: readonly unknown[],
) => Promise<readonly Readonly<Record<string, unknown>>[]>

/** Of one: parts of releases are texts, of which the longest have some hundred kilobytes. */
const bytesMax = 16 * 2 ** 20

/** What is there and was changed is put right by who has the bytes. */
const put = `INSERT INTO blob (digest, bytes) VALUES ($1, $2)
  ON CONFLICT (digest) DO UPDATE SET bytes = excluded.bytes WHERE blob.bytes <> excluded.bytes`

/** As rows of a table, which servers of several machines share. What is larger than 16 MiB is `too-large`. */
export const postgresqlBlobs = (query: BlobQuery): Blobs => ({
  put: async (bytes) => {
    if (bytes.length > bytesMax)
      throw new ProblemError(problem('too-large', { detail: `A part of a release has at most ${bytesMax} bytes.` }))
    const digest = digestOf(bytes)
    const [known] = await query('SELECT 1 FROM blob WHERE digest = $1 AND sha256(bytes) = $2', [digest, rawOf(digest)])
    if (!known) await query(put, [digest, Buffer.from(bytes)])
    return digest
  },
  read: async (digest) => {
    const [row] = await query('SELECT bytes FROM blob WHERE digest = $1', [digest])
    if (!(row?.bytes instanceof Uint8Array)) throw new Error(`Nothing is kept as ${digest}.`)
    if (digestOf(row.bytes) !== digest) throw new Error(`The bytes kept as ${digest} were changed.`)
    return row.bytes
  },
})

const rawOf = (digest: string): Buffer => Buffer.from(digest.slice('sha256:'.length), 'hex')

import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { bodyBytes } from '@charter/runtime'
import { peekCheckpoint } from '../checkpoint/checkpoint.ts'
import { hashBytes } from '../merkle/hash.ts'
import { partialTiles, type TileName, tilePath, tileWidth } from '../merkle/tile.ts'

export interface CopyLedgerOptions {
  /** Where the ledger is served: `https://ledger.example`. */
  readonly url: string
  /** A reader token, or a JWT of the ledger's sign-in. */
  readonly token: string
  /** An empty folder, or one that is not there yet. */
  readonly folder: string
}

const timeoutMs = 60_000

/**
 * Copies a ledger as it is at its newest published checkpoint, for `verifyLedger`: that one believes nothing of the copy.
 * Rejects with what the server said.
 */
export const copyLedger = async ({ url, token, folder }: CopyLedgerOptions): Promise<{ readonly size: number }> => {
  const get = async (path: string): Promise<Buffer> => {
    const answer = await fetch(new URL(path, url), {
      headers: { authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const bytes = await bodyBytes(answer)
    if (answer.ok) return bytes
    throw new Error(`${path} answered ${answer.status}: ${bytes.toString().slice(0, 500)}`)
  }
  const keep = async (path: string, bytes: Buffer): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o700 })
    await writeFile(join(folder, path), bytes, { mode: 0o600 })
  }
  // First of all: what comes after is copied up to this.
  const note = await get('/checkpoint')
  const size = peekCheckpoint(note.toString())?.size
  if (size === undefined) throw new Error(`${url} does not answer with a checkpoint: is a ledger served there?`)
  for (const name of await segmentsOf(get)) {
    if (Number(name.slice(0, name.indexOf('.'))) >= size) break
    await keep(`segments/${name}`, await get(`/segments/${name}?size=${size}`))
  }
  for (const tile of tilesOf(size)) await keep(tilePath(tile), await tileBytes(get, tile))
  await keep('checkpoint', note)
  return { size }
}

/** Names are checked before they become paths here. */
const segmentsOf = async (get: (path: string) => Promise<Buffer>): Promise<readonly string[]> => {
  const { segments } = JSON.parse((await get('/segments')).toString()) as { segments?: unknown }
  if (Array.isArray(segments) && segments.every((name) => /^\d{15,}\.\d{6,}\.ndjson$/.test(name))) return segments
  throw new Error('The list of segments holds what is no name of one.')
}

/** A partial tile that grew is the beginning of the full one that took its place (C2SP tlog-tiles). */
const tileBytes = (get: (path: string) => Promise<Buffer>, tile: TileName): Promise<Buffer> =>
  get(tilePath(tile)).catch(async (error: unknown) => {
    if (tile.width === tileWidth) throw error
    return (await get(tilePath({ ...tile, width: tileWidth }))).subarray(0, tile.width * hashBytes)
  })

function* tilesOf(size: number): Generator<TileName> {
  for (let level = 0, known = size; known > 0; level++, known = Math.floor(known / tileWidth))
    for (let index = 0; index < Math.floor(known / tileWidth); index++) yield { level, index, width: tileWidth }
  yield* partialTiles(size)
}

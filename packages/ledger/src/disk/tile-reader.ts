import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Hash, hashBytes } from '../merkle/hash.ts'
import type { NodeAt } from '../merkle/proof.ts'
import { type OpenTile, openTile, type TileName, tileHeight, tileOf, tilePath, tileWidth } from '../merkle/tile.ts'

/** Opened tiles that are kept: some 16 KiB each. */
const tilesMax = 512

/** The tile is not there, or too short. What is proven from tiles needs them; they can be made anew from the segments. */
export class TileMissing extends Error {
  override readonly name = 'TileMissing'
}

/**
 * Hashes of subtrees of a tree of `size` leaves from the tiles in a folder. Nothing is believed here: whoever asks
 * compares what comes of it with a signed root. Rejects with TileMissing.
 */
export const tileReader = (folder: string, size: number): NodeAt => {
  const kept = new Map<string, Promise<OpenTile>>()
  const openAt = (name: TileName): Promise<OpenTile> => {
    const path = tilePath(name)
    const known = kept.get(path)
    if (known) return known
    const opened = readTile(folder, name).then(openTile)
    if (kept.size >= tilesMax) kept.delete(kept.keys().next().value ?? '')
    kept.set(path, opened)
    return opened
  }
  return async (level, index) => {
    const { offset, ...name } = tileOf(level, index, size)
    const row = level % tileHeight
    const node = (await openAt(name)).rows[row]?.[offset / 2 ** row]
    if (node === undefined) throw new TileMissing(`There is no subtree ${level}/${index} in a tree of ${size}.`)
    return node
  }
}

/** A tile's bytes; where it grew since, those of the full tile that took its place (C2SP tlog-tiles). */
export const readTile = async (folder: string, name: TileName): Promise<Buffer> => {
  for (const width of new Set([name.width, tileWidth])) {
    const bytes = await readFile(join(folder, tilePath({ ...name, width }))).catch(() => null)
    if (bytes && bytes.length === width * hashBytes) return bytes.subarray(0, name.width * hashBytes)
  }
  throw new TileMissing(`The tile ${tilePath(name)} is not there, or has the wrong length.`)
}

/** Leaf hashes `from` up to, not including, `to`, of a tree of `size` leaves. */
export const leavesFrom = async (nodeAt: NodeAt, from: number, to: number): Promise<readonly Hash[]> => {
  const leaves: Hash[] = []
  for (let index = from; index < to; index++) leaves.push(await nodeAt(0, index))
  return leaves
}

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hash } from '../merkle/hash.ts'
import { partialTiles, type TileName, tileBytes, tilePath, tileWidth } from '../merkle/tile.ts'
import type { LedgerFault } from './ledger-fault.ts'

/** Compares the tiles in a folder with the hashes of the tree as its entries give it. */
export interface TileCheck {
  /** The next hash of a tile level. */
  add(level: number, node: Hash): void
  /** Resolves when the full tiles so far are compared. */
  settled(): Promise<void>
  /** The tiles of a tree of `size` leaves that are not full. */
  finish(size: number): Promise<void>
}

export const tileCheck = (folder: string, onFault: (fault: LedgerFault) => void): TileCheck => {
  const edges: { index: number; hashes: Hash[] }[] = []
  let full: Promise<void>[] = []

  const compare = async (name: TileName, hashes: readonly Hash[]): Promise<void> => {
    const path = tilePath(name)
    const bytes = await readFile(join(folder, path)).catch(() => null)
    if (bytes?.equals(tileBytes(hashes))) return
    const what = bytes === null ? 'is missing' : 'does not hold the hashes of the entries'
    const sentence = `The tile ${path} ${what}. Tiles can be made anew from the segments.`
    onFault({ part: 'tile', where: path, index: name.index * tileWidth ** (name.level + 1), sentence })
  }

  /** Every partial tile on disk is the beginning of what is known of its tile. */
  const comparePartial = async (name: TileName, hashes: readonly Hash[]): Promise<void> => {
    const path = tilePath({ ...name, width: tileWidth })
    const widths = (await readdir(join(folder, `${path}.p`)).catch(() => []))
      .filter((file) => /^\d+$/.test(file))
      .map(Number)
    for (const width of widths)
      if (width <= hashes.length) await compare({ ...name, width }, hashes.slice(0, width))
      else onFault({ part: 'tile', where: `${path}.p/${width}`, index: name.index * tileWidth, sentence: `The tile ${path}.p/${width} is of a longer ledger than this.` }) // biome-ignore format: one fault
  }

  const settled = async (): Promise<void> => {
    const comparing = full
    full = []
    await Promise.all(comparing)
  }

  return {
    add: (level, node) => {
      const edge = edges[level] ?? { index: 0, hashes: [] }
      edges[level] = edge
      edge.hashes.push(node)
      if (edge.hashes.length < tileWidth) return
      full.push(compare({ level, index: edge.index, width: tileWidth }, edge.hashes))
      edge.index++
      edge.hashes = []
    },
    settled,
    finish: async (size) => {
      await settled()
      for (const name of partialTiles(size)) await comparePartial(name, edges[name.level]?.hashes ?? [])
    },
  }
}

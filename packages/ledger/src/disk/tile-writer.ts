import { readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { privateFolder } from '@charter/runtime/service'
import type { Hash } from '../merkle/hash.ts'
import { partialTiles, type TileName, tileBytes, tileHeight, tilePath, tileWidth } from '../merkle/tile.ts'
import { renameInto } from './replace-file.ts'

/** Writes the tiles of a growing tree. Nothing waits for them to be on disk: the segments hold all that they say. */
export interface TileWriter {
  /** Hashes as the tree makes them known; those of levels between tiles are none of a tile's. */
  add(level: number, node: Hash): void
  /** Full tiles that are not written yet. */
  readonly waiting: number
  /** Writes the full tiles that came about. Rejects when the disk does not take them; they are tried again then. */
  flush(): Promise<void>
  /** Writes full and partial tiles, so that everything can be proven to the size reached. */
  publish(size: number): Promise<void>
}

interface Edge {
  index: number
  hashes: Hash[]
}

/** `edges`: the partial tile at each tile level. */
export const tileWriter = (folder: string, edges: readonly (readonly Hash[])[], size: number): TileWriter => {
  const levels: Edge[] = edges.map((hashes, level) => ({
    index: Math.floor(size / tileWidth ** (level + 1)),
    hashes: [...hashes],
  }))
  let full: { readonly name: TileName; readonly bytes: Buffer }[] = []

  const writeFull = async (): Promise<void> => {
    const taken = full
    full = []
    try {
      await Promise.all(taken.map(({ name, bytes }) => writeTile(folder, name, bytes)))
    } catch (error) {
      full = [...taken, ...full]
      throw error
    }
  }

  /** One at a time: two would write one tile at once. */
  let writing: Promise<void> = Promise.resolve()
  const after = (work: () => Promise<void>): Promise<void> => {
    writing = writing.then(work, work)
    return writing
  }

  return {
    add: (level, node) => {
      if (level % tileHeight !== 0) return
      let edge = levels[level / tileHeight]
      if (!edge) {
        edge = { index: 0, hashes: [] }
        levels[level / tileHeight] = edge
      }
      edge.hashes.push(node)
      if (edge.hashes.length < tileWidth) return
      full.push({
        name: { level: level / tileHeight, index: edge.index, width: tileWidth },
        bytes: tileBytes(edge.hashes),
      })
      edge.index++
      edge.hashes = []
    },
    get waiting() {
      return full.length
    },
    flush: () => after(writeFull),
    publish: async (size) => {
      const partial = partialTiles(size).map((name) => ({
        name,
        bytes: tileBytes((levels[name.level]?.hashes ?? []).slice(0, name.width)),
      }))
      await after(async () => {
        await writeFull()
        await Promise.all(partial.map(({ name, bytes }) => writeTile(folder, name, bytes)))
      })
    },
  }
}

const writeTile = async (folder: string, name: TileName, bytes: Buffer): Promise<void> => {
  const file = join(folder, tilePath(name))
  // One that is right already stays: of entries that were retired there is no other copy of their hashes.
  if (name.width === tileWidth && (await readFile(file).catch(() => null))?.equals(bytes)) return
  // Renamed into place: a writer that is killed leaves no half of a tile under a tile's name.
  await renameInto(file, bytes).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    privateFolder(dirname(file))
    await renameInto(file, bytes)
  })
  // A full tile holds what its partial ones held (C2SP tlog-tiles lets them go).
  if (name.width === tileWidth) await rm(`${file}.p`, { recursive: true, force: true })
}

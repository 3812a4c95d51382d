import { readdir, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { leafOfLine, linesOf, readSegment } from '../disk/segment-lines.ts'
import { listSegments, type SegmentName, segmentFile } from '../disk/segment-name.ts'
import { leavesFrom, tileReader } from '../disk/tile-reader.ts'
import { tileWriter } from '../disk/tile-writer.ts'
import { emptyFrontier, type Frontier, growFrontier } from '../merkle/frontier.ts'
import { tileWidth } from '../merkle/tile.ts'

/**
 * Makes the tiles anew from the segments, up to `size` entries where it is given: they hold nothing that the segments do
 * not, but for entries that were retired, whose leaf hashes are read from the tiles of the lowest level. Resolves to the
 * tree that came of it, which the caller compares with a signed root. Rejects with TileMissing.
 */
export const rebuildTiles = async (
  folder: string,
  segments?: readonly SegmentName[],
  size?: number,
): Promise<Frontier> => {
  await removeMade(folder)
  const tiles = tileWriter(folder, [], 0)
  const grown = growFrontier(emptyFrontier, tiles.add)
  const growTo = async (end: number): Promise<void> => {
    const kept = tileReader(folder, end)
    while (grown.size < end) {
      const leaves = await leavesFrom(kept, grown.size, Math.min(end, grown.size + leavesAtOnce))
      for (const leaf of leaves) grown.append(leaf)
      await tiles.flush()
    }
  }
  for (const name of segments ?? (await listSegments(folder)).segments) {
    await growTo(name.first)
    const content = await readSegment(segmentFile(folder, name))
    for (const line of linesOf(content)) if (!line.isCheckpoint) grown.append(leafOfLine(content, line))
    await tiles.flush()
  }
  await growTo(size ?? grown.size)
  await tiles.publish(grown.size)
  await removeBeyond(folder, grown.size)
  return { size: grown.size, nodes: [...grown.nodes] }
}

const leavesAtOnce = 2 ** 16

/** Everything but full tiles of leaf hashes, which may be all that is left of an entry. */
const removeMade = async (folder: string): Promise<void> => {
  for (const level of await namesIn(join(folder, 'tile')))
    if (level !== '0') await rm(join(folder, 'tile', level), { recursive: true, force: true })
  for (const { file } of await leafTiles(folder))
    if (file.includes('.p')) await rm(file, { recursive: true, force: true })
}

const removeBeyond = async (folder: string, size: number): Promise<void> => {
  for (const { file, index } of await leafTiles(folder))
    if (!file.includes('.p') && (index + 1) * tileWidth > size) await rm(file, { force: true })
}

const leafTiles = async (folder: string): Promise<readonly { readonly file: string; readonly index: number }[]> => {
  const level = join(folder, 'tile', '0')
  const entries = await readdir(level, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.flatMap((entry) => {
    const file = join(entry.parentPath, entry.name)
    const index = Number(
      relative(level, file)
        .replaceAll(/[x/\\]/g, '')
        .replace(/\.p.*$/, ''),
    )
    return entry.isFile() ? [{ file, index }] : []
  })
}

const namesIn = (folder: string): Promise<readonly string[]> => readdir(folder).catch(() => [])

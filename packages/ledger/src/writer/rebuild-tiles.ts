import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { leafOfLine, linesOf, readSegment } from '../disk/segment-lines.ts'
import { listSegments, type SegmentName, segmentFile } from '../disk/segment-name.ts'
import { tileWriter } from '../disk/tile-writer.ts'
import { emptyFrontier, type Frontier, growFrontier } from '../merkle/frontier.ts'

/**
 * Makes the tiles anew from the segments: they hold nothing that the segments do not. Resolves to the tree that came of
 * it, which the caller compares with a signed root.
 */
export const rebuildTiles = async (folder: string, segments?: readonly SegmentName[]): Promise<Frontier> => {
  await rm(join(folder, 'tile'), { recursive: true, force: true })
  const tiles = tileWriter(folder, [], 0)
  const grown = growFrontier(emptyFrontier, tiles.add)
  for (const name of segments ?? (await listSegments(folder)).segments) {
    const content = await readSegment(segmentFile(folder, name))
    for (const line of linesOf(content)) if (!line.isCheckpoint) grown.append(leafOfLine(content, line))
    await tiles.publish(grown.size)
  }
  return { size: grown.size, nodes: [...grown.nodes] }
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ProblemError, problem } from '@charter/runtime'
import { noteInLine } from '../../disk/entry-line.ts'
import { linesOf, lineText, readSegment } from '../../disk/segment-lines.ts'
import { listSegments, segmentFile } from '../../disk/segment-name.ts'

const tileName = /^tile\/\d{1,2}\/(x\d{3}\/){0,4}\d{3}(\.p\/\d{1,3})?$/

/** A tile's bytes by its path below the ledger's folder. Rejects with `not-found` for what is no tile's name. */
export const tileFile = async (folder: string, path: string): Promise<Buffer> => {
  const bytes = tileName.test(path) ? await readFile(join(folder, path)).catch(() => null) : null
  if (bytes) return bytes
  throw new ProblemError(
    problem('not-found', { detail: 'There is no such tile. Where it grew since, ask for the full one.' }),
  )
}

/** Names of the segments, in order. */
export const segmentNames = async (folder: string): Promise<readonly string[]> =>
  (await listSegments(folder)).segments.map((name) => nameOf(folder, name))

/**
 * A segment's bytes up to its last signed commit, or up to the one of `size` entries where it holds that: a copy then is
 * the ledger as it was at one checkpoint, although it is written meanwhile. Rejects with `not-found` for any other name.
 */
export const segmentBytes = async (
  folder: string,
  given: string,
  size: number = Number.MAX_SAFE_INTEGER,
): Promise<Buffer> => {
  const { segments } = await listSegments(folder)
  const name = segments.find((each) => nameOf(folder, each) === given)
  if (!name)
    throw new ProblemError(problem('not-found', { detail: 'There is no such segment. GET /segments lists them.' }))
  const content = await readSegment(segmentFile(folder, name))
  let end = 1
  for (const line of linesOf(content)) {
    if (!line.isCheckpoint) continue
    if (Number(noteInLine(lineText(content, line))?.split('\n')[1]) > size) break
    end = line.end + 1
  }
  return content.bytes.subarray(1, end)
}

const nameOf = (folder: string, name: Parameters<typeof segmentFile>[1]): string =>
  segmentFile(folder, name).slice(join(folder, 'segments').length + 1)

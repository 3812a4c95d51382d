import { linesOf, lineText, readSegmentPart } from '../disk/segment-lines.ts'
import { listSegments, type SegmentName, segmentFile } from '../disk/segment-name.ts'

/** Where a line lies: in the segment that begins with entry `segment`, so many bytes from its start, without the newline. */
export interface LinePlace {
  readonly segment: number
  readonly start: number
  readonly bytes: number
}

export interface PlacedLine {
  readonly index: number
  readonly line: string
  readonly place: LinePlace
}

/** Bytes read at once. An entry has 64 KiB at most. */
const partBytes = 2 ** 20

/**
 * The lines after one whose place is known (null: from the first on) up to, not including, entry `size`. What lies before
 * it is not read again, so following a ledger costs what is new in it. Rejects where a segment is missing or ends too soon.
 */
export async function* placedLines(
  folder: string,
  after: Omit<PlacedLine, 'line'> | null,
  size: number,
): AsyncGenerator<PlacedLine> {
  let index = after === null ? 0 : after.index + 1
  let segment = after === null ? -1 : after.place.segment
  let offset = after === null ? 0 : after.place.start + after.place.bytes + 1
  while (index < size) {
    const name = await segmentOf(folder, index)
    if (name.first !== segment) {
      if (name.first !== index) throw new Error(`The segment that begins with entry ${index} is missing: run verify.`)
      segment = name.first
      offset = 0
    }
    const part = await readSegmentPart(segmentFile(folder, name), offset, partBytes)
    let end = 0
    for (const line of linesOf(part)) {
      end = line.end
      if (line.isCheckpoint) continue
      const place = { segment, start: offset + line.start - 1, bytes: line.end - line.start }
      yield { index, line: lineText(part, line), place }
      index++
      if (index === size) return
    }
    if (end === 0) throw new Error(`The segment of entry ${index} ends before it: run verify.`)
    offset += end
  }
}

const segmentOf = async (folder: string, index: number): Promise<SegmentName> => {
  const { segments } = await listSegments(folder)
  const name = segments.findLast(({ first }) => first <= index)
  if (!name) throw new RangeError(`No segment holds entry ${index}: run verify.`)
  return name
}

/** The line at a place. Nothing is believed here: whoever asks compares its hash with the tree. */
export const lineAt = async (folder: string, { segment, start, bytes }: LinePlace): Promise<string> => {
  const part = await readSegmentPart(segmentFile(folder, await segmentOf(folder, segment)), start, bytes)
  return part.bytes.toString('utf8', 1)
}

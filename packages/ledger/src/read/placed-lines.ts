import { linesOf, lineText, readSegmentPart } from '../disk/segment-lines.ts'
import { listSegments, segmentFile } from '../disk/segment-name.ts'

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
 * it is not read again, so following a ledger costs what is new in it. Entries whose segment is not here are left out:
 * whether they were retired or are missing, verify tells.
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
    const { segments } = await listSegments(folder)
    const name = segments.find(({ first }) => first === segment) ?? segments.find(({ first }) => first >= index)
    if (!name) throw notHere(index)
    if (name.first !== segment) [segment, index, offset] = [name.first, name.first, 0]
    const part = await readSegmentPart(segmentFile(folder, name), offset, partBytes)
    let end = 0
    for (const line of linesOf(part)) {
      end = line.end
      if (line.isCheckpoint) continue
      if (index >= size) return
      const place = { segment, start: offset + line.start - 1, bytes: line.end - line.start }
      yield { index, line: lineText(part, line), place }
      index++
    }
    offset += end
    if (end > 0) continue
    // This one ends here. The one that is being written has all that is published.
    if (!segments.some(({ first }) => first > segment)) throw notHere(index)
    segment = -1
  }
}

/** Of an entry whose line is in no segment. */
export const notHere = (index: number): RangeError =>
  new RangeError(`Entry ${index} is not here: it was retired, or its segment is missing, which verify tells apart.`)

/** The line at a place. Nothing is believed here: whoever asks compares its hash with the tree. Rejects with a RangeError. */
export const lineAt = async (folder: string, index: number, { segment, start, bytes }: LinePlace): Promise<string> => {
  const { segments } = await listSegments(folder)
  const name = segments.find(({ first }) => first === segment)
  if (!name) throw notHere(index)
  const part = await readSegmentPart(segmentFile(folder, name), start, bytes)
  return part.bytes.toString('utf8', 1)
}

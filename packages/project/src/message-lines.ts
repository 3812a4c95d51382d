import type { Readable } from 'node:stream'

/**
 * The lines of a stream, as bytes, without what ends them. Null stands for a line of more than `bytesMax`, whose bytes are let go
 * as they come.
 */
export async function* messageLines(input: Readable, bytesMax: number): AsyncGenerator<Buffer | null> {
  let parts: Buffer[] = []
  let length = 0
  const take = (): Buffer | null => {
    const line = length > bytesMax ? null : Buffer.concat(parts)
    parts = []
    length = 0
    return line
  }
  const keep = (part: Buffer): void => {
    length += part.length
    if (length <= bytesMax) parts.push(part)
    else parts = []
  }
  for await (const chunk of input) {
    let rest = Buffer.from(chunk)
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      keep(rest.subarray(0, end))
      yield take()
      rest = rest.subarray(end + 1)
    }
    keep(rest)
  }
  if (length > 0) yield take()
}

/** Longer than any answer of a service that holds its own bounds (docs/semantics.md, lengths), unpacked. */
export const answerBytesMax = 64 * 2 ** 20

/** What was answered, as far as whoever is asked may make us keep it. Rejects past `max` bytes: nobody reads on then. */
export const bodyBytes = async (response: Response, max = answerBytesMax): Promise<Buffer> => {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of response.body ?? []) {
    length += piece.byteLength
    // Leaving the loop gives the body up.
    if (length > max) throw new Error(`${response.url} answers with more than ${max} bytes, which is not read.`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

export const bodyText = async (response: Response): Promise<string> => (await bodyBytes(response)).toString()

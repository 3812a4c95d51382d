/** The body, read only as far as it may be long. Rejects with an Error beyond. */
export const boundedBody = async (answer: Response, bytesMax: number): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    if (bytes > bytesMax) throw new Error(`It answered more than ${bytesMax} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

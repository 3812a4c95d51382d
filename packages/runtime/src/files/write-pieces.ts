import type { FileHandle } from 'node:fs/promises'

/** Writes them all, one after the other, in one call of the system where it takes so many. */
export const writePieces = async (handle: Pick<FileHandle, 'writev'>, pieces: readonly Uint8Array[]): Promise<void> => {
  for (let left = pieces; left.length > 0; ) left = after((await handle.writev([...left])).bytesWritten, left)
}

/** What is left of pieces whose first bytes are written. */
const after = (written: number, pieces: readonly Uint8Array[]): readonly Uint8Array[] => {
  let bytes = written
  for (const [at, piece] of pieces.entries()) {
    if (bytes < piece.length) return [piece.subarray(bytes), ...pieces.slice(at + 1)]
    bytes -= piece.length
  }
  return []
}

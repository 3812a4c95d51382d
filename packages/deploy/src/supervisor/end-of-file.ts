import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** The last bytes of a file, `bytesMax` of them at most: whoever writes it may have made it as long as they like. Throws where it cannot be read. */
export const endOfFile = (file: string, bytesMax: number): Buffer => {
  const opened = openSync(file, 'r')
  try {
    const { size } = fstatSync(opened)
    const end = Buffer.alloc(Math.min(size, bytesMax))
    return end.subarray(0, readSync(opened, end, 0, end.length, size - end.length))
  } finally {
    closeSync(opened)
  }
}

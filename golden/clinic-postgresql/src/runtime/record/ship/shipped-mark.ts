import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * How far the ledger was known to hold a replica's logs: all of older epochs, and so many bytes of this one. Only the ledger
 * knows; until it answers after a start, what waits for it is counted by this.
 */
export interface ShippedMark {
  readonly epoch: number
  readonly bytes: number
}

const markFile = (folder: string, replica: string): string => join(folder, `${replica}.shipped`)

export const readMark = async (folder: string, replica: string): Promise<ShippedMark> => {
  try {
    const { epoch, bytes } = JSON.parse(await readFile(markFile(folder, replica), 'utf8')) as Partial<ShippedMark>
    if (Number.isSafeInteger(epoch) && Number.isSafeInteger(bytes)) return { epoch: epoch ?? 0, bytes: bytes ?? 0 }
  } catch {
    // None, or not to be read: then everything counts as waiting.
  }
  return { epoch: 0, bytes: 0 }
}

export const writeMark = async (folder: string, replica: string, mark: ShippedMark): Promise<void> => {
  const file = markFile(folder, replica)
  await writeFile(`${file}.partial`, JSON.stringify(mark), { mode: 0o600 })
  await rename(`${file}.partial`, file)
}

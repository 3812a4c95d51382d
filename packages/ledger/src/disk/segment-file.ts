import { constants, type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A segment that is being written. */
export interface SegmentFile {
  /**
   * On disk, whole, when it resolves. Rejects when the disk does not take it (full, failing): what it took of it is cut
   * off before anything else is written.
   */
  append(bytes: Buffer): Promise<void>
  close(): Promise<void>
}

/** Opens a segment to append after its first `bytes` bytes, and cuts off what is beyond. */
export type OpenSegmentFile = (file: string, bytes: number) => Promise<SegmentFile>

/** O_DSYNC makes write and fdatasync one call to the disk, and one trip through the thread pool. */
const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_DSYNC

export const openSegmentFile: OpenSegmentFile = async (file, bytes) => {
  const handle = await open(file, flags, 0o600)
  await handle.truncate(bytes)
  await syncFolder(dirname(file))
  let position = bytes
  let isCut = false
  return {
    append: async (more) => {
      if (isCut) await handle.truncate(position)
      isCut = true
      await writeAll(handle, more, position)
      position += more.length
      isCut = false
    },
    close: () => handle.close(),
  }
}

const writeAll = async (handle: FileHandle, bytes: Buffer, position: number): Promise<void> => {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written)
    written += bytesWritten
  }
}

/** A file's name is on disk only once its folder is. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

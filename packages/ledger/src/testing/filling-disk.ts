import { openSegmentFile } from '../disk/segment-file.ts'
import type { OpenSegmentFile } from '../index.ts'

/** A disk that is full as long as `isFull`. */
export const fillingDisk = () => {
  const disk = { isFull: false, refused: 0 }
  const openFile: OpenSegmentFile = async (file, bytes) => {
    const segment = await openSegmentFile(file, bytes)
    return {
      close: segment.close,
      append: async (more) => {
        if (!disk.isFull) return segment.append(more)
        disk.refused++
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      },
    }
  }
  return { disk, openFile }
}

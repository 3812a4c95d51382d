import { stat } from 'node:fs/promises'
import { epochsIn, logFile, type ReplicaLog } from '../replica-log.ts'
import { readMark } from './shipped-mark.ts'

/** One epoch's log, and how much of it waits for the ledger. */
export interface SpooledLog {
  readonly epoch: number
  readonly file: string
  readonly isLive: boolean
  /** On disk. */
  readonly bytes: number
  /** Of them, held by the ledger, or never to be sent: a crash left them unsealed, and a later log has their entries. */
  shipped: number
}

/** A replica's logs as they wait, oldest first; the last is the one being written. */
export const spooledLogs = async (
  folder: string,
  replica: string,
  live: Pick<ReplicaLog, 'epoch' | 'file' | 'bytes'>,
): Promise<readonly SpooledLog[]> => {
  const mark = await readMark(folder, replica)
  const older = (await epochsIn(folder, replica)).filter((epoch) => epoch < live.epoch)
  const logs = await Promise.all(
    older.map(async (epoch): Promise<SpooledLog> => {
      const file = logFile(folder, replica, epoch)
      const bytes = await sizeOf(file)
      const shipped = epoch < mark.epoch ? bytes : epoch === mark.epoch ? Math.min(mark.bytes, bytes) : 0
      return { epoch, file, isLive: false, bytes, shipped }
    }),
  )
  const { epoch, file } = live
  return [
    ...logs,
    {
      epoch,
      file,
      isLive: true,
      get bytes() {
        return live.bytes
      },
      shipped: 0,
    },
  ]
}

const sizeOf = async (file: string): Promise<number> => (await stat(file)).size

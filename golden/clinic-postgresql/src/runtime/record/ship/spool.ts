import { stat } from 'node:fs/promises'
import { epochsIn, logFile, type ReplicaLog } from '../replica-log.ts'
import { type LogKeys, openLines } from '../sealed-log.ts'
import type { ReadableLog } from './log-chunks.ts'
import { readMark } from './shipped-mark.ts'

/** One epoch's log, and how much of it waits for the ledger. */
export interface SpooledLog {
  readonly epoch: number
  readonly file: string
  readonly isLive: boolean
  readonly open: ReadableLog['open']
  /** On disk. */
  readonly bytes: number
  /** Of them, held by the ledger, or never to be sent: a crash left them unsealed, and a later log has their entries. */
  shipped: number
}

export interface SpoolOptions {
  /** Where the logs are. */
  readonly folder: string
  readonly replica: string
  /** The one being written. */
  readonly log: Pick<ReplicaLog, 'epoch' | 'file' | 'bytes'>
  /** What opens lines that are sealed at rest. */
  readonly keys?: LogKeys | null
}

/** A replica's logs as they wait, oldest first; the last is the one being written. */
export const spooledLogs = async ({
  folder,
  replica,
  log: live,
  keys = null,
}: SpoolOptions): Promise<readonly SpooledLog[]> => {
  const opening = (epoch: number) => (line: string) => openLines(keys, { replica, epoch }, line)
  const mark = await readMark(folder, replica)
  const older = (await epochsIn(folder, replica)).filter((epoch) => epoch < live.epoch)
  const logs = await Promise.all(
    older.map(async (epoch): Promise<SpooledLog> => {
      const file = logFile(folder, replica, epoch)
      const bytes = await sizeOf(file)
      const shipped = epoch < mark.epoch ? bytes : epoch === mark.epoch ? Math.min(mark.bytes, bytes) : 0
      return { epoch, file, isLive: false, open: opening(epoch), bytes, shipped }
    }),
  )
  const { epoch, file } = live
  return [
    ...logs,
    {
      epoch,
      file,
      isLive: true,
      open: opening(epoch),
      get bytes() {
        return live.bytes
      },
      shipped: 0,
    },
  ]
}

const sizeOf = async (file: string): Promise<number> => (await stat(file)).size

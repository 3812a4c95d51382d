import { mkdir, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { LogPlace } from '@charter/runtime/service'
import { z } from 'zod'
import { renameInto } from '../disk/replace-file.ts'
import type { Ledger } from '../writer/open-ledger.ts'

/** How far a log is held, and which log it is. */
export interface HeldPlace extends LogPlace {
  /** SHA-256 of its first line, hex. */
  readonly start: string
}

/**
 * How far the log of each replica and epoch is held: a small file each, beside the ledger. It can be lost, and the log is
 * then asked for from its beginning; it is written once what it speaks of is on the ledger's disk.
 */
export interface LogPlaces {
  /** Null: the log is wanted from its beginning. */
  find(replica: string, epoch: number): Promise<HeldPlace | null>
  keep(replica: string, epoch: number, place: HeldPlace): Promise<void>
  /** The newest epoch that anything is known of; 0 where nothing is. */
  lastEpochOf(replica: string): Promise<number>
}

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const held = z.object({ through: z.int().min(0), head: hash, start: hash })

export const logPlaces = (folder: string, { sources }: Pick<Ledger, 'sources'>): LogPlaces => {
  const folderOf = (replica: string): string => join(folder, 'replicas', encodeURIComponent(replica))
  const fileOf = (replica: string, epoch: number): string => join(folderOf(replica), `${epoch}.json`)
  return {
    find: async (replica, epoch) => {
      const place = readHeld(await readFile(fileOf(replica, epoch), 'utf8').catch(() => ''))
      if (!place) return null
      // A ledger that was restored from an older copy holds less than this file says.
      const isHeld = place.through === 0 || sources.standingOf({ replica, epoch, sequence: place.through }) === 'held'
      return isHeld ? place : null
    },
    keep: async (replica, epoch, place) => {
      const file = fileOf(replica, epoch)
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      await renameInto(file, JSON.stringify(place))
    },
    lastEpochOf: async (replica) => {
      const names = await readdir(folderOf(replica)).catch(() => [])
      const epochs = names.map((name) => Number(/^(\d{1,15})\.json$/.exec(name)?.[1] ?? 0))
      return Math.max(sources.lastEpochOf(replica), ...epochs)
    },
  }
}

const readHeld = (text: string): HeldPlace | null => {
  try {
    return held.parse(JSON.parse(text))
  } catch {
    return null
  }
}

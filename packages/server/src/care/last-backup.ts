import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '@charter/runtime'
import { z } from 'zod'
import { keepWhole } from '../keep-whole.ts'

/** What a platform knows of its newest backup. */
export interface LastBackup {
  readonly at: string
  /** Names it, as its manifest does. */
  readonly backup: string
}

const shape = z.object({ at: z.iso.datetime(), backup: z.string() })
const fileOf = (folder: string): string => join(folder, 'backup.json')

/** Tells a platform, in its folder, of a backup that is whole. */
export const keepLastBackup = (folder: string, last: LastBackup): void =>
  keepWhole(fileOf(folder), JSON.stringify(last))

/** Null where none was made, or nobody can read when. */
export const lastBackupOf = (folder: string): LastBackup | null => {
  try {
    return shape.parse(JSON.parse(readFileSync(fileOf(folder), 'utf8')))
  } catch {
    return null
  }
}

/** `BACKUP_MAX_AGE`: how many hours old the newest backup may be; null where nobody asks. Throws a ConfigError. */
export const backupHours = ({
  BACKUP_MAX_AGE: text = '',
}: Readonly<Record<string, string | undefined>>): number | null => {
  if (text === '') return null
  const hours = Number(text)
  if (!Number.isInteger(hours) || hours < 1 || hours > 8760)
    throw new ConfigError('BACKUP_MAX_AGE is a whole number of hours from 1 to 8760: how old the newest backup may be.')
  return hours
}

/** Why a platform is not kept as its policy asks; null where it is. */
export const backupOverdue = (folder: string, hours: number, nowMs: number): string | null => {
  const last = lastBackupOf(folder)
  if (!last) return `No backup was made of this platform, and BACKUP_MAX_AGE asks for one every ${hours} hours.`
  const ageHours = Math.floor((nowMs - Date.parse(last.at)) / 3_600_000)
  return ageHours < hours
    ? null
    : `The newest backup is of ${last.at}, ${ageHours} hours old, and BACKUP_MAX_AGE allows ${hours}.`
}

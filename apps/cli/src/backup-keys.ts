import { resolve } from 'node:path'
import { fromEnvironment } from '@charter/runtime/service'
import { type Asked, type CommandOption, UsageError } from './command.ts'

/** How a line says where the keys of a backup lie, apart from it. */
export const backupKeysOption: CommandOption = {
  type: 'string',
  value: 'file',
  description: 'Keys, sealed with BACKUP_PASSPHRASE (or BACKUP_PASSPHRASE_FILE). Left out: they are not in the backup.',
}

const least = 12

/** The file of keys that a line names, with what opens it; null where it names none. Throws a UsageError where nobody says what opens it. */
export const backupKeys = (asked: Asked): { readonly file: string; readonly passphrase: string } | null => {
  const file = asked.text('keys')
  if (file === undefined) return null
  const passphrase = fromEnvironment(process.env, 'BACKUP_PASSPHRASE')
  if (passphrase === undefined || [...passphrase].length < least)
    throw new UsageError(
      `Keys are sealed with a passphrase of ${least} characters or more: set BACKUP_PASSPHRASE, or BACKUP_PASSPHRASE_FILE to a file that holds it.`,
    )
  return { file: resolve(file), passphrase }
}

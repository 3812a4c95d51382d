import { resolve } from 'node:path'
import { backupKeys, backupKeysOption } from '../backup-keys.ts'
import { defineCommand, exitCodes, jsonOption, required, UsageError } from '../command.ts'
import { placeText } from '../place-text.ts'
import { backupAsJson, sayBackup } from '../say-backup.ts'

export const restore = defineCommand({
  usage: '<backup> --platform <folder> [--keys <file>] [--json]',
  options: {
    platform: { type: 'string', value: 'folder', description: 'The platform that comes of it: empty, or not there.' },
    keys: backupKeysOption,
    json: jsonOption,
  },
  examples: [
    'charter restore /mnt/backups/2026-11-30 --platform ./platform',
    'BACKUP_PASSPHRASE_FILE=./passphrase charter restore /mnt/backups/2026-11-30 --platform ./platform --keys /mnt/keys/2026-11-30',
  ],
  run: async (asked, terminal) => {
    const from = resolve(required(asked, 0, 'The backup'))
    const named = asked.text('platform')
    if (named === undefined) throw new UsageError('Say where the platform is to be: --platform <folder>.')
    const [folder, keys] = [resolve(named), backupKeys(asked)]
    const progress = terminal.progress('Reading the backup')
    const { restore: restored } = await import('@charter/server')
    const found = await restored({ from, folder, keys, onStep: progress.update }).finally(() => progress.done())
    const { manifest, id, blobs, keys: opened } = found
    if (asked.flag('json')) {
      terminal.json({ platform: folder, digest: id, ...backupAsJson(manifest), proven: { blobs }, keys: opened })
      return exitCodes.fine
    }
    terminal.line(`restored ${placeText(folder)}  ${id}`)
    sayBackup(terminal, manifest)
    terminal.line(
      opened === null
        ? 'keys     none: secrets are not readable and authenticators do not work until it is restored with --keys.'
        : `keys     ${opened}`,
    )
    terminal.line(
      `Proven: ${manifest.files.length} files by their digests, the rows of each table by their number, ${blobs} blobs that releases name, and the head of the record.`,
    )
    terminal.line('What was deployed runs elsewhere, or not at all: opened, the platform says so, and is asked anew.')
    return exitCodes.fine
  },
})

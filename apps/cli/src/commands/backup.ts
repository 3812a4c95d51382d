import { resolve } from 'node:path'
import { fromEnvironment } from '@charter/runtime/service'
import { backupKeys, backupKeysOption } from '../backup-keys.ts'
import { defineCommand, exitCodes, jsonOption, required } from '../command.ts'
import { placeText } from '../place-text.ts'
import { folderOption, platformFolder } from '../platform-place.ts'
import { backupAsJson, sayBackup } from '../say-backup.ts'

export const backup = defineCommand({
  usage: '<folder> [--folder <folder>] [--keys <file>] [--json]',
  options: {
    folder: folderOption,
    platform: { ...folderOption, description: 'The same as --folder.' },
    keys: backupKeysOption,
    json: jsonOption,
  },
  examples: [
    'charter backup /mnt/backups/2026-11-30',
    'BACKUP_PASSPHRASE_FILE=./passphrase charter backup /mnt/backups/2026-11-30 --keys /mnt/keys/2026-11-30',
    'charter backup ./backup --folder ./platform --json',
  ],
  run: async (asked, terminal) => {
    const to = resolve(required(asked, 0, 'The folder to make'))
    const keys = backupKeys(asked)
    const progress = terminal.progress('Copying rows')
    const { backUp } = await import('@charter/server')
    const options = {
      url: fromEnvironment(process.env, 'DATABASE_URL') ?? null,
      env: process.env,
      folder: platformFolder(asked, asked.text('folder') === undefined ? 'platform' : 'folder'),
      to,
      keys,
      now: () => new Date(),
      onStep: progress.update,
    }
    const { manifest, id, keys: sealed } = await backUp(options).finally(() => progress.done())
    if (asked.flag('json')) {
      terminal.json({ backup: to, digest: id, ...backupAsJson(manifest), keys: sealed })
      return exitCodes.fine
    }
    terminal.line(`backup   ${placeText(to)}  ${id}`)
    sayBackup(terminal, manifest)
    terminal.line(
      keys
        ? `keys     ${sealed}, sealed, in ${placeText(keys.file)}`
        : 'keys     none: without them no secret is readable and no authenticator works. --keys <file> seals them apart.',
    )
    terminal.line('not in it: data of deployed services, and what the environment says (CHARTER_SECRET)')
    return exitCodes.fine
  },
})

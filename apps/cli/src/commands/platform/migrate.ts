import { fromEnvironment } from '@charter/runtime/service'
import { defineCommand, jsonOption } from '../../command.ts'
import { folderOption, platformFolder } from '../../platform-place.ts'
import { migrationCode, sayMigration } from '../../say-migration.ts'

export const migrate = defineCommand({
  name: 'platform migrate',
  summary: 'Brings the database of a platform to this version of Charter, while servers of the one before run on.',
  usage: '[--dry-run] [--contract] [--platform <folder>] [--json]',
  wordsMax: 0,
  options: {
    'dry-run': { type: 'boolean', description: 'Say the steps with their SQL and locks, and change nothing.' },
    contract: { type: 'boolean', description: 'Servers of before are gone: take away what only they needed.' },
    platform: folderOption,
    json: jsonOption,
  },
  examples: [
    'charter platform migrate --dry-run',
    'charter platform migrate',
    'DATABASE_URL_FILE=./database charter platform migrate --contract --platform ./platform',
  ],
  run: async (asked, terminal) => {
    const isDryRun = asked.flag('dry-run')
    const progress = terminal.progress(isDryRun ? 'Reading the database' : 'Migrating')
    const { migrate: migrated } = await import('@charter/server')
    const report = await migrated({
      folder: platformFolder(asked, 'platform'),
      url: fromEnvironment(process.env, 'DATABASE_URL') ?? null,
      isContracted: asked.flag('contract'),
      isDryRun,
      onStep: progress.update,
    }).finally(() => progress.done())
    if (asked.flag('json')) terminal.json({ isDryRun, ...report })
    else sayMigration(terminal, report, { isDryRun, command: 'charter platform migrate' })
    return migrationCode(report)
  },
})

import type { Charter, MigrationGoal, MigrationReport } from '@charter/charter'
import { loadCharter } from '@charter/project/load'
import { migrateProject } from '@charter/project/migrate'
import { type Asked, charterNamed, defineCommand, jsonOption, UsageError } from '../command.ts'
import { migrationCode, sayMigration } from '../say-migration.ts'

export const migrate = defineCommand({
  usage: '[<file or folder>] [--dry-run] [--contract | --offline] [--drop <Entity.field>] [--database <url>]',
  options: {
    'dry-run': { type: 'boolean', description: 'Say the steps with their SQL and locks, and change nothing.' },
    contract: {
      type: 'boolean',
      description: 'The service of before is gone: take away what only it needed, then migrate what is new.',
    },
    offline: { type: 'boolean', description: 'No service runs: do every step at once.' },
    drop: {
      type: 'string',
      multiple: true,
      value: 'Entity.field',
      description: 'What may be lost: a field, or an entity with its rows. Once for each.',
    },
    database: { type: 'string', value: 'url', description: 'The database; default: where the charter says.' },
    json: jsonOption,
  },
  examples: [
    'charter migrate ./clinic --dry-run',
    'charter migrate ./clinic',
    'charter migrate ./clinic --contract --drop Patient.fax',
  ],
  run: async (asked, terminal) => {
    const loaded = await loadCharter(charterNamed(asked))
    const isDryRun = asked.flag('dry-run')
    const databaseUrl = asked.text('database')
    const goal = goalOf(asked)
    const progress = terminal.progress(isDryRun ? 'Reading the database' : 'Migrating')
    const report = await migrateProject({
      loaded,
      goal,
      drops: asked.texts('drop'),
      isDryRun,
      env: process.env,
      ...(databaseUrl !== undefined && { databaseUrl }),
      onStep: ({ sentence }, { rows }) => progress.update(rows > 0 ? `${sentence}: ${rows} rows` : sentence),
    }).finally(() => progress.done())
    if (asked.flag('json')) terminal.json({ goal, isDryRun, ...report })
    else {
      sayMigration(terminal, report, { isDryRun, command: 'charter migrate' })
      if (loaded.charter && losesFiles(report, loaded.charter)) terminal.line(ofFiles)
    }
    return migrationCode(report)
  },
})

const goalOf = (asked: Asked): MigrationGoal => {
  if (asked.flag('contract') && asked.flag('offline'))
    throw new UsageError('Say --contract (the service of before is gone) or --offline (no service runs), not both.')
  if (asked.flag('offline')) return 'offline'
  return asked.flag('contract') ? 'contract' : 'expand'
}

/** Whether values go that may have named files, and a service is there that removes those. */
const losesFiles = ({ steps, later }: MigrationReport, { entities }: Charter): boolean =>
  [...steps, ...later].some(({ destroys = [] }) => destroys.length > 0) &&
  entities.some(({ fields }) => fields.some(({ file }) => file !== undefined))

/** A comment of SQL, as what a dry run prints is read by a database. */
const ofFiles =
  '-- Files that no row names once that is done are removed by the service: when it starts, or within an hour.'

import type { Charter, MigrationGoal, MigrationReport } from '@charter/charter'
import { loadCharter } from '@charter/project/load'
import { migrateProject } from '@charter/project/migrate'
import type { SqlStep } from '@charter/sql'
import {
  type Asked,
  charterNamed,
  defineCommand,
  type ExitCode,
  exitCodes,
  jsonOption,
  UsageError,
} from '../command.ts'
import type { Terminal } from '../terminal.ts'

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
      sayReport(terminal, report, isDryRun)
      if (loaded.charter && losesFiles(report, loaded.charter)) terminal.line(ofFiles)
    }
    return codeOf(report)
  },
})

const goalOf = (asked: Asked): MigrationGoal => {
  if (asked.flag('contract') && asked.flag('offline'))
    throw new UsageError('Say --contract (the service of before is gone) or --offline (no service runs), not both.')
  if (asked.flag('offline')) return 'offline'
  return asked.flag('contract') ? 'contract' : 'expand'
}

const codeOf = ({ blocked }: MigrationReport): ExitCode => (blocked.length > 0 ? exitCodes.findings : exitCodes.fine)

const sayReport = (terminal: Terminal, report: MigrationReport<SqlStep>, isDryRun: boolean): void => {
  const { steps, later, blocked, state } = report
  if (isDryRun) for (const step of steps) saySql(terminal, step)
  else for (const step of steps) terminal.line(`${terminal.style.good('done')}  ${step.sentence}`)
  for (const { sentence, destroys = [] } of later)
    terminal.line(
      `${terminal.style.muted('later')}  ${sentence}${destroys.length > 0 ? `  ${terminal.style.warn(destroys.map((id) => `--drop ${id}`).join(' '))}` : ''}`,
    )
  for (const sentence of blocked) terminal.line(`${terminal.style.warn('blocked')}  ${sentence}`)
  const ending = endingOf(report, isDryRun)
  if (ending !== null) terminal.line(state === 'settled' ? terminal.style.good(ending) : ending)
}

/** Whether values go that may have named files, and a service is there that removes those. */
const losesFiles = ({ steps, later }: MigrationReport, { entities }: Charter): boolean =>
  [...steps, ...later].some(({ destroys = [] }) => destroys.length > 0) &&
  entities.some(({ fields }) => fields.some(({ file }) => file !== undefined))

/** A comment of SQL, as what a dry run prints is read by a database. */
const ofFiles =
  '-- Files that no row names once that is done are removed by the service: when it starts, or within an hour.'

/** What a dry run prints can be read by a database as it stands. */
const saySql = ({ line }: Terminal, { phase, sentence, locks, sql, mode, destroys = [] }: SqlStep): void => {
  line(`-- ${phase}: ${sentence}`)
  line(`-- waits: ${locks}`)
  for (const id of destroys) line(`-- loses: the values of ${id}`)
  if (mode === 'batches') line('-- in batches, in the order of the key:')
  for (const statement of mode === 'batches' ? sql.slice(0, 1) : sql) line(`${statement};`)
  line()
}

const endingOf = ({ state, blocked, steps, later }: MigrationReport, isDryRun: boolean): string | null => {
  if (blocked.length > 0) return null
  if (state === 'new') return 'The service has no tables there yet: it makes them when it starts.'
  if (isDryRun) return steps.length === 0 ? 'There is nothing to do.' : null
  if (state === 'expanded' && later.length === 0)
    return 'The database is as the charter says, and serves the version before, too.'
  if (state === 'expanded')
    return 'Both versions are served now. Once the service of before is gone: charter migrate --contract'
  return 'The database is as the charter says.'
}

import type { MigrationReport } from '@charter/charter'
import type { SqlStep } from '@charter/sql'
import { type ExitCode, exitCodes } from './command.ts'
import type { Terminal } from './terminal.ts'

/** What a migration did, or would do, and what is left. */
export const sayMigration = (
  terminal: Terminal,
  report: MigrationReport<SqlStep>,
  { isDryRun, command }: SaidMigration,
): void => {
  const { steps, later, blocked, state } = report
  if (isDryRun) for (const step of steps) saySql(terminal, step)
  else for (const step of steps) terminal.line(`${terminal.style.good('done')}  ${step.sentence}`)
  for (const { sentence, destroys = [] } of later)
    terminal.line(
      `${terminal.style.muted('later')}  ${sentence}${destroys.length > 0 ? `  ${terminal.style.warn(destroys.map((id) => `--drop ${id}`).join(' '))}` : ''}`,
    )
  for (const sentence of blocked) terminal.line(`${terminal.style.warn('blocked')}  ${sentence}`)
  const ending = endingOf(report, { isDryRun, command })
  if (ending !== null) terminal.line(state === 'settled' ? terminal.style.good(ending) : ending)
}

interface SaidMigration {
  readonly isDryRun: boolean
  /** What goes on with it: `charter migrate`. */
  readonly command: string
}

/** Findings where something keeps it from being done. */
export const migrationCode = ({ blocked }: Pick<MigrationReport, 'blocked'>): ExitCode =>
  blocked.length > 0 ? exitCodes.findings : exitCodes.fine

/** What a dry run prints can be read by a database as it stands. */
const saySql = ({ line }: Terminal, { phase, sentence, locks, sql, mode, destroys = [] }: SqlStep): void => {
  line(`-- ${phase}: ${sentence}`)
  line(`-- waits: ${locks}`)
  for (const id of destroys) line(`-- loses: the values of ${id}`)
  if (mode === 'batches') line('-- in batches, in the order of the key:')
  for (const statement of mode === 'batches' ? sql.slice(0, 1) : sql) line(`${statement};`)
  line()
}

const endingOf = (
  { state, blocked, steps, later }: MigrationReport,
  { isDryRun, command }: SaidMigration,
): string | null => {
  if (blocked.length > 0) return null
  if (state === 'new') return 'The service has no tables there yet: it makes them when it starts.'
  if (isDryRun) return steps.length === 0 ? 'There is nothing to do.' : null
  if (state === 'expanded' && later.length === 0)
    return 'The database is as the charter says, and serves the version before, too.'
  if (state === 'expanded')
    return `Both versions are served now. Once the service of before is gone: ${command} --contract`
  return 'The database is as the charter says.'
}

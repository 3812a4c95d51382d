import { SettingsMistakes } from '@charter/ledger/settings'
import {
  FolderBusy,
  InstallFailed,
  NoCharter,
  NoFormatter,
  PathRefused,
  ProjectThere,
  Refused,
  StartFailed,
  Unresolved,
  WordsRefused,
} from '@charter/project'
import { ProblemError } from '@charter/runtime'
import { EnvironmentFault, type ExitCode, exitCodes } from './command.ts'
import { countDiagnostics, sayDiagnostics } from './diagnostics.ts'
import { sayRefusal } from './say-refusal.ts'
import type { Terminal } from './terminal.ts'

/** Every expected failure but of usage as a sentence and an exit code; anything else is a bug, with its stack. */
export const sayFailure = (error: unknown, args: readonly string[], said: Terminal): ExitCode => {
  if (error instanceof WordsRefused) return sayRefusal(said, error.refusal, args.includes('--json'))
  if (
    error instanceof NoCharter ||
    error instanceof NoFormatter ||
    error instanceof PathRefused ||
    error instanceof EnvironmentFault ||
    error instanceof InstallFailed ||
    error instanceof FolderBusy ||
    error instanceof ProjectThere ||
    error instanceof StartFailed
  )
    return say(said, error.message, exitCodes.environment)
  if (error instanceof SettingsMistakes) return say(said, error.message, exitCodes.findings)
  if (error instanceof Unresolved) return say(said, error.message, exitCodes.findings)
  if (isFull(error))
    return say(said, 'The disk is full. Make room and run the same command again.', exitCodes.environment)
  if (error instanceof ProblemError) return say(said, causeOf(error), exitCodes.environment)
  if (error instanceof Refused) {
    sayDiagnostics(said, error.diagnostics)
    return say(
      said,
      `Refused: ${countDiagnostics(error.diagnostics)}. Mend them and run the same command again.`,
      exitCodes.findings,
    )
  }
  said.note(error instanceof Error ? (error.stack ?? error.message) : String(error))
  return say(
    said,
    'This is a mistake in Charter, not in your input. Please report it with the lines above.',
    exitCodes.environment,
  )
}

const isFull = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOSPC'

const causeOf = ({ problem }: ProblemError): string =>
  problem.cause instanceof Error ? `${problem.detail} ${problem.cause.message}` : problem.detail

const say = (said: Terminal, sentence: string, code: ExitCode): ExitCode => {
  said.note(sentence)
  return code
}

import { Refused } from '@charter/project/refused'
import { WordsRefused } from '@charter/project/words-refused'
import { ProblemError, problemCodes } from '@charter/runtime'
import { type ExitCode, exitCodes } from './command.ts'
import { countDiagnostics, sayDiagnostics } from './diagnostics.ts'
import { fileFault } from './file-fault.ts'
import { sayRefusal } from './say-refusal.ts'
import type { Terminal } from './terminal.ts'

/** Failures that are a sentence for people, by name: to load what throws them, only to compare, takes longer than most commands. */
const codes: Readonly<Record<string, ExitCode>> = {
  ConfigError: exitCodes.environment,
  EnvironmentFault: exitCodes.environment,
  FileThere: exitCodes.environment,
  FolderBusy: exitCodes.environment,
  InstallFailed: exitCodes.environment,
  NoCharter: exitCodes.environment,
  NoFormatter: exitCodes.environment,
  NoScenarios: exitCodes.environment,
  PathRefused: exitCodes.environment,
  PortError: exitCodes.environment,
  ProjectThere: exitCodes.environment,
  ScenariosRefused: exitCodes.findings,
  SettingsMistakes: exitCodes.findings,
  StartFailed: exitCodes.environment,
  UnknownDrop: exitCodes.usage,
  Unresolved: exitCodes.findings,
  ValuesRefused: exitCodes.environment,
}

/** Every expected failure but of usage as a sentence and an exit code; anything else is a bug, with its stack. */
export const sayFailure = (error: unknown, args: readonly string[], said: Terminal): ExitCode => {
  if (error instanceof WordsRefused) return sayRefusal(said, error.refusal, args.includes('--json'))
  const code = error instanceof Error && Object.hasOwn(codes, error.name) ? codes[error.name] : undefined
  if (error instanceof Error && code !== undefined) return say(said, error.message, code)
  const fault = fileFault(error)
  if (fault !== null) return say(said, fault, exitCodes.environment)
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

/** No service was asked, so what one would tell its callers is beside the point: what is wrong is the cause. */
const causeOf = ({ problem: { code, cause, detail } }: ProblemError): string => {
  if (!(cause instanceof Error)) return detail
  const why =
    'syscall' in cause
      ? `What this needs cannot be reached: ${cause.message}. Is it running, and is its address right?`
      : cause.message
  return detail === problemCodes[code] ? why : `${detail} ${why}`
}

const say = (said: Terminal, sentence: string, code: ExitCode): ExitCode => {
  said.note(sentence)
  return code
}

import type { Diagnostic } from '@charter/charter'
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
  CareFault: exitCodes.environment,
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
  UnknownRole: exitCodes.usage,
  Unresolved: exitCodes.findings,
  ValuesRefused: exitCodes.environment,
}

/**
 * Every expected failure but of usage as a sentence and an exit code, and as one JSON document on standard output where that was asked
 * for; anything else is a bug, with its stack.
 */
export const sayFailure = (error: unknown, isJson: boolean, said: Terminal): ExitCode => {
  if (error instanceof WordsRefused) return sayRefusal(said, error.refusal, isJson)
  if (isUnread(error)) return exitCodes.fine
  const { sentence, exit, diagnostics } = failureOf(error)
  if (!isJson && diagnostics) sayDiagnostics(said, diagnostics)
  if (!diagnostics && sentence === ours)
    said.note(error instanceof Error ? (error.stack ?? error.message) : String(error))
  said.note(sentence)
  if (isJson) said.json({ error: sentence, exit, ...(diagnostics && { diagnostics }) })
  return exit
}

interface Failure {
  readonly sentence: string
  readonly exit: ExitCode
  readonly diagnostics?: readonly Diagnostic[]
}

const failureOf = (error: unknown): Failure => {
  const exit = error instanceof Error && Object.hasOwn(codes, error.name) ? codes[error.name] : undefined
  if (error instanceof Error && exit !== undefined) return { sentence: error.message, exit }
  const fault = fileFault(error)
  if (fault !== null) return { sentence: fault, exit: exitCodes.environment }
  if (error instanceof ProblemError) return { sentence: causeOf(error), exit: exitCodes.environment }
  if (error instanceof Refused) {
    const { diagnostics } = error
    const sentence = `Refused: ${countDiagnostics(diagnostics)}. Mend them and run the same command again.`
    return { sentence, exit: exitCodes.findings, diagnostics }
  }
  return { sentence: ours, exit: exitCodes.environment }
}

const ours = 'This is a mistake in Charter, not in your input. Please report it with the lines above.'

/** Whoever read along has left: what is only printed has nobody to be printed for. */
const isUnread = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EPIPE'

/** No service was asked, so what one would tell its callers is beside the point: what is wrong is the cause. */
const causeOf = ({ problem: { code, cause, detail } }: ProblemError): string => {
  if (!(cause instanceof Error)) return detail
  const why =
    'syscall' in cause
      ? `What this needs cannot be reached: ${cause.message}. Is it running, and is its address right?`
      : cause.message
  return detail === problemCodes[code] ? why : `${detail} ${why}`
}

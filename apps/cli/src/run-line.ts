import { parseArgs } from 'node:util'
import { nearest } from '@charter/charter'
import { SettingsMistakes } from '@charter/ledger/settings'
import {
  charterVersion,
  FolderBusy,
  InstallFailed,
  NoCharter,
  PathRefused,
  Refused,
  StartFailed,
  Unresolved,
  WordsRefused,
} from '@charter/project'
import { ProblemError } from '@charter/runtime'
import {
  type Asked,
  type Command,
  EnvironmentFault,
  type ExitCode,
  exitCodes,
  findCommand,
  UsageError,
} from './command.ts'
import { commands } from './commands/index.ts'
import { countDiagnostics, sayDiagnostics } from './diagnostics.ts'
import { helpOf, overview } from './help.ts'
import { sayRefusal } from './say-refusal.ts'
import type { Terminal } from './terminal.ts'

/** Runs what a line asks for, and says every expected failure as a sentence with its exit code. */
export const runLine = (args: readonly string[], terminal: Terminal): Promise<ExitCode> =>
  main(args, terminal).catch((error: unknown) => {
    if (error instanceof WordsRefused) return sayRefusal(terminal, error.refusal, args.includes('--json'))
    return fail(error, terminal)
  })

const main = async (args: readonly string[], terminal: Terminal): Promise<ExitCode> => {
  const [name, ...others] = args
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') return help(others, terminal)
  if (name === '--version') return version(terminal)
  const found = findCommand(commands, args)
  if (!found) throw new UsageError(unknownCommand(name))
  const { command, rest } = found
  if (rest.includes('--help') || rest.includes('-h')) return help(args, terminal)
  // What follows a command of two words is the second one's to read.
  return command.run(command.subcommands ? wordsOf(rest) : read(command, rest), terminal)
}

const wordsOf = (words: readonly string[]): Asked => ({
  words,
  flag: () => false,
  text: () => undefined,
  texts: () => [],
})

const unknownCommand = (name: string): string => {
  const near = nearest(
    name,
    commands.map((command) => command.name),
  )
  return `There is no command "${name}".${near === undefined ? '' : ` Did you mean "${near}"?`} See: charter --help`
}

const help = (words: readonly string[], terminal: Terminal): ExitCode => {
  const command = findCommand(commands, words)?.command
  for (const line of command ? helpOf(command, terminal.style) : overview(commands, terminal.style)) terminal.line(line)
  return exitCodes.fine
}

const version = (terminal: Terminal): ExitCode => {
  terminal.line(`charter ${charterVersion()}`)
  return exitCodes.fine
}

const read = (command: Command, rest: readonly string[]): Asked => {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { description: _, value: __, ...option }]) => [name, option]),
  )
  try {
    const { values, positionals } = parseArgs({ args: [...rest], options, allowPositionals: true, strict: true })
    return {
      words: positionals,
      flag: (name: string) => values[name] === true,
      text: (name: string) => (typeof values[name] === 'string' ? values[name] : undefined),
      texts: (name: string) => [values[name] ?? []].flat().filter((each) => typeof each === 'string'),
    }
  } catch (error) {
    throw new UsageError(
      `${error instanceof Error ? error.message.split('. To specify')[0] : error}. See: charter ${command.name} --help`,
    )
  }
}

/** Every expected failure as a sentence and an exit code; anything else is a bug, with its stack. */
const fail = (error: unknown, said: Terminal): ExitCode => {
  if (error instanceof UsageError) return say(said, error.message, exitCodes.usage)
  if (
    error instanceof NoCharter ||
    error instanceof PathRefused ||
    error instanceof EnvironmentFault ||
    error instanceof InstallFailed ||
    error instanceof FolderBusy ||
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

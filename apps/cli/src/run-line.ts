import { parseArgs } from 'node:util'
import { charterVersion } from '@charter/project/version'
import { type Asked, type Command, type ExitCode, exitCodes, findCommand, UsageError } from './command.ts'
import { commands } from './commands/index.ts'
import { helpOf, overview } from './help.ts'
import type { Terminal } from './terminal.ts'

/** Runs what a line asks for, and says every expected failure as a sentence with its exit code. */
export const runLine = async (args: readonly string[], terminal: Terminal): Promise<ExitCode> => {
  let isTold = false
  const json = (value: unknown): void => {
    isTold = true
    terminal.json(value)
  }
  try {
    return await main(args, { ...terminal, json })
  } catch (error) {
    // One document, and no more: of what went wrong after it, there is the sentence.
    const isJson = args.includes('--json') && !isTold
    if (!(error instanceof UsageError)) return (await import('./say-failure.ts')).sayFailure(error, isJson, terminal)
    terminal.note(error.message)
    if (isJson) terminal.json({ error: error.message, exit: exitCodes.usage })
    return exitCodes.usage
  }
}

const main = async (args: readonly string[], terminal: Terminal): Promise<ExitCode> => {
  const [name, ...others] = args
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') return help(others, terminal)
  if (name === '--version' || name === '-v') return version(terminal)
  const found = await findCommand(commands, args)
  if (!found) throw new UsageError(await unknownCommand(name))
  const { command, rest } = found
  if (rest.includes('--help') || rest.includes('-h')) return help(args, terminal)
  // What follows a command of two words is the second one's to read.
  return command.run(command.subcommands ? wordsOf(rest) : await read(command, rest), terminal)
}

const wordsOf = (words: readonly string[]): Asked => ({
  words,
  flag: () => false,
  text: () => undefined,
  texts: () => [],
})

const unknownCommand = async (name: string): Promise<string> => {
  const { nearest } = await import('@charter/charter')
  const near = nearest(
    name,
    commands.map((command) => command.name),
  )
  return `There is no command "${name}".${near === undefined ? '' : ` Did you mean "${near}"?`} See: charter --help`
}

const help = async (words: readonly string[], terminal: Terminal): Promise<ExitCode> => {
  const command = (await findCommand(commands, words))?.command
  for (const line of command ? helpOf(command, terminal.style) : overview(commands, terminal.style)) terminal.line(line)
  return exitCodes.fine
}

const version = (terminal: Terminal): ExitCode => {
  terminal.line(`charter ${charterVersion()}`)
  return exitCodes.fine
}

const read = async (command: Command, rest: readonly string[]): Promise<Asked> => {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { description: _, value: __, ...option }]) => [name, option]),
  )
  try {
    const { values, positionals } = parseArgs({ args: [...rest], options, allowPositionals: true, strict: true })
    requireFewer(command, positionals)
    return {
      words: positionals,
      flag: (name: string) => values[name] === true,
      text: (name: string) => (typeof values[name] === 'string' ? values[name] : undefined),
      texts: (name: string) => [values[name] ?? []].flat().filter((each) => typeof each === 'string'),
    }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${await optionMistake(command, error)} See: charter ${command.name} --help`)
  }
}

const requireFewer = ({ name, wordsMax = 1 }: Command, words: readonly string[]): void => {
  const tooMany = words[wordsMax]
  if (tooMany !== undefined)
    throw new UsageError(
      `"${tooMany}" is a word too many: what has blanks in it stands in quotes. See: charter ${name} --help`,
    )
}

/** What is wrong with an option, where Node's own sentence says more of its parser than of what to do. */
const optionMistake = async ({ options }: Command, error: unknown): Promise<string> => {
  const message = error instanceof Error ? error.message : String(error)
  const unknown = /^Unknown option '--([\w-]+)/.exec(message)?.[1]
  if (unknown !== undefined) return unknownOption(unknown, Object.keys(options))
  const name = /^Option '(?:-\w, )?--([\w-]+)/.exec(message)?.[1] ?? ''
  const option = options[name]
  if (option?.type !== 'string') return `${message.split('. To specify')[0]}.`
  return `--${name} takes a value, <${option.value ?? name}>; one that begins with "-" is written --${name}=-….`
}

const unknownOption = async (name: string, options: readonly string[]): Promise<string> => {
  const { nearest } = await import('@charter/charter')
  const near = nearest(name, options)
  return `There is no option --${name} here.${near === undefined ? '' : ` Did you mean --${near}?`}`
}

import type { ParseArgsOptionsConfig } from 'node:util'
import type { Terminal } from './terminal.ts'

/** Exit codes, the same for every command (docs/command-line.md). */
export const exitCodes = { fine: 0, findings: 1, usage: 2, environment: 3 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

export interface Command extends CommandBody {
  readonly name: string
  readonly summary: string
}

/** What a command does, without what it is called in the list of commands. */
export interface CommandBody {
  /** What follows the name: `<file> [-o <folder>]`. */
  readonly usage: string
  readonly options: Readonly<Record<string, CommandOption>>
  /** How many words it takes at most; absent: one. */
  readonly wordsMax?: number
  readonly examples: readonly string[]
  /** Of a command of two words: what the second may be, each with both words as its name. */
  readonly subcommands?: readonly Command[]
  run(asked: Asked, terminal: Terminal): Promise<ExitCode>
}

export type CommandOption = ParseArgsOptionsConfig[string] & { readonly description: string; readonly value?: string }

export interface Asked {
  readonly words: readonly string[]
  flag(name: string): boolean
  text(name: string): string | undefined
  /** Of an option that may be given more than once. */
  texts(name: string): readonly string[]
}

/** The words cannot be understood: said with the command's usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The machine lacks something, or a file cannot be had: said as it is. */
export class EnvironmentFault extends Error {
  override readonly name = 'EnvironmentFault'
}

export const defineCommand = <Defined extends CommandBody>(command: Defined): Defined => command

/** A command as it is listed: what it is for is known before what it needs is loaded. */
export interface ListedCommand extends Pick<Command, 'name' | 'summary'> {
  load(): Promise<Command>
}

export const listed = (name: string, summary: string, body: () => Promise<CommandBody>): ListedCommand => ({
  name,
  summary,
  load: async () => ({ name, summary, ...(await body()) }),
})

/** A command of two words: `charter keys rotate`. It runs nothing itself. */
export const defineGroup = (
  group: Pick<Command, 'name'> & { readonly subcommands: readonly Command[] },
): CommandBody => {
  const words = group.subcommands.map(({ name }) => name.slice(group.name.length + 1))
  return {
    subcommands: group.subcommands,
    usage: words.join('|'),
    options: {},
    examples: group.subcommands.flatMap(({ examples }) => examples.slice(0, 1)),
    run: async ({ words: [word] }) => {
      const given = word === undefined ? '' : `There is no "charter ${group.name} ${word}". `
      throw new UsageError(`${given}Say one of ${words.join(', ')}. See: charter ${group.name} --help`)
    },
  }
}

/** The command that the first words of a line name, and the words after them. */
export const findCommand = async (
  commands: readonly ListedCommand[],
  [name, ...rest]: readonly string[],
): Promise<{ readonly command: Command; readonly rest: readonly string[] } | undefined> => {
  const command = await commands.find((each) => each.name === name)?.load()
  if (!command) return undefined
  const second = command.subcommands?.find((each) => each.name === `${name} ${rest[0]}`)
  return second ? { command: second, rest: rest.slice(1) } : { command, rest }
}

/** The word that must be there. */
export const required = (asked: Asked, at: number, what: string): string => {
  const word = asked.words[at]
  if (word === undefined) throw new UsageError(`${what} is missing.`)
  return word
}

/** The charter that a line names; by default that of the folder one stands in. */
export const charterNamed = (asked: Asked): string => asked.words[0] ?? '.'

/** Of a command that writes where `-o` says. */
export const forceOption: CommandOption = {
  type: 'boolean',
  description: 'Replace what is there, whoever wrote it.',
}

export const jsonOption: CommandOption = { type: 'boolean', description: 'Print one JSON document instead of lines.' }

import type { ParseArgsOptionsConfig } from 'node:util'
import type { Terminal } from './terminal.ts'

/** Exit codes, the same for every command (docs/command-line.md). */
export const exitCodes = { fine: 0, findings: 1, usage: 2, environment: 3 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

export interface Command {
  readonly name: string
  readonly summary: string
  /** What follows the name: `<file> [-o <folder>]`. */
  readonly usage: string
  readonly options: Readonly<Record<string, CommandOption>>
  readonly examples: readonly string[]
  run(asked: Asked, terminal: Terminal): Promise<ExitCode>
}

export type CommandOption = ParseArgsOptionsConfig[string] & { readonly description: string; readonly value?: string }

export interface Asked {
  readonly words: readonly string[]
  flag(name: string): boolean
  text(name: string): string | undefined
  /** Of an option that may be given several times. */
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

export const defineCommand = (command: Command): Command => command

/** The word that must be there. */
export const required = (asked: Asked, at: number, what: string): string => {
  const word = asked.words[at]
  if (word === undefined) throw new UsageError(`${what} is missing.`)
  return word
}

export const jsonOption: CommandOption = { type: 'boolean', description: 'Print one JSON document instead of lines.' }

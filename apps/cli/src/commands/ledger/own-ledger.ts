import { existsSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { type LedgerReader, type NoteKey, openReader, readNoteKey } from '@charter/ledger'
import { type LedgerDesk, openDesk } from '@charter/ledger/serve'
import { ledgerKey, readSettings, settingsFile } from '@charter/ledger/settings'
import { ProblemError } from '@charter/runtime'
import {
  type Asked,
  type CommandOption,
  EnvironmentFault,
  type ExitCode,
  exitCodes,
  UsageError,
} from '../../command.ts'
import { placeText } from '../../place-text.ts'
import type { Terminal } from '../../terminal.ts'

export const ledgerOption: CommandOption = {
  type: 'string',
  value: 'folder',
  description: 'The ledger’s folder. Default: this one.',
}

export const keyOption: CommandOption = {
  type: 'string',
  value: 'name+id+key',
  description: 'The ledger’s key, got from elsewhere than the ledger.',
}

export const folderOf = (asked: Asked): string => asked.text('ledger') ?? '.'

/** Who is on record for what is asked on a command line. */
export const principalOf = (): string => `${userInfo().username}@${hostname()}`

export const requireLedger = (folder: string): void => {
  if (!existsSync(settingsFile(folder)))
    throw new EnvironmentFault(
      `There is no ledger in ${placeText(folder)}. Name its folder with --ledger, or make one: charter ledger init <folder>`,
    )
}

/** Works at the desk of a ledger, of whichever process writes it. What is refused for a reason ends with 1. */
export const atDesk = async (
  asked: Asked,
  terminal: Terminal,
  work: (desk: LedgerDesk, folder: string) => Promise<void>,
): Promise<ExitCode> => {
  const folder = folderOf(asked)
  requireLedger(folder)
  const { desk, close } = await openDesk({
    folder,
    onAlarm: ({ kind, sentence }) => terminal.note(`${kind}: ${printable(sentence)}`),
  })
  try {
    await work(desk, folder)
    return exitCodes.fine
  } catch (error) {
    return refusal(error, terminal)
  } finally {
    await close()
  }
}

/** A refusal with its reason, as a finding. Throws anything else on. */
export const refusal = (error: unknown, terminal: Terminal): ExitCode => {
  if (!(error instanceof ProblemError) || !refusals.has(error.problem.code)) throw error
  terminal.note(printable(error.problem.detail))
  return exitCodes.findings
}

const refusals: ReadonlySet<string> = new Set([
  'conflict',
  'not-found',
  'precondition-failed',
  'invalid-input',
  'too-large',
  'too-many',
])

export interface OpenedLedger {
  readonly folder: string
  readonly reader: LedgerReader
}

/**
 * Reads a ledger once that is on record; a copy, which nobody can write to, with `--key` and on nobody's record. `what` is
 * given as it shall be recorded: with commitments in the place of personal values.
 */
export const reading = async (
  asked: Asked,
  terminal: Terminal,
  {
    values = {},
    what,
    read,
  }: {
    readonly values?: Readonly<Record<string, string>>
    readonly what: (committed: Readonly<Record<string, string>>) => Parameters<LedgerDesk['recordReading']>[0]['what']
    readonly read: (reading: OpenedLedger, committed: Readonly<Record<string, string>>) => Promise<void>
  },
): Promise<ExitCode> => {
  const folder = folderOf(asked)
  if (asked.text('key') !== undefined && !existsSync(settingsFile(folder))) {
    terminal.note('This is a copy: what is read of it is on nobody’s record.')
    await read({ folder, reader: await openPublished(folder, keyGiven(asked)) }, values)
    return exitCodes.fine
  }
  return atDesk(asked, terminal, async (desk) => {
    const committed = await desk.committed({ values })
    await desk.recordReading({ principal: principalOf(), what: what(committed) })
    await read({ folder, reader: await openPublished(folder, ledgerKey(await readSettings(folder))) }, committed)
  })
}

const openPublished = (folder: string, key: NoteKey): Promise<LedgerReader> =>
  openReader(folder, key).catch((error: Error) => {
    throw new EnvironmentFault(error.message)
  })

/** For a file that a line names: throws an EnvironmentFault where it cannot be had. */
export const unreadable =
  (file: string) =>
  (error: NodeJS.ErrnoException): never => {
    if (error.code === 'ENOENT' || error.code === 'EACCES')
      throw new EnvironmentFault(`${file} cannot be read: ${error.message}`)
    throw error
  }

/** The key of `--key`. Throws a UsageError. */
export const keyGiven = (asked: Asked): NoteKey => {
  const text = asked.text('key')
  const key = text === undefined ? null : readNoteKey(text)
  if (!key) throw new UsageError('--key takes the ledger’s key as it was given: name+id+base64.')
  return key
}

/** An instant, or a day as its first one. Throws a UsageError. */
export const instantGiven = (asked: Asked, option: string): string | undefined => {
  const text = asked.text(option)
  if (text === undefined) return undefined
  const instant = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/.test(instant) || Number.isNaN(Date.parse(instant)))
    throw new UsageError(`--${option} takes a day or an instant in UTC: 2026-11-21, 2026-11-21T10:00:00Z.`)
  return instant
}

/** A whole number of an option. Throws a UsageError. */
export const countGiven = (asked: Asked, option: string, most: number): number | undefined => {
  const text = asked.text(option)
  if (text === undefined) return undefined
  if (!/^\d{1,15}$/.test(text) || Number(text) > most)
    throw new UsageError(`--${option} takes a whole number up to ${most}.`)
  return Number(text)
}

/** On one line of a terminal, whatever somebody put into an entry, a name or a copy: control characters could write over what stands there. */
export const printable = (text: string): string => text.replaceAll(/\p{C}/gu, '\u{fffd}')

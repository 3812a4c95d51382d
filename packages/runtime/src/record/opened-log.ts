import { readFile } from 'node:fs/promises'
import { ProblemError, problem } from '../problem/problem.ts'
import { headerIn } from './seal-reader.ts'
import { type LogKeys, logOpener } from './sealed-log.ts'

/**
 * The lines of a replica's log as they were before they were sealed at rest, up to the last newline: what is after it is being written.
 * Rejects with `unavailable` where a key cannot be had, `invalid-input` where this is no log or a line was altered or put in, and where the file
 * cannot be read.
 */
export const openedLog = async (file: string, keys: LogKeys | null): Promise<readonly string[]> => {
  const lines = (await readFile(file, 'utf8')).split('\n').slice(0, -1)
  const log = headerIn(lines[0] ?? '')
  if (!log) throw refused(`${file} is no log of a service: its first line does not say whose it is.`)
  const opened: (readonly string[])[] = []
  const open = logOpener(keys, log)
  for (const [at, line] of lines.entries()) opened.push(await open(line).catch(atLine(file, at + 1)))
  return opened.flat()
}

const atLine =
  (file: string, line: number) =>
  (error: unknown): never => {
    throw error instanceof ProblemError || !(error instanceof Error)
      ? error
      : refused(`${file}:${line}: ${error.message}.`)
  }

const refused = (detail: string): ProblemError => new ProblemError(problem('invalid-input', { detail }))

import { runLine } from '../run-line.ts'
import type { Ran } from './charter.ts'

const plain = (text: string): string => text

/** The command line in this process: many lines in the time of one start. Paths are this process's own. */
export const charterHere = async (args: readonly string[]): Promise<Ran> => {
  const said = { out: '', err: '' }
  const note = (text: string): void => {
    said.err += `${text}\n`
  }
  const line = (text = ''): void => {
    said.out += `${text}\n`
  }
  const status = await runLine(args, {
    isColoured: false,
    line,
    json: (value) => line(JSON.stringify(value, null, 2)),
    note,
    progress: (text) => {
      note(text)
      return { update: () => {}, done: (last) => last !== undefined && note(last) }
    },
    style: { strong: plain, muted: plain, good: plain, seal: plain, warn: plain },
  })
  return { status, ...said }
}

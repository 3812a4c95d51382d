import { runLine } from '../run-line.ts'
import type { Ran, RunOptions } from './charter.ts'

const plain = (text: string): string => text

/** The command line in this process: many lines in the time of one start. One after another, as its folder and environment are this process's. */
export const charterHere = async (
  args: readonly string[],
  { cwd = process.cwd(), env = {} }: Pick<RunOptions, 'cwd' | 'env'> = {},
): Promise<Ran> => {
  const before = { cwd: process.cwd(), env: process.env }
  process.chdir(cwd)
  process.env = { ...before.env, ...env }
  try {
    return await ranHere(args)
  } finally {
    process.env = before.env
    process.chdir(before.cwd)
  }
}

const ranHere = async (args: readonly string[]): Promise<Ran> => {
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

import { open, readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { NoteKey } from '../checkpoint/note.ts'
import { appendLine } from './append-line.ts'
import { goesOn } from './goes-on.ts'
import type { Witness } from './witness.ts'

export interface FileWitnessOptions {
  readonly file: string
  /** The key of the ledger that is witnessed. */
  readonly key: NoteKey
  /** Who administers the place of the file, and who the ledger, as both would be named to an auditor. */
  readonly administrator: string
  readonly ledgerAdministrator: string
}

/** Checkpoints in a file elsewhere: a mount of another machine, or of another administrator. They stand one after another, with an empty line between them. */
export const fileWitness = ({ file, key, administrator, ledgerAdministrator }: FileWitnessOptions): Witness => {
  const checkpoints = async (): Promise<readonly string[]> =>
    notesIn(
      await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return ''
        throw error
      }),
    )
  return {
    name: `file ${file}`,
    notIndependent: async (ledgerFolder) => {
      if (administrator === ledgerAdministrator)
        return `not independent: ${administrator} administers ledger and witness`
      const [own, its] = await Promise.all([stat(file).catch(() => stat(dirname(file))), stat(ledgerFolder)])
      if (own.dev === its.dev) return 'not independent: ledger and witness lie on the same file system'
      return own.uid === its.uid ? 'not independent: the same user owns ledger and witness' : null
    },
    record: async (note, nodeAt) => {
      if (await goesOn({ note, before: await lastNote(file), key, nodeAt })) await appendLine(file, note)
    },
    checkpoints,
  }
}

/** From the end of the file alone: a witness is asked twice a minute, for years. */
const lastNote = async (file: string): Promise<string | null> => {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!handle) return null
  try {
    const { size } = await handle.stat()
    const bytes = Buffer.alloc(Math.min(size, tailBytes))
    await handle.read(bytes, 0, bytes.length, size - bytes.length)
    return notesIn(bytes.toString()).at(-1) ?? null
  } finally {
    await handle.close()
  }
}

/** More than a checkpoint with all its signatures has. */
const tailBytes = 2 ** 14

/** Notes one after another: each ends in its signature lines and an empty line. */
export const notesIn = (text: string): readonly string[] => text.split(/(?<=^— .*\n)\n/mu).filter((note) => note !== '')

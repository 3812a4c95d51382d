import { hash } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '../disk/segment-file.ts'
import { openReader } from '../read/open-reader.ts'
import type { Ledger } from '../writer/open-ledger.ts'
import { notesIn } from './file-witness.ts'

/** Checkpoints of other ledgers that this one witnessed, with its cosignatures. */
export interface WitnessBook {
  /** Oldest first, the newest thousand. */
  notes(origin: string): Promise<readonly string[]>
  /** In this ledger and in the book, on disk, when it resolves. */
  add(origin: string, note: string): Promise<void>
}

const notesMax = 1000
const event = 'witnessed'

/**
 * A file beside the ledger for each origin, so that the newest is at hand; where it is gone, the ledger itself, which
 * records every checkpoint first, tells what was in it.
 */
export const openWitnessBook = (folder: string, ledger: Pick<Ledger, 'note' | 'key'>): WitnessBook => {
  const kept = new Map<string, Promise<string[]>>()
  const fileOf = (origin: string): string => join(folder, 'witnessed', hash('sha256', origin, 'hex'))

  const load = async (origin: string): Promise<string[]> => {
    const text = await readFile(fileOf(origin), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (text !== null) return notesIn(text).slice(-notesMax)
    const notes: string[] = []
    for await (const { record } of (await openReader(folder, ledger.key)).entries())
      if (record.replica === 'ledger' && record.entry.event === event && record.entry.origin === origin) {
        notes.push(String(record.entry.checkpoint))
        if (notes.length > notesMax) notes.shift()
      }
    await append(fileOf(origin), notes)
    return notes
  }
  const notesOf = (origin: string): Promise<string[]> => {
    const known = kept.get(origin) ?? load(origin)
    kept.set(origin, known)
    known.catch(() => kept.delete(origin))
    return known
  }

  return {
    notes: notesOf,
    add: async (origin, note) => {
      const notes = await notesOf(origin)
      await ledger.note({ event, checkpoint: note, origin })
      await append(fileOf(origin), [note])
      notes.push(note)
      if (notes.length > notesMax) notes.shift()
    },
  }
}

const append = async (file: string, notes: readonly string[]): Promise<void> => {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const handle = await open(file, 'a', 0o600)
  try {
    await handle.appendFile(notes.map((note) => `${note}\n`).join(''))
    await handle.datasync()
  } finally {
    await handle.close()
  }
  await syncFolder(dirname(file))
}

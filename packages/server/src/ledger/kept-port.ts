import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { keepWhole } from '../keep-whole.ts'

const shape = z.object({ port: z.int().min(0).max(65_535) })
const ledger = 'ledger.json'

/** The port that services were told the ledger is at, or what else a file of the folder says; 0, any that is free, where none was. */
export const portKept = (folder: string, name = ledger): number => {
  try {
    return shape.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))).port
  } catch {
    return 0
  }
}

export const keepPort = (folder: string, port: number, name = ledger): void =>
  keepWhole(join(folder, name), JSON.stringify({ port }))

/** Keeps it where none is kept: of several that do so at once, one does. */
export const claimPort = (folder: string, port: number, name: string): boolean => {
  const partial = join(folder, `${name}.${process.pid}-${port}`)
  writeFileSync(partial, JSON.stringify({ port }), { mode: 0o600 })
  try {
    linkSync(partial, join(folder, name))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(partial)
  }
}

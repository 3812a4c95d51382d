import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { keepWhole } from '../keep-whole.ts'

const shape = z.object({ port: z.int().min(0).max(65_535) })
const fileOf = (folder: string): string => join(folder, 'ledger.json')

/** The port that services were told the ledger is at; 0, any that is free, where none was. */
export const portKept = (folder: string): number => {
  try {
    return shape.parse(JSON.parse(readFileSync(fileOf(folder), 'utf8'))).port
  } catch {
    return 0
  }
}

export const keepPort = (folder: string, port: number): void => keepWhole(fileOf(folder), JSON.stringify({ port }))

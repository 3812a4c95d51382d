import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { privateFolder, tighten } from '@charter/runtime/settings/private-files'
import { z } from 'zod'
import { keepWhole } from '../keep-whole.ts'

/** Credentials by the addresses of their platforms, in a file that its owner alone reads. */
const credentials = z.record(z.string(), z.string())

/** What is kept for a platform; null where nothing is, or the file is none of ours. */
export const keptCredential = (file: string, address: string): string | null => {
  tighten(file)
  return read(file)[address] ?? null
}

/** Keeps one in the place of the one before. The file is whole at every moment. */
export const keepCredential = (file: string, address: string, credential: string): void => {
  privateFolder(dirname(file))
  keepWhole(file, `${JSON.stringify({ ...read(file), [address]: credential }, null, 2)}\n`)
}

const read = (file: string): Readonly<Record<string, string>> => {
  try {
    return credentials.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return {}
  }
}

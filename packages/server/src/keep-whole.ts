import { renameSync, writeFileSync } from 'node:fs'

/** Keeps a text in a file of its user alone: whoever reads it sees what was there before, or this. */
export const keepWhole = (file: string, text: string): void => {
  const partial = `${file}.${process.pid}`
  writeFileSync(partial, text, { mode: 0o600 })
  renameSync(partial, file)
}

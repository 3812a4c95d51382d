import { isObject, type Json, type JsonObject, ownMember } from '@charter/runtime'
import { digestOf } from './generation/manifest.ts'
import { readTextIn, writeIn } from './inside.ts'

/** Thrown where a file would be written over that is not ours. */
export class FileThere extends Error {
  override readonly name = 'FileThere'
}

/** Digests of what was written, by path: what a person made or changed is told from it. While files are written, those before too. */
const recordFile = '.charter/written.json'

/** A contract may be large. */
const bytesMax = 2 ** 28

/**
 * Writes files into a folder, or none where one is there that no command of these wrote, or that was changed since.
 * Rejects with FileThere unless forced, and with PathRefused.
 */
export const writeFiles = (
  folder: string,
  files: Readonly<Record<string, string>>,
  { isForced }: { readonly isForced: boolean },
): void => {
  const written = writtenIn(folder)
  const foreign = Object.entries(files).flatMap(([path, text]) => {
    const there = isForced ? null : readTextIn(folder, path, bytesMax)
    return there === null || there === text || digestsAt(written, path).includes(digestOf(there)) ? [] : [path]
  })
  if (foreign.length > 0) throw new FileThere(sentence(folder, foreign))
  const digests = Object.entries(files).map(([path, text]) => [path, digestOf(text)] as const)
  // Who is stopped between two files finds both what it wrote and what it did not come to.
  record(folder, written, new Map(digests.map(([path, digest]) => [path, [...digestsAt(written, path), digest]])))
  for (const [path, text] of Object.entries(files)) writeIn(folder, path, text)
  record(folder, written, new Map(digests))
}

const digestsAt = (written: JsonObject, path: string): readonly string[] =>
  [ownMember(written, path) ?? []].flat().map(String)

const record = (folder: string, written: JsonObject, of: ReadonlyMap<string, Json>): void =>
  writeIn(folder, recordFile, `${JSON.stringify({ ...written, ...Object.fromEntries(of) }, null, 2)}\n`)

const sentence = (folder: string, foreign: readonly string[]): string => {
  const [first, ...others] = foreign
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  return `${first}${more} in ${folder} is not as a command of Charter wrote it, by what ${recordFile} there says. Nothing was written: name another folder with -o, or say --force to replace it.`
}

const writtenIn = (folder: string): JsonObject => {
  try {
    const record = JSON.parse(readTextIn(folder, recordFile, bytesMax) ?? '{}') as Json
    return isObject(record) ? record : {}
  } catch {
    // Nothing is known of what is there.
    return {}
  }
}

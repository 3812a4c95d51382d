import { createHmac, hash, randomBytes } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { canonicalJson, type Json, type JsonObject, ProblemError, problem } from '@charter/runtime'
import { privateFolder } from '@charter/runtime/service'
import { replaceFile } from '../disk/replace-file.ts'
import { syncFolder } from '../disk/segment-file.ts'

/**
 * Personal values that the ledger speaks of, beside it. The ledger holds salted commitments; value and salt lie here, and
 * erasing them leaves a commitment that nobody can open or guess, in a tree that is still whole.
 */
export interface PersonalVault {
  /** The commitment that stands for a value: the same one as long as the value is not erased. */
  commit(value: Json): Promise<string>
  /** The commitment of a value that is held; null where there is none, and none is made. */
  find(value: Json): Promise<string | null>
  /** The entry, canonical, with commitments in the place of these members; what is null or missing stays so. */
  commitIn(entry: string, paths: readonly string[]): Promise<string>
  /** The value behind a commitment; null where it was erased, or is not of this vault. */
  reveal(commitment: string): Promise<Json>
  /** Forgets a value for good; the commitment that is left of it, null where it was not held. Record the erasure in the ledger. */
  erase(value: Json): Promise<string | null>
}

/** In front of every commitment, so that a reader knows one. */
const prefix = 'sha256-commitment:'

interface Kept {
  readonly salt: string
  readonly value: Json
}

/** Opens a vault in a folder of its own, readable by its owner only. Keep it out of copies that are kept for ever. */
export const openVault = async (folder: string): Promise<PersonalVault> => {
  privateFolder(folder)
  const indexKey = await keyOf(join(folder, 'index-key'))
  /** Files are named by a keyed hash: a name tells nothing about the value to who has not the key. */
  const valueFile = (value: Json): string =>
    fileOf(createHmac('sha256', indexKey).update(canonicalJson(value)).digest('hex'))
  const commitmentFile = (commitment: string): string => fileOf(hash('sha256', commitment, 'hex'))
  const fileOf = (name: string): string => join(folder, name.slice(0, 2), name)
  /** Two at once must not make two salts for one value. */
  let working: Promise<unknown> = Promise.resolve()
  const oneByOne = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = working.then(work, work)
    working = done
    return done
  }

  const commit = (value: Json): Promise<string> =>
    oneByOne(async () => {
      const kept = await readKept(valueFile(value))
      if (kept) return commitmentOf(kept)
      const fresh: Kept = { salt: randomBytes(32).toString('base64url'), value }
      const commitment = commitmentOf(fresh)
      // First the one that opens it: a crash in between leaves nothing that a ledger speaks of.
      for (const file of [commitmentFile(commitment), valueFile(value)]) {
        await mkdir(dirname(file), { recursive: true, mode: 0o700 })
        await replaceFile(file, JSON.stringify(fresh))
      }
      return commitment
    })

  return {
    commit,
    find: (value) =>
      oneByOne(async () => {
        const kept = await readKept(valueFile(value))
        return kept && commitmentOf(kept)
      }),
    commitIn: async (entry, paths) => {
      const value = JSON.parse(entry) as JsonObject
      for (const path of paths) await replaceAt(value, path.split('.'), commit)
      return canonicalJson(value)
    },
    reveal: async (commitment) => {
      const kept = await readKept(commitmentFile(commitment))
      return kept && commitmentOf(kept) === commitment ? kept.value : null
    },
    erase: (value) =>
      oneByOne(async () => {
        const kept = await readKept(valueFile(value))
        if (!kept) return null
        const commitment = commitmentOf(kept)
        for (const file of [commitmentFile(commitment), valueFile(value)]) {
          await rm(file, { force: true })
          await syncFolder(dirname(file))
        }
        return commitment
      }),
  }
}

/** HMAC-SHA-256 of the value's canonical JSON under its own random salt: hiding, and binding. */
const commitmentOf = ({ salt, value }: Kept): string =>
  prefix + createHmac('sha256', Buffer.from(salt, 'base64url')).update(canonicalJson(value)).digest('base64url')

const readKept = async (file: string): Promise<Kept | null> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new ProblemError(problem('unavailable', { cause: error }))
  })
  return text === null ? null : JSON.parse(text)
}

const keyOf = async (file: string): Promise<Buffer> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text !== null) return Buffer.from(text, 'base64url')
  const key = randomBytes(32)
  await replaceFile(file, key.toString('base64url'))
  return key
}

const replaceAt = async (
  object: JsonObject,
  [name = '', ...rest]: readonly string[],
  commit: (value: Json) => Promise<string>,
): Promise<void> => {
  const value = object[name]
  if (value === null || value === undefined) return
  if (rest.length === 0) (object as Record<string, Json>)[name] = await commit(value)
  else if (typeof value === 'object' && !Array.isArray(value)) await replaceAt(value as JsonObject, rest, commit)
}

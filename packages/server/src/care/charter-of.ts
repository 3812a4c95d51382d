import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { charterVersion } from '@charter/project/version'
import { z } from 'zod'
import { keepWhole } from '../keep-whole.ts'
import { CareFault } from './care-fault.ts'

const kept = z.object({ charter: z.string().regex(/^\d+(?:\.\d+){2}/) })

const fileOf = (folder: string): string => join(folder, 'charter-version.json')

/** The newest version of Charter that brought the database of a platform to itself; null where none said so. */
const charterOf = (folder: string): string | null => {
  if (!existsSync(fileOf(folder))) return null
  try {
    return kept.parse(JSON.parse(readFileSync(fileOf(folder), 'utf8'))).charter
  } catch {
    throw new CareFault(`${fileOf(folder)} cannot be read: it says which version of Charter the database is of.`)
  }
}

/** Throws a CareFault where a newer version of Charter brought the database to itself: this one would bring it back. */
export const requireNotNewer = (folder: string): void => {
  const [theirs, ours] = [charterOf(folder), charterVersion()]
  if (theirs !== null && isNewer(theirs, ours))
    throw new CareFault(`The database is of Charter ${theirs}, and this is Charter ${ours}. Take that version.`)
}

/** It is of this version from now on, or of a newer one still. */
export const noteCharter = (folder: string): void => {
  const [theirs, ours] = [charterOf(folder), charterVersion()]
  if (theirs === null || isNewer(ours, theirs)) keepWhole(fileOf(folder), JSON.stringify({ charter: ours }))
}

/** By the three numbers of a version (Semantic Versioning 2.0.0 section 11). */
const isNewer = (one: string, other: string): boolean => {
  const [ones, others] = [numbersOf(one), numbersOf(other)]
  const at = ones.findIndex((number, place) => number !== others[place])
  return at >= 0 && (ones[at] ?? 0) > (others[at] ?? 0)
}

const numbersOf = (version: string): readonly number[] =>
  (/^\d+(?:\.\d+){2}/.exec(version)?.[0] ?? '').split('.').map(Number)

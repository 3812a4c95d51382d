import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomOf } from '../../conformance/access/random.ts'
import { type Api, apiEdits, firstApi } from './api.ts'
import { charter } from './charter.ts'

/** What one kind of change makes of a generated service. */
export interface Touched {
  readonly kind: string
  readonly files: readonly string[]
  /** Those in which the entity that changed does not occur. */
  readonly strangers: readonly string[]
}

/** For each kind of change of an API, the files that it writes anew, on a service of two entities. */
export const touchedFiles = async (seed = 1): Promise<readonly Touched[]> => {
  const first = mkdtempSync(join(tmpdir(), 'charter-touched-'))
  try {
    await charter.generate(first, firstApi)
    const touched: Touched[] = []
    for (const [kind, change] of Object.entries(apiEdits)) {
      const next = change(firstApi, randomOf(seed), seed)
      if (next) touched.push({ kind, ...(await touchedBy(first, next)) })
    }
    return touched
  } finally {
    rmSync(first, { recursive: true })
  }
}

const touchedBy = async (first: string, next: Api): Promise<Omit<Touched, 'kind'>> => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-touched-'))
  try {
    cpSync(first, folder, { recursive: true })
    const { touched: files } = await charter.generate(folder, next)
    const entity = changedEntity(firstApi, next)
    return { files, strangers: files.filter((path) => !knows(readFileSync(join(folder, path), 'utf8'), entity)) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The entity that is not as it was, by its name now. */
const changedEntity = (before: Api, after: Api): string | null =>
  after.entities.find((entity) => !before.entities.includes(entity))?.name ?? null

const knows = (text: string, entity: string | null): boolean =>
  entity === null || text.toLowerCase().includes(entity.toLowerCase())

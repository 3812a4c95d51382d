import { stat } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sampleRows } from '@charter/draft/sample-rows'
import { referenceOrder } from '@charter/runtime'
import { loadRows, openProtection, privateFolder } from '@charter/runtime/service'
import { makeFolder } from '@charter/runtime/settings/make-folder'
import { type Derived, openSource } from '@charter/service'
import { requireSound } from './check.ts'
import { generateService } from './generate.ts'
import type { WriteReport } from './generation/plan-tree.ts'
import { Unresolved, writeTree } from './generation/write-tree.ts'
import { type Given, readGiven, writeGiven } from './given.ts'
import { dataFolderOf, isThereIn } from './inside.ts'
import { keepLock } from './keep-lock.ts'
import { type LoadedCharter, loadCharter } from './load.ts'
import { installNodeModules } from './runtime-cache.ts'
import { servicePlace, urlIn } from './service-place.ts'

export interface Prepared {
  readonly folder: string
  readonly loaded: LoadedCharter
  readonly derived: Derived
  /** How the charter came to be. */
  readonly origin: 'drafted' | 'introspected' | 'given' | 'kept'
  readonly losses: Given['losses']
  readonly report: WriteReport
  /** Where the rows are. */
  readonly databaseUrl: string
  /** Where the keys and logs are. */
  readonly dataFolder: string
  /** Sample rows written into a new database of the project's own folder. */
  readonly samples: number
}

export interface PrepareOptions {
  /** Words, a SQLite file, the URL of a database, a charter file or its folder. */
  readonly input: string
  /** Folder below which a new project is made. */
  readonly within: string
  /**
   * `show`, the default: on rows in the project's own folder, samples where there are none yet. `serve`: as the service runs anywhere,
   * where its environment says, and with the rows that somebody gives it.
   */
  readonly purpose?: 'show' | 'serve'
  /** To serve: where the rows are, whatever the environment says. */
  readonly databaseUrl?: string | undefined
  readonly onStep?: (step: string) => void
}

/**
 * From whatever a person has to a service that can be started: draft or introspect unless a charter is there, generate,
 * install, and to be shown fill a new database with sample rows. What is there already is kept. Rejects with
 * NoCharter, Refused, or WordsRefused before anything is written.
 */
export const prepareProject = async ({
  input,
  within,
  purpose = 'show',
  databaseUrl: given,
  onStep = () => {},
}: PrepareOptions): Promise<Prepared> => {
  const { folder, file, origin, losses, url } = await charterOf(input, within, onStep)
  const { loaded, derived, report } = await regenerate(folder, file, onStep)
  onStep('Opening the database')
  const isServed = purpose === 'serve'
  const dataFolder = resolve((isServed ? process.env.CHARTER_DATA : undefined) ?? dataFolderOf(folder))
  const databaseUrl =
    given ??
    url ??
    (isServed ? servicePlace(derived, folder, process.env).databaseUrl : urlIn(derived, folder, { dataFolder }))
  const samples = isServed ? 0 : await fillDatabase(derived, databaseUrl, dataFolder)
  return { folder, loaded, derived, origin, losses, report, databaseUrl, dataFolder, samples }
}

/** A project's source from its charter, with what it depends on. Rejects with NoCharter or Refused. */
export const regenerate = async (
  folder: string,
  file: string,
  onStep: (step: string) => void,
): Promise<Pick<Prepared, 'loaded' | 'derived' | 'report'>> => {
  const loaded = await loadCharter(file)
  const charter = requireSound(loaded)
  onStep(`Generating the service of ${charter.entities.length} entities`)
  const { files, derived } = await generateService(charter, 'node', loaded)
  // Before what is made from it: cut off between the two, numbers and names are known.
  await keepLock(charter, loaded)
  const report = await writeTree(folder, files)
  if (report.conflicts.length > 0) throw new Unresolved(report.conflicts)
  await installNodeModules(folder, { onWait: () => onStep('Installing what the service depends on (once)') })
  return { loaded, derived, report }
}

/** `url`: of the database that was asked for, which its charter does not hold. */
type Found = Pick<Prepared, 'folder' | 'origin' | 'losses'> & { readonly file: string; readonly url?: string }

/** What is there already is served from where it is; anything else becomes a project of its own. */
const charterOf = async (input: string, within: string, onStep: (step: string) => void): Promise<Found> => {
  const folder = await projectAt(input)
  if (folder !== null) return { folder, file: folder, origin: 'given', losses: [] }
  const given = await readGiven(input, onStep)
  const { origin, losses, url } = given
  const own = join(within, given.name)
  if (isThereIn(own, 'charter.yaml')) return { folder: own, file: own, origin: 'kept', losses, ...(url && { url }) }
  makeFolder(own)
  writeGiven(own, given)
  return { folder: own, file: own, origin, losses, ...(url && { url }) }
}

/** The folder of a project that a path names; null where it names none. A lone file is none: nothing is strewn beside it. */
const projectAt = async (input: string): Promise<string | null> => {
  const found = await stat(input).catch(() => null)
  if (found?.isDirectory()) return resolve(input)
  return found && basename(input) === 'charter.yaml' ? dirname(resolve(input)) : null
}

const sampleCount = 12

/**
 * Puts sample rows into a new database of a project's own data folder. One that lies elsewhere is somebody's, an empty one as much as
 * any: made-up rows are never put there. Gives how many.
 */
export const fillDatabase = async (derived: Derived, url: string, dataFolder: string): Promise<number> => {
  const { schema, charter, model, plans } = derived
  if (!schema || !isFileIn(dataFolder, url)) return 0
  privateFolder(dataFolder)
  const opened = await openSource(derived, { url, dataFolder })
  try {
    const rows = sampleRows(charter, { seed: 1, perEntity: sampleCount })
    const protection = await openProtection({
      model,
      state: opened.state,
      env: process.env,
      mode: 'development',
      dataFolder,
      nowMs: Date.now,
    })
    return await loadRows(
      opened.store(model, plans),
      model,
      referenceOrder(model).map((entity) => ({ entity, rows: rows[entity] ?? [] })),
      protection,
    )
  } finally {
    await opened.close()
  }
}

const isFileIn = (folder: string, url: string): boolean => {
  if (!url.startsWith('file:')) return false
  const path = url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length)
  return resolve(path).startsWith(resolve(folder) + sep)
}

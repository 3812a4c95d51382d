import { mkdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatLock, parseCharter, updateLock } from '@charter/charter'
import { connectors } from '@charter/connectors'
import { draftCharter, refusalOf, sampleRows, withPlaces } from '@charter/draft'
import { loadRows, openProtection, privateFolder, referenceOrder } from '@charter/runtime/service'
import { type Derived, databaseUrlOf, openSource } from '@charter/service'
import { withGiven } from '@charter/styles'
import { requireSound } from './check.ts'
import { generateService } from './generate.ts'
import type { WriteReport } from './generation/plan-tree.ts'
import { Unresolved, writeTree } from './generation/write-tree.ts'
import { dataFolderOf, isThereIn, writeIn } from './inside.ts'
import { keepLock } from './keep-lock.ts'
import { type LoadedCharter, loadCharter, NoCharter } from './load.ts'
import { wordsFile } from './page/page-words.ts'
import { installNodeModules } from './runtime-cache.ts'
import { servicePlace } from './service-place.ts'
import { WordsRefused } from './words-refused.ts'
import { writeCharter } from './write-charter.ts'

export interface Prepared {
  readonly folder: string
  readonly loaded: LoadedCharter
  readonly derived: Derived
  /** How the charter came to be. */
  readonly origin: 'drafted' | 'introspected' | 'given' | 'kept'
  readonly losses: readonly { readonly reason: string; readonly about: string; readonly sentence: string }[]
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
  onStep = () => {},
}: PrepareOptions): Promise<Prepared> => {
  const { folder, file, origin, losses, url } = await charterOf(input, within, onStep)
  const { loaded, derived, report } = await regenerate(folder, file, onStep)
  onStep('Opening the database')
  const isServed = purpose === 'serve'
  const dataFolder = resolve((isServed ? process.env.CHARTER_DATA : undefined) ?? dataFolderOf(folder))
  const databaseUrl =
    url ?? (isServed ? servicePlace(derived, folder, process.env).databaseUrl : databaseUrlOf(derived, dataFolder))
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
  const report = await writeTree(folder, files)
  await keepLock(charter, loaded)
  if (report.conflicts.length > 0) throw new Unresolved(report.conflicts)
  await installNodeModules(folder, { onWait: () => onStep('Installing what the service depends on (once)') })
  return { loaded, derived, report }
}

/** `url`: of the database that was asked for, which its charter does not hold. */
type Found = Pick<Prepared, 'folder' | 'origin' | 'losses'> & { readonly file: string; readonly url?: string }

const charterOf = async (input: string, within: string, onStep: (step: string) => void): Promise<Found> => {
  const found = await stat(input).catch(() => null)
  if (found?.isDirectory()) return { folder: resolve(input), file: resolve(input), origin: 'given', losses: [] }
  if (found && /\.ya?ml$/.test(input)) return givenFile(input, within)
  if (found) return introspected(resolve(input), within, onStep)
  if (URL.canParse(input) && input.includes('://'))
    return { ...(await introspected(input, within, onStep)), url: input }
  // Something that looks like a path but is not there was hardly meant as the words of an API.
  if (/^\S+\.(?:ya?ml|db|sqlite3?|md)$/i.test(input)) throw new NoCharter(`There is no file "${input}".`)
  return drafted(input, within, onStep)
}

/** A charter in a folder of its own is served from there; a lone file is copied into one, so that nothing is strewn beside it. */
const givenFile = async (file: string, within: string): Promise<Found> => {
  const folder = dirname(resolve(file))
  if (basename(file) === 'charter.yaml') return { folder, file: folder, origin: 'given', losses: [] }
  const own = join(within, basename(file, extname(file)))
  return keepOrWrite(own, 'given', await readFile(file, 'utf8'), undefined)
}

const drafted = async (words: string, within: string, onStep: (step: string) => void): Promise<Found> => {
  const refusal = refusalOf(words)
  if (refusal) throw new WordsRefused(refusal)
  onStep('Drafting the charter')
  const draft = draftCharter(words)
  const folder = join(within, draft.name)
  const found = await keepOrWrite(folder, 'drafted', draft.document, withPlaces(draft.lockProvenance, words, wordsFile))
  if (found.origin === 'drafted') writeIn(folder, wordsFile, words)
  return found
}

const introspected = async (place: string, within: string, onStep: (step: string) => void): Promise<Found> => {
  const connector = connectors.find((each) => each.accepts(place))
  const name = charterNameOf(place)
  if (!connector) throw new NoCharter(`"${name}" is neither a charter nor a database that can be read.`)
  onStep(`Reading the catalogue of ${name}`)
  const { document, losses } = await connector.introspect(place, { name })
  return { ...(await keepOrWrite(join(within, name), 'introspected', document, undefined)), losses }
}

/** A charter's name from a database's: `Chinook DB.sqlite` is `chinook-db`, `postgres://reader@host/sales` is `sales`. */
export const charterNameOf = (place: string): string =>
  nameIn(place)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '') || 'database'

const nameIn = (place: string): string => {
  const path = URL.canParse(place) ? new URL(place).pathname : place
  return basename(path, extname(path))
}

/** Writes a new project's charter; one that is there already is kept as it is, whoever wrote it. */
const keepOrWrite = async (
  folder: string,
  origin: Prepared['origin'],
  document: string,
  provenance: Parameters<typeof updateLock>[2],
): Promise<Found> => {
  if (isThereIn(folder, 'charter.yaml')) return { folder, file: folder, origin: 'kept', losses: [] }
  const parsed = parseCharter({ 'charter.yaml': document })
  await mkdir(folder, { recursive: true })
  if (parsed.partial)
    writeIn(
      folder,
      'charter.lock',
      formatLock(withGiven(parsed.partial, updateLock(parsed.partial, parsed.document.lock, provenance))),
    )
  writeCharter(folder, 'charter.yaml', document)
  return { folder, file: folder, origin, losses: [] }
}

const sampleCount = 12

/**
 * Puts sample rows into a new database of a project's own data folder. One that lies elsewhere is somebody's, an empty one as much as
 * any: made-up rows are never put there. Gives how many.
 */
export const fillDatabase = async (derived: Derived, url: string, dataFolder: string): Promise<number> => {
  const { schema, charter, model, sql } = derived
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
      opened.database,
      model,
      sql,
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

/** A path as a person would type it. */
export const shortPath = (path: string): string => relative(process.cwd(), path) || '.'

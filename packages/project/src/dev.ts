import { existsSync, type FSWatcher, watch } from 'node:fs'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Charter, Relay, TemporaryDatabase } from '@charter/charter'
import { connectors } from '@charter/connectors'
import { sampleRows } from '@charter/draft/sample-rows'
import { type DevelopmentOptions, type EditDesk, registerDevelopment } from '@charter/page'
import { ProblemError, referenceOrder } from '@charter/runtime'
import {
  loadRows,
  openLog,
  readConfig,
  registerHealth,
  registerTokenEndpoint,
  type Service,
  signingKeyFile,
} from '@charter/runtime/service'
import { type Derived, derive, openService, serverNear } from '@charter/service'
import { serveStyles } from '@charter/styles/serve'
import type { FastifyInstance } from 'fastify'
import { requireSound } from './check.ts'
import { type EditState, editDesk } from './edit/edit-desk.ts'
import { faultIn } from './fault-in.ts'
import { inSmallHeap } from './in-small-heap.ts'
import { type LoadedCharter, loadCharter } from './load.ts'
import { readExpressions } from './migrate.ts'
import { ownedOn, serverlessDatabaseOf } from './owned-copy.ts'
import { graphiqlFolder } from './page/graphiql-folder.ts'
import { pageFolder } from './page/page-folder.ts'
import { pageData } from './page-data.ts'
import { Refused } from './refused.ts'
import { developmentKeyOf, urlIn } from './service-place.ts'
import { temporaryFolder } from './temporary-folder.ts'

export interface DevOptions {
  readonly file: string
  /** A loopback address; left out: 127.0.0.1. */
  readonly host?: string
  readonly port: number
  /** Where each style listens that has a port of its own, by its name; left out: any free one. */
  readonly ports?: Readonly<Record<string, number>>
  /** A charter over an existing database is served on that one, and what is written is written there; else on a throw-away one. */
  readonly isLive?: boolean
  /** A schema for state may be made in a database that is somebody else's. */
  readonly mayCreate?: boolean
  /** Told after each save: how long the reload took and what became of the database, or what is wrong. */
  readonly onReload: (reloaded: Reloaded | Refused) => void
  /** Told when the page was opened: where another browser opens it. */
  readonly onOpened?: (address: string) => void
}

export interface Reloaded {
  readonly milliseconds: number
  /** `migrated`: it has another structure now, and the rows that were there; `new`: where that cannot be. */
  readonly database: 'kept' | 'migrated' | 'new'
  /** Why it is new. */
  readonly why?: string
}

export interface Dev {
  readonly url: string
  /** Where each style that has a port of its own is reached, by its name. */
  readonly ownUrls: Readonly<Record<string, string>>
  /** Where its page opens, once; then it is another. */
  readonly pageUrl: string
  /** Whose rows it serves: made up in a throw-away database, there because the charter's own is somebody's, or those of that one. */
  readonly rows: 'made-up' | 'made-up-instead' | 'live'
  close(): Promise<void>
}

/**
 * The in-process service of a charter, served again on every save. Its database is a throw-away one, filled with sample
 * rows, and migrated when the structure changes; of an existing database too, unless `isLive`. A charter with mistakes leaves the last
 * good one running.
 */
export const startDev = (options: DevOptions): Promise<Dev> => inSmallHeap(() => openDev(options))

const openDev = async ({
  file,
  host = '127.0.0.1',
  port,
  ports = {},
  isLive = false,
  mayCreate = false,
  onReload,
  onOpened = () => {},
}: DevOptions): Promise<Dev> => {
  const folder = await temporaryFolder('dev')
  let state: EditState = { phase: 'idle', sentence: '' }
  const desk = editDesk({
    file,
    onApplied: () => {
      state = { phase: 'working', sentence: 'Reloading' }
    },
    state: () => state,
  })
  const where = { folder, host, port, ports, mayCreate, desk, onOpened }
  const first = await loadCharter(file)
  const firstDerived = derivedFrom(first, isLive)
  await shareKey(first.folder, folder, firstDerived)
  let current = await serve(first, firstDerived, where, null)
  let served = first
  const reload = async (): Promise<void> => {
    const started = performance.now()
    const loaded = await loadCharter(file)
    watching.follow(foldersOf(loaded))
    let derived: Derived
    try {
      derived = derivedFrom(loaded, isLive)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      state = { phase: 'failed', sentence: notServed(error) }
      return onReload(error)
    }
    await current.close()
    const before = current
    const brought = await bringForward(before, derived, loaded.folder)
    const isNew = brought.database === 'new'
    const there = { ...where, port: portOf(before.url), door: before.door }
    current = await serve(loaded, derived, there, isNew ? null : before).catch(async (error: unknown) => {
      state = { phase: 'failed', sentence: notStarted(error) }
      // Somebody else's database may not have what the charter asks for now: the service as it was runs on.
      if (before.database === null) current = await serve(served, before.derived, there, null)
      throw error
    })
    served = loaded
    state = { phase: 'idle', sentence: '' }
    if (isNew) await before.database?.remove()
    onReload({ milliseconds: performance.now() - started, ...brought })
  }
  const watching = watchFolders(foldersOf(first), reload)
  return {
    url: current.url,
    ownUrls: current.ownUrls,
    get pageUrl() {
      return current.pageUrl
    },
    get rows() {
      return rowsOf(served.charter?.sources ?? [], isLive)
    },
    close: async () => {
      watching.close()
      await current.close()
      await current.database?.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Tokens of `charter token` are taken: they are signed with the key that the project has, made here where it has none yet. */
const shareKey = async (project: string, folder: string, { model }: Derived): Promise<void> => {
  const key = developmentKeyOf(project, process.env)
  await signingKeyFile(key, model.crypto)
  await mkdir(join(folder, 'keys'), { recursive: true, mode: 0o700 })
  await copyFile(key, join(folder, 'keys', 'development.pem'))
}

/** Where the files of a charter lie, and where entities would have files of their own. */
const foldersOf = ({ file, folder, document: { files } }: LoadedCharter): readonly string[] => [
  ...new Set([
    dirname(file),
    join(folder, 'entities'),
    ...Object.keys(files).map((each) => dirname(join(folder, each))),
  ]),
]

const portOf = (url: string): number => Number(new URL(url).port)

interface DevelopmentService {
  readonly url: string
  readonly ownUrls: Readonly<Record<string, string>>
  readonly pageUrl: string
  readonly door: Door
  readonly derived: Derived
  /** The throw-away database; null where the charter has one of its own. */
  readonly database: TemporaryDatabase | null
  close(): Promise<void>
}

const rowsOf = (sources: Charter['sources'], isLive: boolean): Dev['rows'] =>
  sources.every(({ kind }) => kind === 'own') ? 'made-up' : isLive ? 'live' : 'made-up-instead'

const derivedFrom = (loaded: LoadedCharter, isLive: boolean): Derived => {
  const charter = requireSound(loaded)
  const isInstead = rowsOf(charter.sources, isLive) === 'made-up-instead'
  return derive(isInstead ? ownedOn(charter, serverlessDatabaseOf(charter)) : charter, connectors, loaded.document.lock)
}

const structureOf = ({ schema }: Derived): string => JSON.stringify(schema)

/** Brings the throw-away database to a charter whose structure is another; what the charter no longer has goes. */
const bringForward = async (
  { derived: before, database }: DevelopmentService,
  derived: Derived,
  folder: string,
): Promise<Pick<Reloaded, 'database' | 'why'>> => {
  if (structureOf(derived) === structureOf(before)) return { database: 'kept' }
  if (!database || derived.connector !== before.connector)
    return { database: 'new', why: 'The rows are in another place.' }
  const ids = idsOf(derived)
  try {
    const { blocked } = await derived.connector.migrate(database.url, {
      charter: derived.charter,
      goal: 'offline',
      drops: idsOf(before).filter((id) => !ids.includes(id)),
      expressions: await readExpressions(folder, derived),
      isDryRun: false,
    })
    return blocked.length === 0 ? { database: 'migrated' } : { database: 'new', why: blocked.join(' ') }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return { database: 'new', why: causeOf(error) }
  }
}

const causeOf = ({ message, cause }: ProblemError): string => (cause instanceof Error ? cause.message : message)

const idsOf = ({ charter }: Derived): readonly string[] =>
  charter.entities.flatMap(({ id, fields }) => [id, ...fields.map((field) => field.id)])

interface Where {
  readonly folder: string
  readonly host: string
  readonly port: number
  readonly ports: Readonly<Record<string, number>>
  readonly mayCreate: boolean
  readonly desk: EditDesk
  readonly onOpened: (address: string) => void
  /** Of the service before this one: the address that was printed opens the page until somebody used it. */
  readonly door?: Door
}

/** Absent in production, which this is never. */
type Door = NonNullable<Service['development']>['page'] | undefined

const notStarted = (error: unknown): string =>
  `The charter is written, and a service of it does not start. ${error instanceof Error ? error.message : String(error)}`

const notServed = ({ diagnostics }: Refused): string =>
  `The charter is written; the service as it was runs on. ${diagnostics.map(({ message }) => message).join(' ')}`

const serve = async (
  loaded: LoadedCharter,
  derived: Derived,
  { folder, host, port, ports, mayCreate, desk, onOpened, door }: Where,
  before: DevelopmentService | null,
): Promise<DevelopmentService> => {
  const { charter } = derived
  const isOwned = derived.schema !== null
  const database = isOwned ? (before?.database ?? (await derived.connector.makeTemporary(serverNear()))) : null
  const databaseUrl = database?.url ?? urlIn(derived, loaded.folder, { dataFolder: folder })
  const config = readConfig(
    {
      CHARTER_MODE: 'development',
      CHARTER_DATA: folder,
      DATABASE_URL: databaseUrl,
      HOST: host,
      PORT: String(port),
      CHARTER_ALLOW_DDL: String(mayCreate),
      // What waits in a database of somebody else's is the work of the service that has its code and its secret.
      ...(!isOwned && { JOBS_AT_ONCE: '0' }),
    },
    { name: charter.name, databaseUrl },
  )
  const opened = await openService(derived, {
    config,
    log: openLog({ level: 'error', name: charter.name, isDevelopment: true, to: { write: sayFault } }),
  })
  const { development } = opened
  const service = { ...opened, development: development && { ...development, page: door ?? development.page } }
  if (isOwned && !before) {
    const rows = sampleRows(charter, { seed: 1, perEntity: 12 })
    await loadRows(
      service.store,
      derived.model,
      referenceOrder(derived.model).map((entity) => ({ entity, rows: rows[entity] ?? [] })),
      service.protection,
    )
  }
  const graphiql = graphiqlFolder()
  let urls: Readonly<Record<string, string>> = {}
  const served = await serveStyles(derived.styles, service, {
    host: config.host,
    port,
    ports,
    extend: (app) =>
      extend(app, {
        service,
        page: pageData(derived, loaded),
        contracts: contractsOf(derived),
        pageFolder: pageFolder(),
        editDesk: desk,
        ...(graphiql !== undefined && { graphiqlFolder: graphiql }),
        onOpened,
        ...pageRelays(derived.styles, () => urls),
      }),
  })
  urls = served.urls
  return {
    url: served.url,
    ownUrls: Object.fromEntries(Object.entries(served.urls).filter(([, each]) => each !== served.url)),
    get pageUrl() {
      return service.development?.page.address(served.url) ?? served.url
    },
    door: service.development?.page,
    derived,
    database,
    close: () => served.close().then(service.close),
  }
}

/** The page's way to the styles that have a port of their own; they listen only after the page's routes are there. */
const pageRelays = (
  styles: Derived['styles'],
  urls: () => Readonly<Record<string, string>>,
): Pick<DevelopmentOptions, 'relays' | 'urls'> => {
  const relays = styles.flatMap(({ style: { name, listener }, surface }) => {
    if (listener === 'http') return []
    let relay: Promise<Relay> | null = null
    const send: Relay = async (call) => {
      relay ??= listener.relay(surface, urls()[name] ?? '')
      return (await relay)(call)
    }
    return [[name, send] as const]
  })
  return {
    relays: Object.fromEntries(relays),
    urls: () => Object.fromEntries(relays.map(([name]) => [name, urls()[name] ?? ''])),
  }
}

const contractsOf = ({ charter, styles }: Derived): Readonly<Record<string, string>> =>
  Object.assign({}, ...styles.map(({ style, surface }) => style.contract(charter, surface)))

const extend = async (app: FastifyInstance, options: DevelopmentOptions): Promise<void> => {
  registerHealth(app, options.service)
  registerTokenEndpoint(app, options.service)
  await registerDevelopment(app, options)
}

const settleMs = 30

/**
 * Calls back once after a burst of changes to YAML files; runs never overlap. Folders are watched, not files: editors
 * replace a file rather than write into it.
 */
/** What goes wrong is said to whoever looks at the terminal, in a sentence. */
const sayFault = (line: string): void => console.error(faultIn(line) ?? line.trimEnd())

const watchFolders = (folders: readonly string[], onChange: () => Promise<void>) => {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()
  const note = (_event: string, name: string | null): void => {
    if (name === null || !/\.ya?ml$/.test(name)) return
    if (timer) clearTimeout(timer)
    timer = setTimeout(() => {
      running = running.then(onChange).catch((error: unknown) => console.error(error))
    }, settleMs)
  }
  const watchers = new Map<string, FSWatcher>()
  /** Also what these files lie in: a charter that includes others comes to have more. */
  const follow = (more: readonly string[]): void => {
    for (const each of more) if (!watchers.has(each) && existsSync(each)) watchers.set(each, watch(each, note))
  }
  follow(folders)
  return {
    follow,
    close: () => {
      if (timer) clearTimeout(timer)
      for (const watcher of watchers.values()) watcher.close()
    },
  }
}

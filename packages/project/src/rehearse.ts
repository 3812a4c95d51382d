import { rm } from 'node:fs/promises'
import { type Charter, connectorOf, exampleRows } from '@charter/charter'
import { connectors } from '@charter/connectors'
import {
  type Json,
  type JsonObject,
  type Principal,
  ProblemError,
  referenceOrder,
  type StoredAuditEntry,
} from '@charter/runtime'
import { httpServer, type problemDocument } from '@charter/runtime/http'
import { composeService, loadRows, openProtection, readConfig } from '@charter/runtime/service'
import { type Derived, derive, openSource, serverNear } from '@charter/service'
import { type Database, type SqlTransaction, sqlStore, textOf } from '@charter/sql/store'
import { type RestRoute, rest } from '@charter/styles'
import { exampleHooks } from './example-code.ts'
import { ownedOn } from './owned-copy.ts'
import { temporaryFolder } from './temporary-folder.ts'

type ProblemDocument = ReturnType<typeof problemDocument>

/** A request over REST as somebody. */
export interface Rehearsed {
  readonly method: RestRoute['method']
  /** Path and query. */
  readonly url: string
  readonly body?: Json
  readonly principal: Principal
}

/** A request made on example rows in a throw-away database, with everything it left behind. */
export interface Rehearsal {
  /** The problem details that it was answered with; null where it was not refused. */
  readonly problem: ProblemDocument | null
  readonly statements: readonly string[]
  readonly entry: StoredAuditEntry | null
}

export interface Stage {
  readonly derived: Derived
  /** Title of the database it is on: the charter's own where there is a server to make one on, else SQLite. */
  readonly database: string
  readonly rows: Readonly<Record<string, readonly JsonObject[]>>
  readonly attributes: JsonObject
  rehearse(request: Rehearsed): Promise<Rehearsal>
  close(): Promise<void>
}

/**
 * Opens the in-process service of an owned schema on example rows, so that calls can be tried and looked into: on the
 * charter's own kind of database where DATABASE_URL names a server on which one can be made, else on SQLite.
 */
export const openStage = async (charter: Charter): Promise<Stage> => {
  const { derived, temporary } = await placeOf(charter)
  const folder = await temporaryFolder('stage')
  const opened = await openSource(derived, { url: temporary.url, dataFolder: folder })
  const { rows: examples, attributes } = exampleRows(derived.model, 3)
  const protection = await openProtection({
    model: derived.model,
    state: opened.state,
    env: {},
    mode: 'development',
    dataFolder: folder,
    nowMs: Date.now,
  })
  const store = opened.store(derived.model, derived.plans)
  const rows: Record<string, readonly JsonObject[]> = {}
  for (const entity of referenceOrder(derived.model)) {
    const some = examples[entity] ?? []
    rows[entity] = await loadRows(store, derived.model, [{ entity, rows: some }], protection).then(
      () => some,
      refusedRows,
    )
  }
  const statements: string[] = []
  const service = await composeService({
    model: derived.model,
    store: sqlStore(derived.model, derived.plans, listening(opened.database, statements)),
    state: opened.state,
    operations: {},
    hooks: exampleHooks(derived.model),
    env: {},
    // What goes on by itself says statements of its own.
    config: readConfig(
      { CHARTER_MODE: 'development', CHARTER_DATA: folder, JOBS_AT_ONCE: '0' },
      { name: charter.name, databaseUrl: '' },
    ),
  })
  let caller: Principal | null = null
  const serving = { ...service, authenticate: () => caller, log: null }
  const app = httpServer({ limits: derived.model.limits, serving })
  await rest.serve(rest.surface(charter), serving, app)
  return {
    derived,
    database: derived.connector.title,
    rows,
    attributes: attributes[0] ?? {},
    rehearse: async ({ method, url, body, principal }) => {
      statements.length = 0
      caller = principal
      const answer = await app.inject({ method, url, ...(body !== undefined && { payload: body as object }) })
      const said = [...statements]
      await service.audit.flush()
      const [entry] = await opened.state.recentAudit(1, 0)
      const problem = answer.statusCode < 400 ? null : answer.json<ProblemDocument>()
      return { problem, statements: said, entry: entry ?? null }
    },
    close: async () => {
      await app.close()
      await service.audit.close()
      await opened.close().finally(temporary.remove)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Rows that need each other, of which none can be the first, are not there: what is said of requests holds without them. */
const refusedRows = (error: unknown): readonly JsonObject[] => {
  if (error instanceof ProblemError) return []
  throw error
}

const placeOf = async (charter: Charter) => {
  const named = charter.sources.map((source) => connectorOf(source, connectors)?.name)
  const own = connectors.find(({ name }) => name === named[0])
  if (own && own.name !== fallback) {
    const temporary = await own.makeTemporary(serverNear()).catch(noServer)
    if (temporary) return { derived: derive(ownedOn(charter, own.name), connectors), temporary }
  }
  const derived = derive(ownedOn(charter, fallback), connectors)
  return { derived, temporary: await derived.connector.makeTemporary(null) }
}

const fallback = 'sqlite'

const noServer = (error: unknown): null => {
  if (error instanceof ProblemError && error.problem.code === 'unavailable') return null
  throw error
}

/** The database, with every statement noted before it runs. */
const listening = (database: Database, statements: string[]): Database => {
  const noting = <Target extends SqlTransaction | Database>(target: Target) => ({
    all: (...[sql, ...more]: Parameters<Database['all']>) => {
      statements.push(textOf(sql))
      return target.all(sql, ...more)
    },
  })
  return {
    ...noting(database),
    transaction: (work, options) =>
      database.transaction(
        (transaction) =>
          work({
            ...noting(transaction),
            run: (sql, params) => {
              statements.push(textOf(sql))
              return transaction.run(sql, params)
            },
            later: (sql, params) => {
              statements.push(textOf(sql))
              return transaction.later(sql, params)
            },
          }),
        options,
      ),
    get statementCount() {
      return database.statementCount
    },
    close: () => database.close(),
  }
}

import { rm } from 'node:fs/promises'
import { nearest } from '@charter/charter'
import { connectors } from '@charter/connectors'
import { sampleRows } from '@charter/draft/sample-rows'
import { type Credential, ownMember, type Principal, referenceOrder } from '@charter/runtime'
import { loadRows, openLog, readConfig, registerHealth } from '@charter/runtime/service'
import { type Derived, derive, openService, serverNear } from '@charter/service'
import { serveStyles } from '@charter/styles/serve'
import { requireSound } from './check.ts'
import { exampleBody, exampleHooks, exampleRoutes } from './example-code.ts'
import { inSmallHeap } from './in-small-heap.ts'
import { loadCharter } from './load.ts'
import { ownedOn, serverlessDatabaseOf } from './owned-copy.ts'
import { claimsOf } from './page/page-roles.ts'
import { temporaryFolder } from './temporary-folder.ts'

export interface MockOptions {
  readonly file: string
  /** A loopback address; left out: 127.0.0.1. */
  readonly host?: string
  readonly port: number
  /** Where each style listens that has a port of its own, by its name; left out: any free one. */
  readonly ports?: Readonly<Record<string, number>>
  /** The role of whoever shows no token; null: they are refused, as in production. */
  readonly as: string | null
  /** The same seed gives the same rows. */
  readonly seed: number
  readonly rowsPerEntity: number
}

export interface Mock {
  readonly url: string
  /** Where each style is reached, by its name. */
  readonly urls: Readonly<Record<string, string>>
  /** A token for each role. */
  readonly tokens: Readonly<Record<string, string>>
  readonly derived: Derived
  close(): Promise<void>
}

/** There is no such role in the charter. */
export class UnknownRole extends Error {
  override readonly name = 'UnknownRole'
}

const requireRole = (role: string, roles: readonly string[]): void => {
  if (roles.includes(role)) return
  const near = nearest(role, roles)
  const meant = near === undefined ? '' : ` Did you mean "${near}"?`
  throw new UnknownRole(`The charter has no role "${role}".${meant} Its roles: ${roles.join(', ')}.`)
}

/**
 * A charter's service before there is one: every style, rule, limit and problem as it will be, on a throw-away database with made-up
 * rows, wherever the charter's own rows are. Custom operations and routes answer an example of their result. Rejects with Refused or UnknownRole.
 */
export const startMock = (options: MockOptions): Promise<Mock> => inSmallHeap(() => openMock(options))

const openMock = async ({
  file,
  host = '127.0.0.1',
  port,
  ports = {},
  as,
  seed,
  rowsPerEntity,
}: MockOptions): Promise<Mock> => {
  const derived = await derivedFrom(file)
  const { charter } = derived
  if (as !== null) requireRole(as, charter.access.roles)
  const folder = await temporaryFolder('mock')
  const temporary = await derived.connector.makeTemporary(serverNear())
  const config = readConfig(
    { CHARTER_MODE: 'development', CHARTER_DATA: folder, DATABASE_URL: temporary.url },
    { name: charter.name, databaseUrl: '' },
  )
  const operations = Object.fromEntries(
    derived.model.operations.map((each) => [each.name, exampleBody(derived.model, each)]),
  )
  const service = await openService(derived, {
    config,
    operations,
    routes: exampleRoutes(derived.model),
    hooks: exampleHooks(derived.model),
    log: openLog({ level: 'error', name: charter.name, isDevelopment: true }),
  })
  const rows = sampleRows(charter, { seed, perEntity: rowsPerEntity })
  const order = referenceOrder(derived.model).map((entity) => ({ entity, rows: rows[entity] ?? [] }))
  await loadRows(service.store, derived.model, order, service.protection)
  const claims = claimsOf(derived)
  const tokens = Object.fromEntries(
    await Promise.all(
      charter.access.roles.map(
        async (role) => [role, (await service.development?.token([role], claims)) ?? ''] as const,
      ),
    ),
  )
  const anonymous: Credential | null = as === null ? null : { kind: 'bearer', text: ownMember(tokens, as) ?? '' }
  const authenticate = (credential: Credential | null): Principal | null | Promise<Principal | null> =>
    service.authenticate(credential ?? anonymous)
  const served = await serveStyles(
    derived.styles,
    { ...service, authenticate },
    { host, port, ports, extend: (app) => registerHealth(app, service) },
  )
  return {
    url: served.url,
    urls: served.urls,
    tokens,
    derived,
    close: async () => {
      await served.close()
      await service.close()
      await temporary.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The document and its lines are not held on to: of a large charter they are most of what it takes to read it. */
const derivedFrom = async (file: string): Promise<Derived> => {
  const loaded = await loadCharter(file)
  const charter = requireSound(loaded)
  // Made-up rows need no server: only what is in the charter decides what can be asked.
  return derive(ownedOn(charter, serverlessDatabaseOf(charter)), connectors, loaded.document.lock)
}

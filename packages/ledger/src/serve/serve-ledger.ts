import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { httpServer } from '@charter/runtime/http'
import type { TlsConfig } from '@charter/runtime/service'
import type { FastifyInstance } from 'fastify'
import type { Alarm } from '../alarm.ts'
import { openVault, type PersonalVault } from '../personal/vault.ts'
import type { LedgerSettings } from '../settings/settings.ts'
import type { Witness } from '../witness/witness.ts'
import type { Ledger } from '../writer/open-ledger.ts'

/** A ledger that is open for writing, and what its routes need to know. */
export interface LedgerServerParts {
  readonly ledger: Ledger
  readonly folder: string
  /** As they are now: ask anew each time, they change while it runs. */
  readonly settings: Pick<
    LedgerSettings,
    'administrator' | 'replicas' | 'readers' | 'signIn' | 'personal' | 'keepMs' | 'replicaBytes'
  >
  readonly witnesses: readonly Witness[]
  /** Of the folder `vault` in the ledger's own; null where no member of entries is personal. Two at once would not agree. */
  readonly vault: PersonalVault | null
  /** Those raised since it was opened, newest last, bounded. */
  readonly alarms: () => readonly Alarm[]
  readonly nowMs: () => number
  /** Whether the key of a replica of this name is on its way. */
  readonly isAwaited?: (replica: string) => boolean
}

/** Routes of one kind: who sends, who reads, who witnesses. Each asks by itself who calls. */
export type LedgerRoutes = (app: FastifyInstance, parts: LedgerServerParts) => void

export interface ServeLedgerOptions extends Omit<LedgerServerParts, 'vault'> {
  /** One that others of this process use too; by default it is opened. */
  readonly vault?: PersonalVault
  readonly host: string
  /** 0: any that is free. */
  readonly port: number
  readonly tls: TlsConfig | null
  readonly routes: readonly LedgerRoutes[]
  readonly onBug: (error: unknown) => void
  /** How long a request may take to come in; 30 seconds. */
  readonly requestTimeoutMs?: number
}

export interface LedgerServer {
  readonly url: string
  close(): Promise<void>
}

/** Bodies are chunks of a replica's log: what is longer is sent in several. */
export const bodyBytesMax = 2 ** 21

/** Serves a ledger over HTTP. It closes neither the ledger nor the witnesses. Rejects when the port cannot be had. */
export const serveLedger = async (options: ServeLedgerOptions): Promise<LedgerServer> => {
  const { host, port, tls, routes, onBug, folder, requestTimeoutMs = 30_000 } = options
  const isPersonal = options.settings.personal.length > 0
  const vault = options.vault ?? (isPersonal ? await openVault(join(folder, 'vault')) : null)
  const app = httpServer({ limits: { bodyBytesMax, requestTimeoutMs }, tls, onBug })
  // Logs are read by their handler once it knows whose they are; of nobody's calls bodies are held.
  app.removeContentTypeParser(['application/json', 'application/merge-patch+json', 'application/json-patch+json'])
  app.get('/healthz', async () => ({ status: 'up' }))
  // For everybody: a signed size and hash, which witnesses compare, and nothing of what is recorded.
  app.get('/checkpoint', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(await readFile(join(folder, 'checkpoint'))),
  )
  for (const addRoutes of routes) addRoutes(app, { ...options, vault })
  return { url: await app.listen({ host, port }), close: () => app.close() }
}

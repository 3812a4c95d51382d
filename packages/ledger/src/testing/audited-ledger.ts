import { createPublicKey, hash, type KeyObject, randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { NoteKey } from '../checkpoint/note.ts'
import { readerRoutes } from '../serve/reader-routes.ts'
import { type LedgerServer, type ServeLedgerOptions, serveLedger } from '../serve/serve-ledger.ts'
import type { LedgerSettings, Reader } from '../settings/settings.ts'
import type { Witness } from '../witness/witness.ts'
import type { Ledger, LedgerOptions } from '../writer/open-ledger.ts'
import { origin, type TestLedger, testLedger } from './ledger.ts'
import { loopback } from './loopback.ts'

export interface AuditedLedger {
  readonly tested: TestLedger
  readonly ledger: Ledger
  readonly server: LedgerServer
  readonly token: string
  /** GET as that reader, or as the bearer of another token; null: as nobody. */
  get(path: string, token?: string | null, headers?: Readonly<Record<string, string>>): Promise<Response>
  json<Answer>(path: string): Promise<Answer>
}

export const readerToken = (): string => `cl_${randomBytes(32).toString('base64url')}`

export const readerOf = (name: string, token: string, expiresAt = '2099-01-01T00:00:00Z'): Reader => ({
  name,
  tokenHash: hash('sha256', token, 'hex'),
  expiresAt,
})

export interface AuditedLedgerOptions extends Partial<Omit<ServeLedgerOptions, 'settings' | 'witnesses'>> {
  readonly settings?: Partial<LedgerSettings>
  /** The ledger's private key; default: a new one. */
  readonly key?: KeyObject
  readonly witnesses?: (tested: TestLedger, key: NoteKey) => readonly Witness[]
  readonly open?: Partial<LedgerOptions>
}

/** A ledger that is served to `auditor-1`, until the test is over. */
export const auditedLedger = async (options: AuditedLedgerOptions = {}): Promise<AuditedLedger> => {
  const { settings, open, key, witnesses: witnessesOf = () => [], ...more } = options
  const tested = await testLedger(key)
  const witnesses = witnessesOf(tested, { name: origin, publicKey: createPublicKey(tested.key) })
  const ledger = await tested.open({ ...open, witnesses })
  const token = readerToken()
  const server = await serveLedger(
    loopback({
      ledger,
      folder: tested.folder,
      settings: { readers: [readerOf('auditor-1', token)], ...settings },
      witnesses,
      alarms: () => tested.alarms,
      routes: [readerRoutes()],
      ...more,
    }),
  )
  onTestFinished(async () => {
    await server.close()
    await ledger.close()
  })
  const get: AuditedLedger['get'] = (path, as = token, headers = {}) =>
    fetch(`${server.url}${path}`, {
      headers: { ...(as !== null && { authorization: `Bearer ${as}` }), ...headers },
      signal: AbortSignal.timeout(20_000),
    })
  return {
    tested,
    ledger,
    server,
    token,
    get,
    json: async <Answer>(path: string) => (await (await get(path)).json()) as Answer,
  }
}

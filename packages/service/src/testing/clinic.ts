import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseCharter } from '@charter/charter'
import { connectors } from '@charter/connectors'
import type { Call, Outcome, Principal, ServiceLog } from '@charter/runtime'
import {
  type AnyRouteBody,
  type KeyProvider,
  loadRows,
  type OperationBody,
  readConfig,
  type Service,
  type ServiceHooks,
  type Telemetry,
} from '@charter/runtime/service'
import type { SqlConnector } from '@charter/sql'
import { styles } from '@charter/styles'
import { type Derived, derive } from '../derive.ts'
import { openService } from '../open-service.ts'
import { testServer } from './attached.ts'

const require = createRequire(import.meta.url)

/** The clinic's charter as the charter package ships it. */
export const clinicText = (): string =>
  readFileSync(join(dirname(require.resolve('@charter/charter')), '..', 'examples', 'clinic.yaml'), 'utf8')

/** Texts that were derived last: most tests open the same service again, and most of that time is its derivation. */
const kept = new Map<string, Derived<SqlConnector>>()
const keptMax = 20

export const derivedOf = (text: string): Derived<SqlConnector> => {
  const made = kept.get(text) ?? derivedAnew(text)
  kept.delete(text)
  kept.set(text, made)
  for (const oldest of kept.keys()) if (kept.size > keptMax) kept.delete(oldest)
  return made
}

const derivedAnew = (text: string): Derived<SqlConnector> => {
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': text }, { styles })
  if (!charter) throw new Error(JSON.stringify(diagnostics))
  return derive(charter, connectors)
}

export interface Opened {
  readonly service: Service
  readonly folder: string
  readonly url: string
  readonly derived: Derived<SqlConnector>
  close(): Promise<void>
}

export interface ClinicOptions {
  readonly text?: string
  readonly folder?: string
  /** A database that is there already. */
  readonly url?: string
  readonly operations?: Readonly<Record<string, OperationBody>>
  readonly routes?: Readonly<Record<string, AnyRouteBody>>
  readonly hooks?: ServiceHooks
  readonly nowMs?: () => number
  readonly keys?: KeyProvider
  readonly telemetry?: Telemetry | null
  /** What the environment says beside where the data is. */
  readonly env?: Readonly<Record<string, string>>
  readonly hasFips?: () => boolean
  /** Default: a bug fails the test when it closes. */
  readonly onBug?: (error: unknown) => void
  /** Default: nothing is logged. */
  readonly log?: ServiceLog
}

/** A service over a SQLite file or a PostgreSQL database of its own, as the charter says, with the charter's samples in it. */
export const open = async ({
  text = clinicText(),
  folder,
  operations,
  routes,
  hooks,
  nowMs,
  keys,
  telemetry,
  onBug,
  env,
  hasFips,
  log,
  url: given,
}: ClinicOptions = {}): Promise<Opened> => {
  const at = folder ?? mkdtempSync(join(tmpdir(), 'charter-service-'))
  const derived = derivedOf(text)
  const temporary =
    given === undefined && derived.connector.ownUrl('') === null
      ? await derived.connector.makeTemporary(testServer(derived.connector.name))
      : null
  const url = given ?? temporary?.url ?? `file:${join(at, 'service.db')}`
  const config = readConfig(
    { CHARTER_MODE: 'development', CHARTER_DATA: at, DATABASE_URL: url, ...env },
    { name: derived.charter.name, databaseUrl: url },
  )
  const bugs: unknown[] = []
  const service = await openService(derived, {
    ...(log && { log }),
    config,
    onBug: onBug ?? ((error) => bugs.push(error)),
    ...(operations && { operations }),
    ...(routes && { routes }),
    ...(hooks && { hooks }),
    ...(nowMs && { nowMs }),
    ...(keys && { keys }),
    ...(telemetry && { telemetry }),
    ...(hasFips && { hasFips }),
    ...(env && { env: { ...process.env, ...env } }),
  })
  await loadRows(service.store, derived.model, samplesOf(derived), service.protection)
  return {
    service,
    folder: at,
    url,
    derived,
    close: async () => {
      await service.close()
      await temporary?.remove()
      if (folder === undefined) rmSync(at, { recursive: true, force: true })
      if (bugs.length > 0) throw new Error('the service met bugs', { cause: bugs })
    },
  }
}

/** Samples with what they leave out: literal defaults, else null. */
const samplesOf = ({ charter }: Derived) =>
  charter.entities.map(({ name, fields, samples = [] }) => ({
    entity: name,
    rows: samples.map((sample) =>
      Object.fromEntries(
        fields.map((field) => [
          field.name,
          sample[field.name] ??
            (field.default?.kind === 'value'
              ? field.default.value
              : field.default?.kind === 'now'
                ? '2026-01-01T00:00:00Z'
                : null),
        ]),
      ),
    ),
  }))

export const clinician: Principal = { id: 'c1', roles: ['clinician'], attributes: { ward: 'north' }, credential: 'jwt' }
export const pharmacist: Principal = {
  id: 'p1',
  roles: ['pharmacist'],
  attributes: { ward: 'north' },
  credential: 'jwt',
}
export const auditor: Principal = { id: 'a1', roles: ['auditor'], attributes: { ward: 'north' }, credential: 'jwt' }

export const ada = '7f1de1a4-3a0e-4b7c-9d86-0f3a5e1c2b10'
export const meiLing = 'e5b8c3d2-91f7-4c60-a1de-3c4b5a697832'
export const amoxicillin = '0b54cf1c-71f2-4f0e-8a53-8e5f1b0c9d01'

/** A call as a style would make it. */
export const call = (
  operation: string,
  principal: Principal | null,
  more: Partial<Call['input']> & Partial<Call['context']> = {},
): Call => {
  const { key, value, ...context } = more
  return {
    operation,
    principal,
    input: { ...(key && { key }), ...(value !== undefined && { value }) },
    context: { origin: { style: 'test', requestId: 'r1' }, ...context },
  }
}

/** `ok`, or the problem's code. */
export const codeOf = (outcome: Outcome): string => (outcome.kind === 'problem' ? outcome.problem.code : 'ok')

export const bodyOf = (outcome: Outcome): Record<string, unknown> => {
  if (outcome.kind !== 'value') throw new Error(JSON.stringify(outcome))
  return outcome.value as Record<string, unknown>
}

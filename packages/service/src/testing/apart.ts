import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ProblemError, problem, type State } from '@charter/runtime'
import { composeService, type OperationBody, readConfig, type Service } from '@charter/runtime/service'
import type { Database } from '@charter/sql/store'
import { sqlStore } from '@charter/sql/store'
import { openSource } from '../open-source.ts'
import { attached, makeAttached } from './attached.ts'
import { derivedOf } from './clinic.ts'
import type { DatabaseName } from './databases.ts'

/** Rows in one database, state in another; both really there, each able to fail when told. */
export interface Apart {
  readonly service: Service
  readonly rows: Database
  readonly table: string
  readonly state: State
  readonly failing: Set<keyof State>
  /** Called in the place of a COMMIT's answer. */
  afterCommit: (() => void) | null
  nowMs: number
  close(): Promise<void>
}

interface ApartOptions {
  /** Over the table of somebody else that `attached` is over, which is the charter unless this says another. */
  readonly text?: (database: string, url: string) => string
  readonly operations?: Readonly<Record<string, OperationBody>>
}

export const openApart = async (
  database: DatabaseName,
  { text = attached, operations = {} }: ApartOptions = {},
): Promise<Apart> => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-apart-'))
  const made = await makeAttached(database, folder)
  const derived = derivedOf(text(database, made.url))
  const opened = await openSource(derived, { url: made.url, dataFolder: folder })
  const failing = new Set<keyof State>()
  const state = new Proxy(opened.state, {
    get: (of, name: keyof State) => {
      if (!failing.has(name)) return of[name]
      return () => Promise.reject(new ProblemError(problem('unavailable', { cause: new Error('the disk is full') })))
    },
  })
  const apart: Omit<Apart, 'service' | 'close'> = {
    rows: opened.database,
    table: database === 'postgresql' ? 'public."patient"' : '"patient"',
    state,
    failing,
    afterCommit: null,
    nowMs: Date.now(),
  }
  const database_: Database = {
    all: opened.database.all,
    transaction: async (work, options) => {
      const result = await opened.database.transaction(work, options)
      apart.afterCommit?.()
      return result
    },
    ...(opened.database.fateOf && { fateOf: opened.database.fateOf }),
    statementCount: 0,
    close: opened.database.close,
  }
  const service = await composeService({
    model: derived.model,
    store: sqlStore(derived.model, derived.plans, database_),
    state,
    operations,
    env: {},
    nowMs: () => apart.nowMs,
    onBug: (error) => console.error(error),
    config: readConfig(
      { CHARTER_MODE: 'development', CHARTER_DATA: folder },
      { name: derived.model.name, databaseUrl: made.url },
    ),
  })
  return Object.assign(apart, {
    service,
    close: async () => {
      failing.clear()
      await service.audit.close()
      await opened.close()
      await made.remove()
      rmSync(folder, { recursive: true })
    },
  })
}

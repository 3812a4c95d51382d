import { join } from 'node:path'
import { composeService, type OperationBody, type Service, type ServiceConfig } from '@charter/runtime/service'
import type { Derived } from './derive.ts'

export interface OpenServiceOptions {
  readonly config: ServiceConfig
  readonly operations?: Readonly<Record<string, OperationBody>>
  readonly nowMs?: () => number
  readonly onBug?: (error: unknown) => void
}

const statementTimeoutMs = 10_000

/** The in-process service: the reference that every generated one must equal. Rejects when the database does not open. */
export const openService = async (
  derived: Derived,
  { config, operations = {}, nowMs, onBug }: OpenServiceOptions,
): Promise<Service> => {
  const isOwned = derived.schema !== null
  const opened = await derived.connector.open(config.databaseUrl, {
    isReadOnly: false,
    schema: derived.schema,
    statementTimeoutMs,
    ...(!isOwned && { stateUrl: `file:${join(config.dataFolder, 'state.db')}` }),
  })
  const service = await composeService({
    model: derived.model,
    sql: derived.sql,
    database: opened.database,
    state: opened.state,
    operations,
    config,
    ...(nowMs && { nowMs }),
    ...(onBug && { onBug }),
  })
  return { ...service, close: () => service.audit.close().finally(() => opened.close()) }
}

/** Where rows are when nobody says: a file in the data folder for a database of ours, else where the charter points. */
export const defaultDatabaseUrl = (
  { source, charter }: Pick<Derived, 'source' | 'charter'>,
  dataFolder: string,
): string => (source.kind === 'own' ? `file:${join(dataFolder, `${charter.name}.db`)}` : source.url)

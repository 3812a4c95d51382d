// Generated from the charter "clinic". What you change here is merged when generating again.

import { initial } from './migrations/0001-initial.ts'
import { model } from './model.ts'
import { operations } from './operations/index.ts'
import { openPostgresql } from './postgresql/open.ts'
import type { ServiceLog } from './runtime/index.ts'
import { composeService, openTelemetry, type Service, type ServiceConfig } from './runtime/service/index.ts'
import { sql } from './sql.ts'

const statementTimeoutMs = 10_000

/** Opens the database and composes the service: rules, rows, record, sign-in. `close` writes what is waiting first. */
export const openService = async (config: ServiceConfig, log: ServiceLog): Promise<Service> => {
  const opened = await openPostgresql({
    url: config.databaseUrl,
    isReadOnly: false,
    schema: initial,
    replicaUrls: config.replicaUrls,
    connectionsMax: config.connectionsMax,
    statementTimeoutMs,
  })
  const service = await composeService({
    model,
    operations,
    store: opened.store(model, sql),
    state: opened.state,
    config,
    telemetry: await openTelemetry({ name: model.name, version: model.version, env: process.env }),
    log,
  })
  return { ...service, close: () => service.close().finally(log.close) }
}

/** Where the rows are when `DATABASE_URL` does not say. `{data}` stands for the folder `CHARTER_DATA`. */
export const defaultDatabaseUrl = null

/** Listeners beside that of HTTP, and what says their ports. */
export const listeners = { grpc: { portVariable: 'GRPC_PORT', portDefault: 50051, switches: ['GRPC_REFLECTION'] } }

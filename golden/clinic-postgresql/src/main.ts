// Generated from the charter "clinic". What you change here is merged when generating again.

import { mkdirSync } from 'node:fs'
import { grpcServer } from './grpc-server.ts'
import { ProblemError } from './runtime/index.ts'
import { ConfigError, listen, openLog, readConfig, type ServiceConfig } from './runtime/service/index.ts'
import { buildServer } from './server.ts'
import { defaultDatabaseUrl, listeners, openService } from './service.ts'

const stopMs = 25_000

const config = readEnvironment()
mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 })
const log = openLog({ level: config.observed.logLevel, name: 'clinic', isDevelopment: config.mode === 'development' })
// The message of what nobody caught may hold a value, so Node does not print it.
process.once('uncaughtException', (error) => {
  log.bug(error)
  process.exit(1)
})
const service = await openService(config, log).catch(giveUp)
const grpc = grpcServer(service, config)
const grpcUrl = await grpc
  .listen({ host: config.host, port: config.ports.grpc ?? 0, handed: config.handed.grpc })
  .catch(giveUp)
const app = await buildServer(service, config, { grpc: grpcUrl }).catch(giveUp)
const url = await listen(app, { host: config.host, port: config.port, handed: config.handed.http }).catch(giveUp)
// Before anybody is told where it listens, and may want it to end.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
// Whoever started it with a channel and is gone, killed for one, cannot tell it to end.
process.once('disconnect', () => void stop())
console.log(
  JSON.stringify({
    service: 'clinic',
    url,
    grpcUrl,
    mode: config.mode,
    ...(service.development && { pageUrl: service.development.page.address(url) }),
    behindTlsProxy: config.isBehindTlsProxy,
    tls: config.tls?.versionMin ?? null,
  }),
)

/** Answers what has been asked, writes what is waiting, then ends, however long that would take. */
async function stop(): Promise<void> {
  setTimeout(() => process.exit(1), stopMs).unref()
  await Promise.all([app.close(), grpc.close()])
  await service.close()
  process.exit(0)
}

/** A database that does not open, or a port that is taken, is said in a sentence; what is private of it goes to the log alone. A mistake of the environment ends with 2. */
function giveUp(error: unknown): never {
  const cause = error instanceof ProblemError ? error.problem.cause : error
  console.error(cause instanceof Error ? cause.message : cause)
  process.exit(error instanceof ConfigError ? 2 : 1)
}

function readEnvironment(): ServiceConfig {
  try {
    return readConfig(process.env, { name: 'clinic', databaseUrl: defaultDatabaseUrl, listeners })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(2)
  }
}

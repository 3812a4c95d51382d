import { freePort, prepareProject, runService, shortPath } from '@charter/project'
import { defineCommand, EnvironmentFault, exitCodes, jsonOption, required, UsageError } from '../command.ts'
import { untilStopped } from '../until-stopped.ts'

export const portOption = {
  type: 'string',
  value: 'number',
  description: 'Where to listen; the next free one when it is taken. Default: 8080.',
} as const

export const allowDdlOption = {
  type: 'boolean',
  description: 'A schema for the service’s state may be made in an existing database (`state: source`).',
} as const

/** The port asked for, as a number. Throws a UsageError. */
export const readPort = (text: string | undefined): number => {
  const port = Number(text ?? 8080)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new UsageError('--port takes a number from 1 to 65535.')
  return port
}

export const run = defineCommand({
  name: 'run',
  summary: 'Generates, installs and starts the service of a charter, on its own database or another.',
  usage: '<file or folder> [--database <url>] [--port <number>] [--allow-ddl]',
  options: {
    database: { type: 'string', value: 'url', description: 'The database; default: where the charter says.' },
    port: portOption,
    'allow-ddl': allowDdlOption,
    json: jsonOption,
  },
  examples: ['charter run ./clinic', 'charter run ./clinic --port 9000 --database file:/tmp/clinic.db'],
  run: async (asked, terminal) => {
    const wanted = readPort(asked.text('port'))
    const progress = terminal.progress('Preparing the service')
    const prepared = await prepareProject({
      input: required(asked, 0, 'The charter'),
      within: process.cwd(),
      onStep: progress.update,
    }).finally(() => progress.done())
    const port = await freePort(wanted)
    if (port !== wanted) terminal.note(`Port ${wanted} is taken; using ${port}.`)
    const databaseUrl = asked.text('database') ?? prepared.databaseUrl
    const service = await runService({
      folder: prepared.folder,
      port,
      grpcPort: await freePort(50_051),
      databaseUrl,
      mayCreate: asked.flag('allow-ddl'),
      onLog: terminal.note,
    })
    const stopped = untilStopped(service)
    if (asked.flag('json'))
      terminal.json({
        service: service.url,
        ...(service.pageUrl !== undefined && { page: service.pageUrl }),
        ...(service.grpcUrl !== undefined && { grpc: service.grpcUrl }),
        folder: prepared.folder,
      })
    else
      terminal.line(
        `${prepared.loaded.charter?.title ?? ''}  ${service.pageUrl ?? service.url}${grpcText(service.grpcUrl)}  from ${shortPath(prepared.folder)}. Ctrl-C stops it.`,
      )
    const status = await stopped
    if (status !== 0) throw new EnvironmentFault(`The service ended with status ${status}.`)
    return exitCodes.fine
  },
})

const grpcText = (grpcUrl: string | undefined): string => (grpcUrl === undefined ? '' : `  gRPC at ${grpcUrl}`)

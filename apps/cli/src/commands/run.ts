import { freePort, prepareProject, runService, shortPath } from '@charter/project'
import { type Asked, defineCommand, EnvironmentFault, exitCodes, jsonOption, required, UsageError } from '../command.ts'
import type { Terminal } from '../terminal.ts'
import { untilStopped } from '../until-stopped.ts'

export const portOption = {
  type: 'string',
  value: 'number',
  description: 'Where to listen; the next free one when it is taken. Default: PORT, else 8080.',
} as const

export const allowDdlOption = {
  type: 'boolean',
  description: 'A schema for the service’s state may be made in an existing database (`state: source`).',
} as const

/** The port asked for by `--port` or `PORT`, as a number. Throws a UsageError. */
export const readPort = (text: string | undefined): number =>
  text === undefined ? portIn(process.env.PORT, 'PORT', 8080) : portIn(text, '--port', 8080)

const portIn = (text: string | undefined, name: string, otherwise: number): number => {
  const port = Number(text ?? otherwise)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new UsageError(`${name} takes a number from 1 to 65535.`)
  return port
}

/** Where a service is to listen: what is asked for, or the next that is free, which is said. Throws a UsageError. */
export const freePorts = async (
  asked: Asked,
  terminal: Terminal,
): Promise<{ readonly port: number; readonly grpcPort: number }> => {
  const wanted = readPort(asked.text('port'))
  const wantedByGrpc = portIn(process.env.GRPC_PORT, 'GRPC_PORT', 50_051)
  const port = await freePort(wanted)
  const grpcPort = await freePort(wantedByGrpc)
  if (port !== wanted) terminal.note(`Port ${wanted} is taken; using ${port}.`)
  if (grpcPort !== wantedByGrpc && process.env.GRPC_PORT !== undefined)
    terminal.note(`GRPC_PORT ${wantedByGrpc} is taken; using ${grpcPort}.`)
  return { port, grpcPort }
}

export const run = defineCommand({
  usage: '<file or folder> [--database <url>] [--port <number>] [--allow-ddl]',
  options: {
    database: { type: 'string', value: 'url', description: 'The database; default: where the charter says.' },
    port: portOption,
    'allow-ddl': allowDdlOption,
    json: jsonOption,
  },
  examples: ['charter run ./clinic', 'charter run ./clinic --port 9000 --database file:/tmp/clinic.db'],
  run: async (asked, terminal) => {
    readPort(asked.text('port'))
    const progress = terminal.progress('Preparing the service')
    const prepared = await prepareProject({
      input: required(asked, 0, 'The charter'),
      within: process.cwd(),
      purpose: 'serve',
      onStep: progress.update,
    }).finally(() => progress.done())
    const ports = await freePorts(asked, terminal)
    const databaseUrl = asked.text('database') ?? prepared.databaseUrl
    const service = await runService({
      folder: prepared.folder,
      ...ports,
      databaseUrl,
      dataFolder: prepared.dataFolder,
      inherited: process.env,
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

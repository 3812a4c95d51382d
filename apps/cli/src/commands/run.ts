import { resolve } from 'node:path'
import { charterNamed, defineCommand, EnvironmentFault, exitCodes, jsonOption } from '../command.ts'
import { compiledFolder } from '../keep-compiled.ts'
import { placeText } from '../place-text.ts'
import { askedPorts, besideText, freePorts, portOptions, sayTaken } from '../ports.ts'
import { stopAsked, unlessStopped, untilStopped } from '../until-stopped.ts'

export const allowDdlOption = {
  type: 'boolean',
  description: 'A schema for the service’s state may be made in an existing database (`state: source`).',
} as const

export const withinOption = {
  type: 'string',
  value: 'folder',
  description: 'Where the folder of a new project is made; default: here.',
} as const

/** Said of a service over an existing database. */
export const writtenThere = 'what is written through the API is written into the existing database'

export const run = defineCommand({
  usage: '[<file or folder>] [--database <url>] [--port <number>] [--host <address>] [--allow-ddl]',
  options: {
    database: { type: 'string', value: 'url', description: 'The database; default: where the charter says.' },
    ...portOptions,
    within: withinOption,
    'allow-ddl': allowDdlOption,
    json: jsonOption,
  },
  examples: ['charter run', 'charter run ./clinic', 'charter run ./clinic --port 9000 --database file:/tmp/clinic.db'],
  run: async (asked, terminal) => {
    const wanted = askedPorts(asked)
    const progress = terminal.progress('Preparing the service')
    const { endedText, graphiqlFolder, prepareProject, runService, shortPath } = await import('@charter/project')
    const prepared = await prepareProject({
      input: charterNamed(asked),
      within: resolve(asked.text('within') ?? '.'),
      purpose: 'serve',
      databaseUrl: asked.text('database'),
      onStep: progress.update,
    }).finally(() => progress.done())
    const ports = await freePorts(wanted)
    sayTaken({ wanted, got: ports, serves: prepared.derived.charter.serves }, terminal)
    const stop = stopAsked()
    const service = await runService({
      folder: prepared.folder,
      ...ports,
      databaseUrl: prepared.databaseUrl,
      dataFolder: prepared.dataFolder,
      inherited: process.env,
      mayCreate: asked.flag('allow-ddl'),
      graphiqlFolder: graphiqlFolder(),
      onLog: terminal.note,
      env: { NODE_COMPILE_CACHE: compiledFolder(process.env) },
      stop,
    }).catch(unlessStopped(stop))
    if (!service) return exitCodes.fine
    const stopped = untilStopped(service, stop)
    if (asked.flag('json'))
      terminal.json({
        service: service.url,
        ...(service.pageUrl !== undefined && { page: service.pageUrl }),
        ...service.ownUrls,
        folder: prepared.folder,
      })
    else {
      if (prepared.derived.source.kind === 'url') terminal.line(`Live: ${writtenThere}.`)
      terminal.line(
        `${prepared.loaded.charter?.title ?? ''}  ${service.pageUrl ?? service.url}${besideText(service.ownUrls)}  from ${placeText(shortPath(prepared.folder))}. Ctrl-C stops it.`,
      )
    }
    const status = await stopped
    if (status !== 0) throw new EnvironmentFault(`${endedText(status)}.`)
    return exitCodes.fine
  },
})

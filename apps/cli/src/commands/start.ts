import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { defineCommand, EnvironmentFault, exitCodes, jsonOption } from '../command.ts'
import { askedPorts, freePorts, portOptions, sayTaken } from '../ports.ts'
import { stopAsked, unlessStopped, untilStopped } from '../until-stopped.ts'
import { allowDdlOption, withinOption } from './run.ts'

export const start = defineCommand({
  usage:
    '["<words>" | <sqlite file> | <database URL> | <charter>] [--port <number>] [--host <address>] [--within <folder>] [--allow-ddl]',
  wordsMax: Number.POSITIVE_INFINITY,
  options: {
    ...portOptions,
    within: withinOption,
    'allow-ddl': allowDdlOption,
    json: { ...jsonOption, description: 'Print one line when ready, and stay up.' },
  },
  examples: [
    'charter start',
    'charter start "a library with members, books and loans"',
    'charter start chinook.db',
    'charter start postgres://reader@localhost/sales',
    'charter start ./clinic --json',
  ],
  run: async (asked, terminal) => {
    const wanted = askedPorts(asked)
    const progress = terminal.progress('Reading what is there')
    const { contrastOf, endedText, mintTokens, prepareProject, runEditable } = await import('@charter/project')
    const prepared = await prepareProject({
      input: asked.words.join(' ') || (await inputHere()),
      within: resolve(asked.text('within') ?? '.'),
      onStep: progress.update,
    }).finally(() => progress.done())
    const tokens = await mintTokens(prepared)
    const ports = await freePorts(wanted)
    sayTaken({ wanted, got: ports, serves: prepared.derived.charter.serves }, terminal)
    const stop = stopAsked()
    const service = await runEditable({
      prepared,
      ...ports,
      inherited: process.env,
      mayCreate: asked.flag('allow-ddl'),
      onLog: terminal.note,
      stop,
    }).catch(unlessStopped(stop))
    if (!service) return exitCodes.fine
    const stopped = untilStopped(service, stop)
    if (asked.flag('json')) {
      process.stdout.write(
        `${JSON.stringify({ service: service.url, docs: service.pageUrl ?? `${service.url}/`, openapi: `${service.url}/openapi.json`, ...service.ownUrls, charter: join(prepared.folder, 'charter.yaml'), tokens })}\n`,
      )
    } else {
      const { sayStarted } = await import('../say-started.ts')
      const contrast = await contrastOf(prepared.derived, service.url, tokens).catch(unlessStopped(stop))
      sayStarted(terminal, prepared, service, contrast, ports.port === wanted.port ? null : wanted.port)
    }
    const status = await stopped
    if (status !== 0) throw new EnvironmentFault(`${endedText(status)}.`)
    return exitCodes.fine
  },
})

/** Where nothing is said: the charter of the folder one stands in, else the words of an example. */
const inputHere = async (): Promise<string> => {
  const isHere = await stat('charter.yaml').then(
    () => true,
    () => false,
  )
  return isHere ? '.' : (await import('@charter/draft')).clinicWords
}

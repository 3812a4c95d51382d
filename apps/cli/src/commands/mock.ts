import { charterNamed, defineCommand, exitCodes, jsonOption, UsageError } from '../command.ts'
import { askedPorts, freePorts, portOptions, sayTaken } from '../ports.ts'
import { stopAsked, untilAsked } from '../until-stopped.ts'

export const mock = defineCommand({
  usage: '[<file or folder>] [--as <role>] [--port <number>] [--host <address>] [--rows <number>] [--seed <number>]',
  options: {
    as: {
      type: 'string',
      value: 'role',
      description: 'Who calls without a token is this; default: nobody, and is refused.',
    },
    ...portOptions,
    rows: { type: 'string', value: 'number', description: 'Rows of each entity, at most 1000. Default: 12.' },
    seed: { type: 'string', value: 'number', description: 'The same seed gives the same rows. Default: 1.' },
    json: jsonOption,
  },
  examples: ['charter mock clinic.yaml', 'charter mock clinic.yaml --as clinician --rows 200'],
  run: async (asked, terminal) => {
    const wanted = askedPorts(asked)
    const rows = numberOf(asked.text('rows') ?? '12', '--rows', 1000)
    const seed = numberOf(asked.text('seed') ?? '1', '--seed', 2 ** 31 - 1)
    const progress = terminal.progress('Reading the charter')
    const { startMock } = await import('@charter/project')
    const ports = await freePorts(wanted)
    const stop = stopAsked()
    const running = await startMock({
      file: charterNamed(asked),
      ...ports,
      as: asked.text('as') ?? null,
      rowsPerEntity: rows,
      seed,
    }).finally(() => progress.done())
    sayTaken({ wanted, got: ports, serves: Object.keys(running.urls) }, terminal)
    const { url, urls, tokens } = running
    if (asked.flag('json')) terminal.json({ url, urls, tokens })
    else await (await import('../say-mocked.ts')).sayMocked(terminal, running)
    await untilAsked(stop)
    await running.close()
    return exitCodes.fine
  },
})

const numberOf = (text: string, option: string, most: number): number => {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number > most) throw new UsageError(`${option} takes a whole number up to ${most}.`)
  return number
}

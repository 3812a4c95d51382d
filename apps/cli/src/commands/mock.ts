import { freePort, startMock } from '@charter/project'
import { defineCommand, exitCodes, jsonOption, required, UsageError } from '../command.ts'
import { aligned } from '../terminal.ts'
import { stopAsked } from '../until-stopped.ts'
import { portOption, readPort } from './run.ts'

export const mock = defineCommand({
  usage: '<file or folder> [--as <role>] [--port <number>] [--rows <number>] [--seed <number>]',
  options: {
    as: {
      type: 'string',
      value: 'role',
      description: 'Who calls without a token is this; default: nobody, and is refused.',
    },
    port: portOption,
    rows: { type: 'string', value: 'number', description: 'Rows of each entity, at most 1000. Default: 12.' },
    seed: { type: 'string', value: 'number', description: 'The same seed gives the same rows. Default: 1.' },
    json: jsonOption,
  },
  examples: ['charter mock clinic.yaml', 'charter mock clinic.yaml --as clinician --rows 200'],
  run: async (asked, terminal) => {
    const file = required(asked, 0, 'The charter')
    const wanted = readPort(asked.text('port'))
    const port = await freePort(wanted)
    if (port !== wanted) terminal.note(`Port ${wanted} is taken; using ${port}.`)
    const running = await startMock({
      file,
      port,
      as: asked.text('as') ?? null,
      rowsPerEntity: numberOf(asked.text('rows') ?? '12', '--rows', 1000),
      seed: numberOf(asked.text('seed') ?? '1', '--seed', 2 ** 31 - 1),
    })
    const { url, urls, tokens } = running
    const stopped = stopAsked()
    if (asked.flag('json')) terminal.json({ url, urls, tokens })
    else {
      for (const line of aligned(Object.entries(urls).map(([style, at]) => [style, at]))) terminal.line(line)
      terminal.line('')
      for (const line of aligned(Object.entries(tokens).map(([role, token]) => [role, token]))) terminal.line(line)
      terminal.line('')
      terminal.line('Rows are made up, and gone when this stops: Ctrl-C.')
    }
    await stopped
    await running.close()
    return exitCodes.fine
  },
})

const numberOf = (text: string, option: string, most: number): number => {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number > most) throw new UsageError(`${option} takes a whole number up to ${most}.`)
  return number
}

import { charterNamed, defineCommand, exitCodes, jsonOption } from '../command.ts'
import { countDiagnostics, sayDiagnostics } from '../diagnostics.ts'
import { askedPorts, besideText, freePorts, portOptions, sayTaken } from '../ports.ts'
import { stopAsked, untilAsked } from '../until-stopped.ts'
import { allowDdlOption } from './run.ts'

const databaseWords = { kept: '', migrated: ', database migrated', new: ', database made anew' } as const

const rowsWords = {
  'made-up': '',
  'made-up-instead':
    'Rows are made up, in a throw-away database. --live serves those of the database that the charter names, and writes there.',
  live: 'Live: rows are those of the database that the charter names, and what you write is written there.',
} as const

export const dev = defineCommand({
  usage: '[<file or folder>] [--port <number>] [--host <address>] [--live] [--allow-ddl]',
  options: {
    ...portOptions,
    live: {
      type: 'boolean',
      description:
        'Serve the existing database that the charter names, and write into it; default: made-up rows in a throw-away one.',
    },
    'allow-ddl': allowDdlOption,
    json: {
      ...jsonOption,
      description: 'Print one line when ready, and stay up; what follows is said on standard error.',
    },
  },
  examples: ['charter dev', 'charter dev clinic.yaml', 'charter dev ./clinic --port 9000'],
  run: async (asked, terminal) => {
    const wanted = askedPorts(asked)
    const progress = terminal.progress('Reading the charter')
    const { Refused, startDev } = await import('@charter/project')
    const ports = await freePorts(wanted)
    const stop = stopAsked()
    const say = asked.flag('json') ? terminal.note : terminal.line
    const running = await startDev({
      file: charterNamed(asked),
      ...ports,
      isLive: asked.flag('live'),
      mayCreate: asked.flag('allow-ddl'),
      onOpened: (address) => terminal.note(`The page was opened. Another browser opens it at ${address}`),
      onReload: (reloaded) => {
        if (!(reloaded instanceof Refused))
          return say(
            `reloaded in ${Math.round(reloaded.milliseconds)} ms${databaseWords[reloaded.database]}${reloaded.why === undefined ? '' : `: ${reloaded.why}`}`,
          )
        sayDiagnostics({ ...terminal, line: say }, reloaded.diagnostics)
        say(`${countDiagnostics(reloaded.diagnostics)}; the last good charter goes on`)
      },
    }).finally(() => progress.done())
    sayTaken({ wanted, got: ports, serves: Object.keys(running.ownUrls) }, terminal)
    const { url, pageUrl, ownUrls } = running
    if (asked.flag('json'))
      process.stdout.write(`${JSON.stringify({ service: url, page: pageUrl, ...ownUrls, rows: running.rows })}\n`)
    if (rowsWords[running.rows] !== '') say(rowsWords[running.rows])
    if (!asked.flag('json')) say(`${pageUrl}${besideText(ownUrls)}  Save the charter to reload; Ctrl-C stops it.`)
    await untilAsked(stop)
    await running.close()
    return exitCodes.fine
  },
})

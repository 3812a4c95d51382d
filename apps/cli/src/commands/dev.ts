import { charterNamed, defineCommand, exitCodes } from '../command.ts'
import { countDiagnostics, sayDiagnostics } from '../diagnostics.ts'
import { askedPorts, freePorts, portOptions, sayTaken } from '../ports.ts'
import { stopAsked, untilAsked } from '../until-stopped.ts'
import { allowDdlOption, grpcText } from './run.ts'

const databaseWords = { kept: '', migrated: ', database migrated', new: ', database made anew' } as const

export const dev = defineCommand({
  usage: '[<file or folder>] [--port <number>] [--host <address>] [--allow-ddl]',
  options: { ...portOptions, 'allow-ddl': allowDdlOption },
  examples: ['charter dev', 'charter dev clinic.yaml', 'charter dev ./clinic --port 9000'],
  run: async (asked, terminal) => {
    const wanted = askedPorts(asked)
    const progress = terminal.progress('Reading the charter')
    const { Refused, startDev } = await import('@charter/project')
    const ports = await freePorts(wanted)
    const stop = stopAsked()
    const running = await startDev({
      file: charterNamed(asked),
      ...ports,
      mayCreate: asked.flag('allow-ddl'),
      onOpened: (address) => terminal.note(`The page was opened. Another browser opens it at ${address}`),
      onReload: (reloaded) => {
        if (!(reloaded instanceof Refused))
          return terminal.line(
            `reloaded in ${Math.round(reloaded.milliseconds)} ms${databaseWords[reloaded.database]}${reloaded.why === undefined ? '' : `: ${reloaded.why}`}`,
          )
        sayDiagnostics(terminal, reloaded.diagnostics)
        terminal.line(`${countDiagnostics(reloaded.diagnostics)}; the last good charter goes on`)
      },
    }).finally(() => progress.done())
    sayTaken(wanted, ports, running.grpcUrl !== undefined, terminal)
    terminal.line(`${running.pageUrl}${grpcText(running.grpcUrl)}  Save the charter to reload; Ctrl-C stops it.`)
    await untilAsked(stop)
    await running.close()
    return exitCodes.fine
  },
})

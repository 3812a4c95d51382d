import { Refused, startDev } from '@charter/project'
import { defineCommand, exitCodes, required } from '../command.ts'
import { countDiagnostics, sayDiagnostics } from '../diagnostics.ts'
import { stopAsked } from '../until-stopped.ts'
import { allowDdlOption, freePorts, portOption } from './run.ts'

const databaseWords = { kept: '', migrated: ', database migrated', new: ', database made anew' } as const

export const dev = defineCommand({
  usage: '<file or folder> [--port <number>] [--allow-ddl]',
  options: { port: portOption, 'allow-ddl': allowDdlOption },
  examples: ['charter dev clinic.yaml', 'charter dev ./clinic --port 9000'],
  run: async (asked, terminal) => {
    const ports = await freePorts(asked, terminal)
    const running = await startDev({
      file: required(asked, 0, 'The charter'),
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
    })
    const stopped = stopAsked()
    terminal.line(`${running.pageUrl}  Save the charter to reload; Ctrl-C stops it.`)
    await stopped
    await running.close()
    return exitCodes.fine
  },
})

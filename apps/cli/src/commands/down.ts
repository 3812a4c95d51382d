import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { called } from '../called.ts'
import { defineCommand, EnvironmentFault, exitCodes } from '../command.ts'
import { folderOption, platformFolder } from '../platform-place.ts'

export const down = defineCommand({
  usage: '[--folder <folder>]',
  wordsMax: 0,
  options: { folder: folderOption },
  examples: ['charter down', 'charter down --folder ./platform'],
  run: async (asked, terminal) => {
    const place = platformFolder(asked)
    if (!existsSync(join(place, 'address.json')))
      throw new EnvironmentFault(
        `No platform was opened in ${place}, so nothing is deployed from there. ${called} up opens one.`,
      )
    const progress = terminal.progress('Ending what is deployed')
    const { endLocal, FolderHeld } = await import('@charter/server')
    const folder = asked.text('folder') === undefined ? '' : ` --folder ${asked.text('folder')}`
    await endLocal(place)
      .catch((error: unknown) => {
        if (!(error instanceof FolderHeld)) throw error
        throw new EnvironmentFault(
          `The platform of ${error.message} is open, and begins again what is ended here. Nothing was ended. End it with Ctrl-C where it runs, then: ${called} down${folder}`,
        )
      })
      .finally(() => progress.done())
    terminal.line(`What was deployed has ended. It answers again with: ${called} up${folder}`)
    return exitCodes.fine
  },
})

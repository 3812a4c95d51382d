import { defineCommand, exitCodes } from '../command.ts'
import { folderOption, platformFolder } from '../platform-place.ts'

export const down = defineCommand({
  usage: '[--folder <folder>]',
  wordsMax: 0,
  options: { folder: folderOption },
  examples: ['charter down', 'charter down --folder ./platform'],
  run: async (asked, terminal) => {
    const progress = terminal.progress('Ending what is deployed')
    const { endLocal } = await import('@charter/server')
    await endLocal(platformFolder(asked)).finally(() => progress.done())
    terminal.line('What was deployed has ended. It answers again with: charter up')
    return exitCodes.fine
  },
})

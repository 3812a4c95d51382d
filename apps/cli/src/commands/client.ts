import { clientOf, NoRest } from '@charter/project/client'
import { writeIn } from '@charter/project/inside'
import { defineCommand, EnvironmentFault, exitCodes } from '../command.ts'

export const client = defineCommand({
  usage: '[<file or folder>] [-o <folder>]',
  options: {
    out: { type: 'string', short: 'o', value: 'folder', description: 'Write client.ts here instead of printing it.' },
  },
  examples: ['charter client ./clinic -o src/api', 'charter client clinic.yaml > client.ts'],
  run: async (asked, terminal) => {
    const text = await clientOf(asked.words[0] ?? '.').catch((error: unknown) => {
      throw error instanceof NoRest ? new EnvironmentFault(error.message) : error
    })
    const folder = asked.text('out')
    if (folder === undefined) terminal.line(text.trimEnd())
    else writeIn(folder, 'client.ts', text)
    return exitCodes.fine
  },
})

import { join } from 'node:path'
import { clientOf, NoRest } from '@charter/project/client'
import { writeFiles } from '@charter/project/write-files'
import { defineCommand, EnvironmentFault, exitCodes, forceOption, jsonOption } from '../command.ts'

export const client = defineCommand({
  usage: '[<file or folder>] [-o <folder> [--force]]',
  options: {
    out: { type: 'string', short: 'o', value: 'folder', description: 'Write client.ts here instead of printing it.' },
    force: forceOption,
    json: jsonOption,
  },
  examples: ['charter client ./clinic -o src/api', 'charter client clinic.yaml > client.ts'],
  run: async (asked, terminal) => {
    const text = await clientOf(asked.words[0] ?? '.').catch((error: unknown) => {
      throw error instanceof NoRest ? new EnvironmentFault(error.message) : error
    })
    const folder = asked.text('out')
    if (folder !== undefined) writeFiles(folder, { 'client.ts': text }, { isForced: asked.flag('force') })
    const file = join(folder ?? '', 'client.ts')
    if (asked.flag('json')) terminal.json(folder === undefined ? { documents: { [file]: text } } : { written: [file] })
    else terminal.line(folder === undefined ? text.trimEnd() : `Wrote ${file}.`)
    return exitCodes.fine
  },
})

import { join } from 'node:path'
import { collectionOf, collectionPrograms } from '@charter/project/collection'
import { writeFiles } from '@charter/project/write-files'
import { defineCommand, exitCodes, forceOption, jsonOption, UsageError } from '../command.ts'
import { placeText } from '../place-text.ts'

export const collection = defineCommand({
  usage: '[<file or folder>] --for postman|bruno|insomnia [-o <folder> [--force]]',
  options: {
    for: { type: 'string', value: 'program', description: 'postman, bruno or insomnia.' },
    out: { type: 'string', short: 'o', value: 'folder', description: 'Where to write; default: here.' },
    force: forceOption,
    json: jsonOption,
  },
  examples: ['charter collection ./clinic --for postman', 'charter collection clinic.yaml --for bruno -o api'],
  run: async (asked, terminal) => {
    const program = collectionPrograms.find((each) => each === asked.text('for'))
    if (!program) throw new UsageError(`Say for which program with --for: ${collectionPrograms.join(', ')}.`)
    const files = await collectionOf(asked.words[0] ?? '.', program)
    const folder = asked.text('out') ?? '.'
    writeFiles(folder, files, { isForced: asked.flag('force') })
    const [first = ''] = Object.keys(files)
    if (asked.flag('json')) terminal.json({ written: Object.keys(files).map((name) => join(folder, name)) })
    else
      terminal.line(
        `${Object.keys(files).length === 1 ? first : `${first.split('/')[0]}, ${Object.keys(files).length} files`} in ${placeText(folder)}. Set the variable token to what \`charter token --role …\` prints.`,
      )
    return exitCodes.fine
  },
})

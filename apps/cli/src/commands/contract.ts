import { requireSound } from '@charter/project/check'
import { writeIn } from '@charter/project/inside'
import { loadCharter } from '@charter/project/load'
import { styles } from '@charter/styles'
import { charterNamed, defineCommand, exitCodes, UsageError } from '../command.ts'

export const contract = defineCommand({
  usage: '[<file or folder>] [--style rest|graphql|grpc|soap|mcp] [-o <folder>]',
  options: {
    style: { type: 'string', value: 'name', description: 'Which style; default: rest.' },
    out: {
      type: 'string',
      short: 'o',
      value: 'folder',
      description: 'Write the documents here instead of printing the first.',
    },
  },
  examples: ['charter contract clinic.yaml', 'charter contract clinic.yaml --style grpc -o public/'],
  run: async (asked, terminal) => {
    const loaded = await loadCharter(charterNamed(asked))
    const charter = requireSound(loaded)
    const name = asked.text('style') ?? 'rest'
    const style = styles.find((each) => each.name === name)
    if (!style)
      throw new UsageError(`There is no style "${name}" yet. One of: ${styles.map((each) => each.name).join(', ')}.`)
    const documents = Object.entries(style.contract(charter, style.surface(charter, loaded.document.lock)))
    const folder = asked.text('out')
    if (folder === undefined) terminal.line(documents[0]?.[1].trimEnd())
    else for (const [file, text] of documents) writeIn(folder, file, text)
    return exitCodes.fine
  },
})

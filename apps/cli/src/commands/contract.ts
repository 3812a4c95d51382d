import { join } from 'node:path'
import { requireSound } from '@charter/project/check'
import { loadCharter } from '@charter/project/load'
import { writeFiles } from '@charter/project/write-files'
import { styles } from '@charter/styles'
import { charterNamed, defineCommand, exitCodes, forceOption, jsonOption, UsageError } from '../command.ts'
import { placeText } from '../place-text.ts'

export const contract = defineCommand({
  usage: '[<file or folder>] [--style rest|graphql|grpc|soap|mcp] [-o <folder> [--force]]',
  options: {
    style: { type: 'string', value: 'name', description: 'One style; default: every one that the charter serves.' },
    out: {
      type: 'string',
      short: 'o',
      value: 'folder',
      description: 'Write every document here instead of printing the first.',
    },
    force: forceOption,
    json: jsonOption,
  },
  examples: [
    'charter contract clinic.yaml',
    'charter contract clinic.yaml -o public/',
    'charter contract --style grpc',
  ],
  run: async (asked, terminal) => {
    const loaded = await loadCharter(charterNamed(asked))
    const charter = requireSound(loaded)
    const wanted = stylesNamed(asked.text('style'), charter.serves)
    const documents = wanted.flatMap((style) =>
      Object.entries(style.contract(charter, style.surface(charter, loaded.document.lock))),
    )
    const files = documents.map(([file]) => file)
    const folder = asked.text('out')
    if (folder !== undefined) {
      writeFiles(folder, Object.fromEntries(documents), { isForced: asked.flag('force') })
      if (asked.flag('json')) terminal.json({ written: files.map((file) => join(folder, file)) })
      else terminal.line(`Wrote ${files.join(', ')} into ${placeText(folder)}.`)
    } else if (asked.flag('json')) terminal.json({ documents: Object.fromEntries(documents) })
    else {
      const [first, ...others] = files
      terminal.line(documents[0]?.[1].trimEnd())
      if (others.length > 0)
        terminal.note(
          `That was ${first}. There are ${others.join(', ')} too: --style prints another, -o <folder> writes them all.`,
        )
    }
    return exitCodes.fine
  },
})

/** The one that is named, served or not; else those that the charter serves, in its order. */
const stylesNamed = (name: string | undefined, serves: readonly string[]): readonly (typeof styles)[number][] => {
  if (name === undefined) return serves.flatMap((each) => styles.find((style) => style.name === each) ?? [])
  const style = styles.find((each) => each.name === name)
  if (!style)
    throw new UsageError(`There is no style "${name}" yet. One of: ${styles.map((each) => each.name).join(', ')}.`)
  return [style]
}

import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { formatLock, parseCharter, updateLock } from '@charter/charter'
import { draftCharter } from '@charter/draft'
import { replaceFile } from '@charter/project'
import { defineCommand, EnvironmentFault, exitCodes, jsonOption, required } from '../command.ts'

export const draft = defineCommand({
  name: 'draft',
  summary: 'A charter from plain words, without a language model: what was read, what was assumed, what is open.',
  usage: '"<words>" | -f <file> [-o <file>]',
  options: {
    file: { type: 'string', short: 'f', value: 'file', description: 'Read the words from a file.' },
    out: {
      type: 'string',
      short: 'o',
      value: 'file',
      description: 'Write the charter here, and charter.lock beside it.',
    },
    json: jsonOption,
  },
  examples: [
    'charter draft "a library with members, books and loans"',
    'charter draft -f notes.md -o library/charter.yaml',
  ],
  run: async (asked, terminal) => {
    const file = asked.text('file')
    const words =
      file === undefined ? required(asked, 0, 'What the API is about, in plain words,') : await readWords(file)
    const found = draftCharter(words)
    const out = asked.text('out')
    if (out !== undefined) await write(out, found.document, found.lockProvenance)
    if (asked.flag('json')) terminal.json(found)
    else {
      if (out === undefined) terminal.line(found.document.trimEnd())
      for (const sentence of found.assumed) terminal.note(`${terminal.style.muted('assumed')}  ${sentence}`)
      for (const { sentence, choices } of found.questions)
        terminal.note(
          `${terminal.style.warn('open')}  ${sentence}${choices.length > 0 ? `  (${choices.join(' / ')})` : ''}`,
        )
      if (out !== undefined) terminal.line(`Wrote ${out}. Next: charter check ${out}`)
    }
    return exitCodes.fine
  },
})

const readWords = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new EnvironmentFault(
      error.code === 'ENOENT' ? `There is no file "${file}".` : `"${file}" cannot be read: ${error.message}`,
    )
  })

const write = async (out: string, document: string, provenance: Parameters<typeof updateLock>[2]): Promise<void> => {
  const { partial, document: parsed } = parseCharter({ 'charter.yaml': document })
  if (partial)
    await replaceFile(join(dirname(out), 'charter.lock'), formatLock(updateLock(partial, parsed.lock, provenance)))
  await replaceFile(out, document)
}

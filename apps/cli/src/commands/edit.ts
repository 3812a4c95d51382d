import { readFile } from 'node:fs/promises'
import { applyEdit, EditStale, undoEdit } from '@charter/project/edit/apply-edit'
import { type EditPreview, previewEdit } from '@charter/project/edit/preview-edit'
import { confirm, isTerminal } from '../ask.ts'
import {
  type Asked,
  defineCommand,
  EnvironmentFault,
  type ExitCode,
  exitCodes,
  jsonOption,
  required,
  UsageError,
} from '../command.ts'
import { saidWords } from '../read-words.ts'
import { sayEdit } from '../say-edit.ts'
import type { Terminal } from '../terminal.ts'

export const edit = defineCommand({
  usage: '"<words>" | -f <file> | --undo [--charter <file>] [--yes | --dry-run]',
  options: {
    file: { type: 'string', short: 'f', value: 'file', description: 'Read the words from a file.' },
    charter: { type: 'string', value: 'file', description: 'The charter; default: this folder.' },
    yes: { type: 'boolean', short: 'y', description: 'Write without asking.' },
    'dry-run': { type: 'boolean', description: 'Show what would change, and write nothing.' },
    undo: { type: 'boolean', description: 'Put back the version before the last edit.' },
    json: jsonOption,
  },
  examples: [
    'charter edit "add a phone number to patients" --charter clinic',
    'charter edit "only clinicians may see the birth date; call wards units" --dry-run',
    'charter edit -f changes.md --charter clinic --yes',
    'charter edit --undo --charter clinic',
  ],
  run: async (asked, terminal) => {
    const charter = asked.text('charter') ?? '.'
    if (asked.flag('undo')) return undo(charter, terminal)
    const preview = await previewEdit(charter, await wordsOf(asked))
    const isJson = asked.flag('json')
    // What is asked about is shown before; what is not, is written before it is told.
    const isAskedFirst = !isJson && !asked.flag('yes')
    if (isAskedFirst) sayEdit(terminal, preview)
    const written = await write(charter, preview, asked)
    if (!isAskedFirst && !isJson) sayEdit(terminal, preview)
    if (isJson) terminal.json({ ...preview, files: undefined, written })
    else terminal.line(closing(preview, written, charter))
    return isDone(preview) ? exitCodes.fine : exitCodes.findings
  },
})

/** Of words that asked for nothing, or for what first has to be chosen, nothing was done. */
const isDone = ({ isRefused, notUnderstood, questions, steps, text }: EditPreview): boolean =>
  !isRefused && notUnderstood.length === 0 && (text.length > 0 || (steps.length > 0 && questions.length === 0))

const wordsOf = async (asked: Asked): Promise<string> => {
  const file = asked.text('file')
  if (file !== undefined && asked.words.length > 0) throw new UsageError('Say words or -f, not both.')
  if (file === undefined) return saidWords(required(asked, 0, 'What is to change, in plain words,'))
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new EnvironmentFault(
      error.code === 'ENOENT' ? `There is no file "${file}".` : `"${file}" cannot be read: ${error.message}`,
    )
  })
}

/** The files written: none unless somebody agreed. */
const write = async (charter: string, preview: EditPreview, asked: Asked): Promise<readonly string[]> => {
  if (preview.isRefused || preview.text.length === 0 || asked.flag('dry-run')) return []
  if (!asked.flag('yes') && !isTerminal())
    throw new UsageError('Nothing was written: without a terminal to ask on, say --yes, or --dry-run to only look.')
  if (!asked.flag('yes') && !(await confirm('Write this?'))) return []
  return applyEdit(charter, preview).catch(saidStale)
}

const undo = async (charter: string, terminal: Terminal): Promise<ExitCode> => {
  const words = await undoEdit(charter).catch(saidStale)
  terminal.line(`Put back the version before "${words}". The same command again takes that back.`)
  return exitCodes.fine
}

const saidStale = (error: unknown): never => {
  throw error instanceof EditStale ? new EnvironmentFault(error.message) : error
}

const closing = ({ isRefused, steps, text }: EditPreview, written: readonly string[], charter: string): string => {
  if (isRefused) return 'Refused: the charter would have the mistakes above. Nothing was written.'
  if (text.length === 0) return steps.length > 0 ? 'Nothing to change.' : 'Nothing was changed.'
  if (written.length === 0) return 'Nothing was written.'
  return `Wrote ${written.join(', ')}. Next: charter check ${charter} · charter edit --undo --charter ${charter}`
}

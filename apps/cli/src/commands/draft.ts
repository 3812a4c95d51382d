import { basename, dirname, join, relative } from 'node:path'
import { formatLock, parseCharter, updateLock } from '@charter/charter'
import {
  type Draft,
  draftCharter,
  type ModelDraft,
  type ModelName,
  readModelName,
  refusalOf,
  withPlaces,
} from '@charter/draft'
import { writeIn } from '@charter/project/inside'
import { writeCharter } from '@charter/project/write-charter'
import { styles } from '@charter/styles'
import { askAtTerminal } from '../answer-questions.ts'
import { type Asked, defineCommand, exitCodes, forceOption, jsonOption, required, UsageError } from '../command.ts'
import { draftAskingModel } from '../draft-asking-model.ts'
import { readInWords } from '../read-in-words.ts'
import { readWords, saidWords } from '../read-words.ts'
import { requireFree } from '../require-free.ts'
import { sayRefusal } from '../say-refusal.ts'
import type { Terminal } from '../terminal.ts'

export const draft = defineCommand({
  usage: '"<words>" | -f <file> [-o <file> [--force]] [-i] [--analysis] [--model <provider:name>]',
  options: {
    file: { type: 'string', short: 'f', value: 'file', description: 'Read the words from a file.' },
    out: {
      type: 'string',
      short: 'o',
      value: 'file',
      description: 'Write the charter here, and charter.lock beside it.',
    },
    force: forceOption,
    model: {
      type: 'string',
      value: 'provider:name',
      description:
        'Ask this model too; default: CHARTER_MODEL. It is sent the words and what was drafted from them, nothing else.',
    },
    analysis: {
      type: 'boolean',
      description: 'Print what was found in the words as JSON, each part with its quote, and no charter.',
    },
    interactive: {
      type: 'boolean',
      short: 'i',
      description: 'Ask what is open, one question at a time, then write. Enter keeps what was assumed.',
    },
    json: jsonOption,
  },
  examples: [
    'charter draft "a library with members, books and loans"',
    'charter draft -f notes.md -o library/charter.yaml',
    'charter draft -f notes.md --analysis',
    'charter draft -i -f notes.md -o library/charter.yaml',
    'charter draft -f notes.md --model ollama:llama3.3',
  ],
  run: async (asked, terminal) => {
    const model = modelOf(asked)
    const out = asked.text('out')
    if (out !== undefined) for (const file of [out, join(dirname(out), 'charter.lock')]) requireFree(file, asked)
    const file = asked.text('file')
    if (file !== undefined && asked.words.length > 0) throw new UsageError('Say words or -f, not both.')
    const words =
      file === undefined
        ? await saidWords(required(asked, 0, 'What the API is about, in plain words,'))
        : await readWords(file)
    const refusal = refusalOf(words)
    if (refusal) return sayRefusal(terminal, refusal, asked.flag('analysis') || asked.flag('json'))
    const planned = draftCharter(words)
    if (asked.flag('analysis')) {
      terminal.json(planned.analysis)
      return exitCodes.fine
    }
    const drafted = model ? await draftAskingModel(words, model, planned, terminal) : planned
    const found = asked.flag('interactive') ? await askAtTerminal(drafted, terminal) : drafted
    if (out !== undefined)
      await write(out, found.document, withPlaces(found.lockProvenance, words, file && relative(dirname(out), file)))
    if (asked.flag('json')) terminal.json(found)
    else say(terminal, found, out)
    return exitCodes.fine
  },
})

/** The model that is asked for, by option or environment. */
const modelOf = (asked: Asked): ModelName | null => {
  const text = asked.text('model') ?? process.env.CHARTER_MODEL
  if (text === undefined || text.trim() === '') return null
  const found = readModelName(text)
  if ('error' in found) throw new UsageError(found.error)
  return found
}

const say = (terminal: Terminal, found: Draft | ModelDraft, out: string | undefined): void => {
  if (out === undefined) terminal.line(found.document.trimEnd())
  if ('said' in found) terminal.note(found.said)
  const read = readInWords(found.lockProvenance)
  if (read !== '') terminal.note(`${terminal.style.muted('read')}  ${read}`)
  for (const sentence of found.assumed) terminal.note(`${terminal.style.muted('assumed')}  ${sentence}`)
  for (const { sentence, choices } of found.questions)
    terminal.note(
      `${terminal.style.warn('open')}  ${sentence}${choices.length > 0 ? `  (${choices.join(' / ')})` : ''}`,
    )
  if (out !== undefined) terminal.line(`Wrote ${out}. Next: charter check ${out}`)
}

const write = async (out: string, document: string, provenance: Parameters<typeof updateLock>[2]): Promise<void> => {
  const { partial, document: parsed } = parseCharter({ 'charter.yaml': document }, { styles })
  if (partial) writeIn(dirname(out), 'charter.lock', formatLock(updateLock(partial, parsed.lock, provenance)))
  writeCharter(dirname(out), basename(out), document)
}

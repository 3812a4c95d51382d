import type { Row } from '@charter/server/program'
import { type Asked, type Command, defineCommand, defineGroup, exitCodes, required, UsageError } from '../command.ts'
import { placeOptions, platformPlace, platformRefusals } from '../platform-place.ts'
import { readWords, saidWords } from '../read-words.ts'
import { aligned, type Terminal } from '../terminal.ts'
import { numberAt, versionWords } from '../version-words.ts'

const list = defineCommand({
  name: 'version list',
  summary: 'The versions of a project’s charter, the newest first.',
  usage: '<project> [--to <address>] [--json]',
  options: placeOptions,
  examples: ['charter version list clinic', 'charter version list clinic --json'],
  run: async (asked, terminal) => {
    const project = required(asked, 0, 'The name of a project')
    const { versionsOf } = await import('@charter/server/program')
    const { calls } = await platformPlace(asked)
    const found = await versionsOf(calls, project).catch(platformRefusals)
    if (asked.flag('json')) terminal.json(found)
    else
      for (const line of aligned(
        found.map(({ number, state, errors, origin, createdBy, createdAt }) => [
          String(number),
          state,
          errors === 0 ? '' : `${errors} errors`,
          origin,
          `by ${createdBy}, ${createdAt}`,
        ]),
      ))
        terminal.line(line)
    return exitCodes.fine
  },
})

const show = defineCommand({
  name: 'version show',
  summary: 'A version: its state, what `check` says of it, what its draft left open; its text with --text.',
  usage: '<project> [<number>] [--text] [--to <address>] [--json]',
  wordsMax: 2,
  options: { text: { type: 'boolean', description: 'Print the charter, and nothing else.' }, ...placeOptions },
  examples: ['charter version show clinic', 'charter version show clinic 3 --text > charter.yaml'],
  run: async (asked, terminal) => {
    const { versionNamed } = await import('@charter/server/program')
    const which = versionWords(asked)
    const { calls } = await platformPlace(asked)
    const version = await versionNamed(calls, which).catch(platformRefusals)
    if (asked.flag('json')) terminal.json(version)
    else if (asked.flag('text')) terminal.line(version.text.trimEnd())
    else say(terminal, version)
    return exitCodes.fine
  },
})

const say = (terminal: Terminal, version: Row<'Version'>): void => {
  const { number, state, origin, createdBy, createdAt, digest, note, findings, questions } = version
  terminal.line(`${terminal.style.strong(`Version ${number}`)}  ${state}, ${origin}, by ${createdBy}, ${createdAt}`)
  terminal.line(`  ${digest}`)
  if (note !== null) terminal.line(`  ${note}`)
  for (const { severity, line, column, message } of findings)
    terminal.line(`  charter.yaml:${line}:${column}  ${severity}  ${message}`)
  for (const question of questions ?? []) terminal.line(`  open: ${question}`)
}

const moves = {
  submit: { summary: 'Has a version looked at: whoever accepts it sees it.', done: 'is in review' },
  accept: {
    summary: 'Accepts a version, so that it can be released; where its project is reviewed, not one’s own.',
    done: 'is accepted',
  },
  withdraw: { summary: 'Ends a version that is a draft or in review.', done: 'is withdrawn' },
} as const

const move = (word: keyof typeof moves): Command =>
  defineCommand({
    name: `version ${word}`,
    summary: moves[word].summary,
    usage: '<project> [<number>] [--to <address>] [--json]',
    wordsMax: 2,
    options: placeOptions,
    examples: [`charter version ${word} clinic`, `charter version ${word} clinic 3`],
    run: async (asked, terminal) => {
      const which = versionWords(asked)
      const { moveVersion } = await import('@charter/server/program')
      const { calls } = await platformPlace(asked)
      const { number, state, id } = await moveVersion(calls, which, word).catch(platformRefusals)
      if (asked.flag('json')) terminal.json({ number, state, id })
      else terminal.line(`Version ${number} ${moves[word].done}.`)
      return exitCodes.fine
    },
  })

const diff = defineCommand({
  name: 'version diff',
  summary: 'What one version does to clients, access and data of another.',
  usage: '<project> <number> <number> [--to <address>] [--json]',
  wordsMax: 3,
  options: placeOptions,
  examples: ['charter version diff clinic 2 3'],
  run: async (asked, terminal) => {
    const project = required(asked, 0, 'The name of a project')
    const [from, to] = [numberAt(asked, 1), numberAt(asked, 2)]
    if (from === undefined || to === undefined) throw new UsageError('Say the numbers of two versions.')
    const { versionChanges } = await import('@charter/server/program')
    const { calls } = await platformPlace(asked)
    const changes = await versionChanges(calls, project, [from, to]).catch(platformRefusals)
    if (asked.flag('json')) terminal.json({ from, to, changes })
    else for (const line of changes) terminal.line(line)
    return exitCodes.fine
  },
})

const draft = defineCommand({
  name: 'version draft',
  summary:
    'Changes the version that was accepted last by plain words, and says which; the first of a project, or one from nothing, is made of the words alone.',
  usage: '<project> "<words>" | -f <file> [--from-nothing] [--to <address>] [--json]',
  wordsMax: 2,
  options: {
    file: { type: 'string', short: 'f', value: 'file', description: 'Read the words from a file.' },
    'from-nothing': { type: 'boolean', description: 'Begin anew, though a version is accepted.' },
    ...placeOptions,
  },
  examples: [
    'charter version draft clinic "A clinic has patients and visits."',
    'charter version draft clinic "add a phone number to patients"',
    'charter version draft clinic -f notes.md',
  ],
  run: async (asked, terminal) => {
    const project = required(asked, 0, 'The name of a project')
    const [words, fromNothing] = [await wordsOf(asked), asked.flag('from-nothing')]
    const { draftVersion } = await import('@charter/server/program')
    const { calls } = await platformPlace(asked)
    const version = await draftVersion(calls, project, { words, fromNothing }).catch(platformRefusals)
    if (asked.flag('json')) terminal.json(version)
    else say(terminal, version)
    return exitCodes.fine
  },
})

const wordsOf = (asked: Asked): Promise<string> => {
  const [said, file] = [asked.words[1], asked.text('file')]
  if (said !== undefined && file !== undefined) throw new UsageError('Say words or -f, not both.')
  return file === undefined ? saidWords(required(asked, 1, 'What the API is about')) : readWords(file)
}

export const version = defineGroup({
  name: 'version',
  subcommands: [list, show, draft, move('submit'), move('accept'), move('withdraw'), diff],
})

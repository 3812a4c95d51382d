import { readFileSync } from 'node:fs'
import type { SourceNamed } from '@charter/server/program'
import {
  type Asked,
  defineCommand,
  defineGroup,
  EnvironmentFault,
  exitCodes,
  required,
  UsageError,
} from '../command.ts'
import { databaseNamed } from '../database-named.ts'
import { placeOptions, platformPlace, platformRefusals } from '../platform-place.ts'
import { sayRun } from '../say-run.ts'
import { aligned } from '../terminal.ts'

const usage = '<project> <source> [--to <address>] [--json]'

const named = (asked: Asked): SourceNamed => ({
  project: required(asked, 0, 'The name of a project'),
  name: required(asked, 1, 'The name of a source'),
})

const list = defineCommand({
  name: 'source list',
  summary: 'The databases that the charter of a project is of: where they are, and what they changed.',
  usage: '<project> [--to <address>] [--json]',
  options: placeOptions,
  examples: ['charter source list clinic', 'charter source list clinic --json'],
  run: async (asked, terminal) => {
    const project = required(asked, 0, 'The name of a project')
    const { sourcesOf } = await import('@charter/server/program')
    const { calls } = await platformPlace(asked)
    const found = await sourcesOf(calls, project).catch(platformRefusals)
    if (asked.flag('json')) terminal.json(found)
    else
      for (const line of aligned(
        found.map(({ name, kind, place, seenAt, drift }) => [
          name,
          kind,
          place,
          seenAt === null ? 'not looked at yet' : `seen ${seenAt}`,
          drift && drift.length > 0 ? `${drift.length} changes` : '',
        ]),
      ))
        terminal.line(line.trimEnd())
    return exitCodes.fine
  },
})

const add = defineCommand({
  name: 'source add',
  summary: 'Names a database to a project. Its address is kept sealed, and never shown again.',
  usage: '<project> <source> env:NAME | -f <file> [--to <address>] [--json]',
  wordsMax: 3,
  options: {
    file: {
      type: 'string',
      short: 'f',
      value: 'file',
      description: 'A file that holds the address, and nothing else.',
    },
    ...placeOptions,
  },
  examples: ['charter source add clinic main env:CLINIC_DB', 'charter source add clinic main -f ./clinic-db.url'],
  run: async (asked, terminal) => {
    const source = named(asked)
    const url = addressIn(asked)
    const { addSource } = await import('@charter/server/program')
    const { calls } = await platformPlace(asked)
    const made = await addSource(calls, { ...source, url }).catch(platformRefusals)
    if (asked.flag('json')) terminal.json(made)
    else
      terminal.line(
        `${terminal.style.strong(made.name)}  ${made.kind} at ${made.place}. Next: charter source introspect ${source.project} ${made.name}`,
      )
    return exitCodes.fine
  },
})

/** What stands on a line, every user of the machine reads in its list of processes. */
const addressIn = (asked: Asked): string => {
  const [word, file] = [asked.words[2], asked.text('file')]
  if ((word === undefined) === (file === undefined))
    throw new UsageError('Say where its address is: env:NAME, or -f and a file that holds it.')
  if (file !== undefined) return textOf(file)
  if (word !== undefined && /^env:\w+$/.test(word)) return databaseNamed(word).url
  throw new UsageError(
    'An address is no word of a line, which others of this machine can read: say env:NAME, or -f and a file that holds it.',
  )
}

const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw new EnvironmentFault(`The file "${file}" cannot be read.`)
  }
}

const test = defineCommand({
  name: 'source test',
  summary: 'Whether a source is reached, and how many tables are there. Nothing is made of them.',
  usage,
  wordsMax: 2,
  options: placeOptions,
  examples: ['charter source test clinic main'],
  run: async (asked, terminal) => {
    const source = named(asked)
    const { testSource } = await import('@charter/server/program')
    const { calls } = await platformPlace(asked)
    const followed = sayRun(terminal, 'Connecting')
    const { result, lines } = await testSource(calls, source, followed.onLook)
      .catch(platformRefusals)
      .finally(followed.done)
    if (asked.flag('json')) terminal.json({ ...result, lines })
    else {
      terminal.line(
        `${source.name} is reached: ${result.tables} tables, ${result.losses} things that a charter cannot say`,
      )
      for (const line of lines ?? []) terminal.line(`  ${line}`)
    }
    return exitCodes.fine
  },
})

const introspect = defineCommand({
  name: 'source introspect',
  summary: 'Makes a version of the charter of a project from the tables of a source.',
  usage,
  wordsMax: 2,
  options: placeOptions,
  examples: ['charter source introspect clinic main'],
  run: async (asked, terminal) => {
    const source = named(asked)
    const { introspectSource } = await import('@charter/server/program')
    const { calls } = await platformPlace(asked)
    const followed = sayRun(terminal, 'Reading its tables')
    const { version, tables, lines } = await introspectSource(calls, source, followed.onLook)
      .catch(platformRefusals)
      .finally(followed.done)
    if (asked.flag('json')) terminal.json({ version: version.number, id: version.id, tables, lines })
    else {
      terminal.line(
        `Version ${version.number} is of its ${tables} tables. Next: charter version show ${source.project} ${version.number}`,
      )
      for (const line of lines) terminal.line(`  ${line}`)
    }
    return exitCodes.fine
  },
})

const compare = defineCommand({
  name: 'source compare',
  summary: 'What a source changed since the newest version that was accepted; ends with 1 where it did.',
  usage,
  wordsMax: 2,
  options: placeOptions,
  examples: ['charter source compare clinic main'],
  run: async (asked, terminal) => {
    const source = named(asked)
    const { compareSource } = await import('@charter/server/program')
    const { calls } = await platformPlace(asked)
    const followed = sayRun(terminal, 'Comparing its tables')
    const changes = await compareSource(calls, source, followed.onLook).catch(platformRefusals).finally(followed.done)
    if (asked.flag('json')) terminal.json({ changes })
    else for (const line of changes.length > 0 ? changes : ['It changed nothing.']) terminal.line(line)
    return changes.length > 0 ? exitCodes.findings : exitCodes.fine
  },
})

const remove = defineCommand({
  name: 'source remove',
  summary: 'Takes a source away from a project, with its address. The database stays as it is.',
  usage,
  wordsMax: 2,
  options: placeOptions,
  examples: ['charter source remove clinic main'],
  run: async (asked, terminal) => {
    const source = named(asked)
    const { removeSource } = await import('@charter/server/program')
    const { calls } = await platformPlace(asked)
    await removeSource(calls, source).catch(platformRefusals)
    if (asked.flag('json')) terminal.json({ removed: source.name })
    else terminal.line(`${source.name} is no source of ${source.project} any more.`)
    return exitCodes.fine
  },
})

export const source = defineGroup({ name: 'source', subcommands: [list, add, test, introspect, compare, remove] })

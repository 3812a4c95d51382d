import { isTerminal, startAsking } from '../ask.ts'
import { type Asked, defineCommand, exitCodes, jsonOption, UsageError } from '../command.ts'
import { readWords } from '../read-words.ts'
import type { Terminal } from '../terminal.ts'

const ways = [
  'Say what the API is made from:',
  '  charter init "a library with members, books and loans"   words, or -f notes.md',
  '  charter init --database chinook.db                        a SQLite file, or the URL of a database',
  '  charter init ../clinic.yaml                               a charter',
  '  charter init --starter healthcare                         a starter of your industry',
] as const

export const init = defineCommand({
  usage: '["<words>" | <charter>] [-f <file>] [--database <URL or file>] [--starter <industry>]',
  wordsMax: Number.POSITIVE_INFINITY,
  options: {
    database: {
      type: 'string',
      value: 'URL or file',
      description: 'Read this database’s catalogue; env:NAME works too.',
    },
    starter: { type: 'string', value: 'industry', description: 'Begin from a starter: healthcare, finance, retail, …' },
    file: { type: 'string', short: 'f', value: 'file', description: 'Read the words from a file.' },
    json: jsonOption,
  },
  examples: [
    'charter init "a library with members, books and loans"',
    'charter init -f notes.md',
    'charter init --database postgres://reader@localhost/sales',
    'charter init ../clinic.yaml',
    'charter init --starter healthcare',
  ],
  run: async (asked, terminal) => {
    const input = (await inputOf(asked)) ?? (await askFor(terminal))
    const progress = terminal.progress('Making the charter')
    const { initProject } = await import('@charter/project')
    const made = await initProject(process.cwd(), input, progress.update).finally(() => progress.done())
    if (asked.flag('json')) {
      const { origin, files, losses, diagnostics } = made
      terminal.json({ origin, files, losses, diagnostics })
    } else (await import('../say-initialised.ts')).sayInitialised(terminal, made)
    return exitCodes.fine
  },
})

/** What is given, in one of the ways there are; undefined where nothing is. */
const inputOf = async (asked: Asked): Promise<string | undefined> => {
  const [words, database, file] = [asked.words.join(' ') || undefined, asked.text('database'), asked.text('file')]
  const starter = asked.text('starter')
  if ([words, database, file, starter].filter((each) => each !== undefined).length > 1)
    throw new UsageError('Say one of words, -f, --database and --starter.')
  if (starter !== undefined) return (await (await import('@charter/project')).starterOf(starter)).folder
  if (database !== undefined) return (await import('../database-named.ts')).databaseNamed(database).url
  return file === undefined ? words : readWords(file)
}

const askFor = async ({ note }: Terminal): Promise<string> => {
  if (!isTerminal()) throw new UsageError(ways.join('\n'))
  const asking = startAsking()
  note('What is the API about? In plain words; or a database (a file or its URL), or the path of a charter.')
  const answer = await asking.question('> ')
  asking.close()
  if (!answer) throw new UsageError(ways.join('\n'))
  return answer
}

import { type Charter, type Diff, formatDiff, markdownOfDiff, nearest } from '@charter/charter'
import { requireSound } from '@charter/project/check'
import { diffOf } from '@charter/project/diff-of'
import { loadCharterAt } from '@charter/project/git-charter'
import { loadCharter } from '@charter/project/load'
import { type Asked, charterNamed, defineCommand, exitCodes, jsonOption, required, UsageError } from '../command.ts'
import { shellWord } from '../shell-word.ts'
import type { Terminal } from '../terminal.ts'

export const diff = defineCommand({
  usage: '<old> <new> | --base <git revision> [<charter>]',
  wordsMax: 2,
  options: {
    base: { type: 'string', value: 'revision', description: 'The old charter is the one in this git revision.' },
    format: { type: 'string', value: 'name', description: 'text (default), or markdown: a comment on a pull request.' },
    accept: {
      type: 'string',
      value: 'id',
      multiple: true,
      description: 'A widening on a classified field that somebody answers for; once for each.',
    },
    json: jsonOption,
  },
  examples: [
    'charter diff main/clinic.yaml clinic.yaml',
    'charter diff --base origin/main clinic.yaml --format markdown',
    'charter diff old.yaml new.yaml --json',
  ],
  run: async (asked, terminal) => {
    const format = formatOf(asked)
    const { before, after } = await sidesOf(asked)
    const found = diffOf(before, after)
    const accepted = acceptedOf(asked, found)
    const open = found.widenings.filter(({ id }) => !accepted.has(id)).map(({ id }) => id)
    if (asked.flag('json')) terminal.json({ ...found, accepted: [...accepted], open })
    else if (format === 'markdown')
      terminal.line(
        markdownOfDiff(found, {
          name: after.name,
          accepted,
          accepting: (ids) => commandOf(asked, [...accepted, ...ids]),
        }).trimEnd(),
      )
    else sayDiff(asked, terminal, found, accepted, open)
    return open.length > 0 ? exitCodes.findings : exitCodes.fine
  },
})

const formatOf = (asked: Asked): 'text' | 'markdown' => {
  const format = asked.text('format') ?? 'text'
  if (format !== 'text' && format !== 'markdown')
    throw new UsageError(`There is no format "${format}". One of: text, markdown.`)
  if (format === 'markdown' && asked.flag('json')) throw new UsageError('Ask for --format markdown or for --json.')
  return format
}

const sidesOf = async (asked: Asked): Promise<{ readonly before: Charter; readonly after: Charter }> => {
  const base = asked.text('base')
  if (base === undefined) {
    const before = requireSound(await loadCharter(required(asked, 0, 'The old charter')))
    return { before, after: requireSound(await loadCharter(required(asked, 1, 'The new charter'))) }
  }
  const path = charterNamed(asked)
  if (asked.words.length > 1) throw new UsageError('With --base one charter is named: the new one.')
  return { before: requireSound(await loadCharterAt(base, path)), after: requireSound(await loadCharter(path)) }
}

/** An id that accepts nothing is a mistake: the change it was given for is another one by now, or was never there. */
const acceptedOf = (asked: Asked, { widenings }: Diff): ReadonlySet<string> => {
  const known = widenings.map(({ id }) => id)
  const accepted = new Set(asked.texts('accept'))
  const unknown = [...accepted].find((id) => !known.includes(id))
  if (unknown === undefined) return accepted
  const near = nearest(unknown, known)
  throw new UsageError(
    `No widening has the id "${unknown}".${near === undefined ? '' : ` Did you mean "${near}"?`} An id is of one change: if the charter changed since, review it anew.`,
  )
}

const sayDiff = (
  asked: Asked,
  terminal: Terminal,
  found: Diff,
  accepted: ReadonlySet<string>,
  open: readonly string[],
): void => {
  for (const line of formatDiff(found, accepted)) terminal.line(line)
  if (open.length === 0) return
  const { style } = terminal
  terminal.line()
  terminal.line(`${style.warn(`${open.length} to accept.`)} Whoever answers for these fields runs:`)
  terminal.line(`  ${commandOf(asked, [...accepted, ...open])}`)
}

/** This very command, with these ids accepted. */
const commandOf = (asked: Asked, accepted: readonly string[]): string => {
  const base = asked.text('base')
  const format = asked.text('format')
  return [
    'charter diff',
    ...(base === undefined ? [] : [`--base ${shellWord(base)}`]),
    ...asked.words.map(shellWord),
    ...(format === undefined ? [] : [`--format ${format}`]),
    ...accepted.map((id) => `--accept ${shellWord(id)}`),
  ].join(' ')
}

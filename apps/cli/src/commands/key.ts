import { setTimeout } from 'node:timers/promises'
import type { KeyAsked, KeyMinted, Row } from '@charter/server/program'
import {
  type Asked,
  defineCommand,
  defineGroup,
  EnvironmentFault,
  exitCodes,
  required,
  UsageError,
} from '../command.ts'
import { type Place, placeOptions, platformPlace, platformRefusals } from '../platform-place.ts'
import { aligned, type Terminal } from '../terminal.ts'

const grants = ['viewer', 'designer', 'operator', 'auditor', 'directory'] as const
const dayMs = 86_400_000
const lookMs = 1000

const list = defineCommand({
  name: 'key list',
  summary:
    'The keys that one made, or all of them for an owner: what they may, when they were shown last, when they end.',
  usage: '[--to <address>] [--json]',
  wordsMax: 0,
  options: placeOptions,
  examples: ['charter key list', 'charter key list --to https://charter.example.org --json'],
  run: async (asked, terminal) => {
    const { keysOf } = await import('@charter/server/program')
    const { calls } = await platformPlace(asked)
    const found = await keysOf(calls).catch(platformRefusals)
    if (asked.flag('json')) terminal.json(found)
    else for (const line of found.length > 0 ? aligned(found.map(rowOf)) : [none]) terminal.line(line)
    return exitCodes.fine
  },
})

const none = 'No keys yet. One for a machine: charter key create <name>'

const rowOf = ({ id, name, grants: may, state, madeBy, endsAt, usedAt }: Row<'Key'>): string[] => [
  id,
  name,
  may.join(', '),
  `by ${madeBy}`,
  state === 'active' ? `ends ${endsAt}` : 'ended',
  usedAt === null ? 'never shown' : `shown ${usedAt}`,
]

const create = defineCommand({
  name: 'key create',
  summary:
    'A key for a machine. Where people sign in, its person makes it in a browser, with a second factor, and is told it there.',
  usage: '<name> [--grant <right>]… [--days <number>] [--to <address>] [--json]',
  options: {
    grant: {
      type: 'string',
      value: 'right',
      multiple: true,
      description: `Once for each: ${grants.join(', ')}. Default: viewer.`,
    },
    days: { type: 'string', value: 'number', description: 'After how many it ends, 365 at most. Default: 90.' },
    ...placeOptions,
  },
  examples: ['charter key create ci --grant designer', 'charter key create nightly --grant auditor --days 30'],
  run: async (asked, terminal) => {
    const wanted = {
      name: required(asked, 0, 'The name of the key'),
      grants: grantsIn(asked),
      days: daysIn(asked, 'days', 90),
    }
    const place = await platformPlace(asked)
    say(asked, terminal, await made(place, wanted, terminal))
    return exitCodes.fine
  },
})

const rotate = defineCommand({
  name: 'key rotate',
  summary: 'Another key in the place of one, which may the same; both are taken until the one before ends.',
  usage: '<id> [--overlap <days>] [--to <address>] [--json]',
  options: {
    overlap: { type: 'string', value: 'days', description: 'How long the one before is taken still. Default: 7.' },
    ...placeOptions,
  },
  examples: ['charter key rotate 0198…', 'charter key rotate 0198… --overlap 1'],
  run: async (asked, terminal) => {
    const id = required(asked, 0, 'The id of a key')
    const overlap = daysIn(asked, 'overlap', 7)
    const { keysOf, shortenKey } = await import('@charter/server/program')
    const place = await platformPlace(asked)
    const before = (await keysOf(place.calls).catch(platformRefusals)).find((key) => key.id === id)
    if (before?.state !== 'active')
      throw new EnvironmentFault(`There is no key ${id} of yours that is active: charter key list`)
    const found = await made(place, { name: before.name, grants: before.grants, days: daysOf(before) }, terminal)
    const until = new Date(Date.now() + overlap * dayMs).toISOString()
    // The new one is told once, whatever becomes of the one before.
    const shortened = await shortenKey(place.calls, id, until).catch((error: unknown) => ({ error }))
    const isShortened = !('error' in shortened)
    say(asked, terminal, { ...found, replaces: id, ...(isShortened && { beforeEndsAt: shortened.endsAt }) })
    if (!isShortened) return platformRefusals(shortened.error)
    return exitCodes.fine
  },
})

const daysOf = ({ madeAt, endsAt }: Row<'Key'>): number =>
  Math.max(1, Math.min(365, Math.ceil((Date.parse(endsAt) - Date.parse(madeAt)) / dayMs)))

const revoke = defineCommand({
  name: 'key revoke',
  summary: 'Ends a key: it is refused everywhere once this is done, and runs that it started end with it.',
  usage: '<id> [--to <address>] [--json]',
  options: placeOptions,
  examples: ['charter key revoke 0198…'],
  run: async (asked, terminal) => {
    const id = required(asked, 0, 'The id of a key')
    const { revokeKey } = await import('@charter/server/program')
    const { calls } = await platformPlace(asked)
    const progress = terminal.progress('Ending it')
    await revokeKey(calls, id)
      .catch(platformRefusals)
      .finally(() => progress.done())
    if (asked.flag('json')) terminal.json({ revoked: id })
    else terminal.line(`${id} is refused from now on.`)
    return exitCodes.fine
  },
})

/** What was made; its key is null where its person was told it in a browser. */
interface Made extends Omit<KeyMinted, 'key'> {
  readonly key: string | null
  readonly replaces?: string
  readonly beforeEndsAt?: string
}

/** On one's own machine at once; else its person makes it, who shows a second factor, which no program has. */
const made = async ({ calls, url, isAlone }: Place, wanted: KeyAsked, terminal: Terminal): Promise<Made> => {
  const { keyMadeMeanwhile, keysOf, mintingAddress, mintKey } = await import('@charter/server/program')
  if (isAlone) return mintKey(calls, wanted).catch(platformRefusals)
  const before = await keysOf(calls).catch(platformRefusals)
  terminal.note(`Open ${mintingAddress(url, wanted)} in a browser where you are signed in, and make the key there.`)
  const progress = terminal.progress('Waiting for it')
  const { id, endsAt } = await keyMadeMeanwhile(calls, wanted, { before, wait: () => setTimeout(lookMs) })
    .catch(platformRefusals)
    .finally(() => progress.done())
  return { id, endsAt, key: null }
}

const say = (asked: Asked, terminal: Terminal, found: Made): void => {
  if (asked.flag('json')) {
    terminal.json(found)
    return
  }
  const { id, key, endsAt, replaces, beforeEndsAt } = found
  terminal.line(
    key === null
      ? `${id} is made, and was shown in the browser. It ends ${endsAt}.`
      : `${key}  ${id}, ends ${endsAt}. It is not told again.`,
  )
  if (replaces !== undefined && beforeEndsAt !== undefined) terminal.line(`${replaces} is taken until ${beforeEndsAt}.`)
}

const grantsIn = (asked: Asked): KeyAsked['grants'] => {
  const said = asked.texts('grant')
  const unknown = said.find((each) => !grants.some((grant) => grant === each))
  if (unknown !== undefined)
    throw new UsageError(`There is no right "${unknown}" of keys. One of: ${grants.join(', ')}.`)
  return said.length === 0 ? ['viewer'] : grants.filter((grant) => said.includes(grant))
}

const daysIn = (asked: Asked, option: string, usual: number): number => {
  const days = Number(asked.text(option) ?? usual)
  if (!Number.isInteger(days) || days < 1 || days > 365)
    throw new UsageError(`--${option} takes a whole number from 1 to 365.`)
  return days
}

export const key = defineGroup({ name: 'key', subcommands: [list, create, rotate, revoke] })

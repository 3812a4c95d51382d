import type { EntryRange, HeldWhat, Hold } from '@charter/ledger'
import { type Asked, defineCommand, type ExitCode, jsonOption, required, UsageError } from '../../command.ts'
import type { Terminal } from '../../terminal.ts'
import { atDesk, ledgerOption, principalOf } from './own-ledger.ts'
import { queryOptions, textsAsked, timesAsked } from './query.ts'

export const hold = defineCommand({
  name: 'ledger hold',
  summary:
    'Entries that may be neither retired nor erased, and why: adds a hold, lists those that stand, releases one. Recorded.',
  usage: 'add|list|release [<id>] [--who <principal>] [--entries <from>-<until>] … --reason <why>',
  wordsMax: 2,
  options: {
    reason: { type: 'string', value: 'why', description: 'add, release: what for. It stands in the ledger.' },
    entries: {
      type: 'string',
      value: 'from-until',
      description: 'add: entries from one index up to another, not included.',
    },
    ...queryOptions,
    ledger: ledgerOption,
    json: jsonOption,
  },
  examples: [
    'charter ledger hold add --who nurse-3 --from 2026-01-01 --reason "Case 2026/117" --ledger ./ledger',
    'charter ledger hold list --ledger ./ledger',
    'charter ledger hold release 0b6c… --reason "Case 2026/117 is closed" --ledger ./ledger',
  ],
  run: async (asked, terminal) => {
    const run = actions[asked.words[0] ?? '']
    if (!run) throw new UsageError('Say add, list or release.')
    return run(asked, terminal)
  },
})

const reasonOf = (asked: Asked): string => {
  const reason = asked.text('reason')
  if (!reason) throw new UsageError('Say why with --reason.')
  return reason
}

const add = (asked: Asked, terminal: Terminal): Promise<ExitCode> => {
  const what = whatOf(asked)
  const reason = reasonOf(asked)
  return atDesk(asked, terminal, async (desk) => {
    const { id, index } = await desk.hold({ principal: principalOf(), reason, what })
    if (asked.flag('json')) terminal.json({ id, index })
    else terminal.line(`${id}  recorded as entry ${index}`)
  })
}

const whatOf = (asked: Asked): HeldWhat => {
  const query = { ...textsAsked(asked), ...timesAsked(asked) }
  const entries = rangeOf(asked.text('entries'))
  if (entries === undefined && Object.keys(query).length === 0)
    throw new UsageError('Say what is held: --who, --entity, --record, --entries or another of them.')
  return { ...(Object.keys(query).length > 0 && { query }), ...(entries && { entries }) }
}

const rangeOf = (text: string | undefined): EntryRange | undefined => {
  if (text === undefined) return undefined
  const [, from, until] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? []
  if (from === undefined || until === undefined || Number(from) >= Number(until))
    throw new UsageError('--entries takes a range of indexes: 100-200.')
  return [Number(from), Number(until)]
}

const list = (asked: Asked, terminal: Terminal): Promise<ExitCode> =>
  atDesk(asked, terminal, async (desk) => {
    const { holds } = await desk.keeping({})
    if (asked.flag('json')) return terminal.json(holds)
    for (const each of holds) terminal.line(lineOf(each))
  })

const lineOf = ({ id, reason, what: { query = {}, entries } }: Hold): string =>
  [
    id,
    ...Object.entries(query).map(([name, value]) => `${name} ${value}`),
    ...(entries ? [`entries ${entries[0]} to ${entries[1] - 1}`] : []),
    `(${reason})`,
  ].join('  ')

const release = (asked: Asked, terminal: Terminal): Promise<ExitCode> => {
  const id = required(asked, 1, 'The hold’s id')
  const reason = reasonOf(asked)
  return atDesk(asked, terminal, async (desk) => {
    const { index } = await desk.release({ principal: principalOf(), id, reason })
    if (asked.flag('json')) terminal.json({ id, index })
    else terminal.line(`Released, and recorded as entry ${index}.`)
  })
}

const actions: Readonly<Record<string, (asked: Asked, terminal: Terminal) => Promise<ExitCode>>> = {
  add,
  list,
  release,
}

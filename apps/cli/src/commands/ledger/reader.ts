import { addReader, readSettings, removeNamed } from '@charter/ledger/settings'
import { type Asked, defineCommand, type ExitCode, exitCodes, jsonOption, required, UsageError } from '../../command.ts'
import { aligned, type Terminal } from '../../terminal.ts'
import { atDesk, countGiven, folderOf, ledgerOption, principalOf, requireLedger } from './own-ledger.ts'

export const reader = defineCommand({
  name: 'ledger reader',
  summary:
    'Who may read over the network: adds one, whose token is shown once; lists them; takes one out. Changes are recorded.',
  usage: 'add|list|remove [<name>] [--days <number>]',
  wordsMax: 2,
  options: {
    days: { type: 'string', value: 'number', description: 'add: how long the token lasts. Default: 90.' },
    ledger: ledgerOption,
    json: jsonOption,
  },
  examples: [
    'charter ledger reader add ada --days 30 --ledger ./ledger',
    'charter ledger reader list --ledger ./ledger',
    'charter ledger reader remove ada --ledger ./ledger',
  ],
  run: async (asked, terminal) => {
    const run = actions[asked.words[0] ?? '']
    if (!run) throw new UsageError('Say add, list or remove.')
    requireLedger(folderOf(asked))
    return run(asked, terminal)
  },
})

const dayMs = 86_400_000

const add = (asked: Asked, terminal: Terminal): Promise<ExitCode> => {
  const name = required(asked, 1, 'The reader’s name')
  const days = countGiven(asked, 'days', 3650) ?? 90
  const expires = new Date(Date.now() + days * dayMs).toISOString()
  return atDesk(asked, terminal, async (desk, folder) => {
    const token = await addReader(folder, name, expires)
    await desk.recordChange({ principal: principalOf(), change: `reader ${name} added, until ${expires}` })
    if (asked.flag('json')) return terminal.json({ name, expires, token })
    terminal.line(token)
    terminal.note(
      `${name} reads with this token until ${expires}. It is kept as a hash alone, and cannot be shown again.`,
    )
  })
}

const list = async (asked: Asked, terminal: Terminal): Promise<ExitCode> => {
  const readers = (await readSettings(folderOf(asked))).readers.map(({ name, expiresAt }) => ({
    name,
    expires: expiresAt,
  }))
  if (asked.flag('json')) terminal.json(readers)
  else for (const line of aligned(readers.map(({ name, expires }) => [name, `until ${expires}`]))) terminal.line(line)
  return exitCodes.fine
}

const remove = (asked: Asked, terminal: Terminal): Promise<ExitCode> => {
  const name = required(asked, 1, 'The reader’s name')
  return atDesk(asked, terminal, async (desk, folder) => {
    await removeNamed(folder, 'readers', name)
    await desk.recordChange({ principal: principalOf(), change: `reader ${name} taken out` })
    if (asked.flag('json')) terminal.json({ name })
    else terminal.line(`${name} may not read any more.`)
  })
}

const actions: Readonly<Record<string, (asked: Asked, terminal: Terminal) => Promise<ExitCode>>> = { add, list, remove }

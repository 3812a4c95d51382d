import { addReplica, readSettings, removeNamed } from '@charter/ledger/settings'
import { type Asked, defineCommand, type ExitCode, exitCodes, jsonOption, required, UsageError } from '../../command.ts'
import type { Terminal } from '../../terminal.ts'
import { atDesk, folderOf, ledgerOption, principalOf, requireLedger, unreadable } from './own-ledger.ts'

export const replica = defineCommand({
  name: 'ledger replica',
  summary:
    'Who sends its log, and with which key it is signed: adds one, lists them, takes one out. Changes are recorded.',
  usage: 'add|list|remove [<name>] [<public key file>]',
  wordsMax: 3,
  options: { ledger: ledgerOption, json: jsonOption },
  examples: [
    'charter ledger replica add clinic-1 clinic-1.pub.pem --ledger ./ledger',
    'charter ledger replica list --ledger ./ledger',
  ],
  run: async (asked, terminal) => {
    const run = actions[asked.words[0] ?? '']
    if (!run) throw new UsageError('Say add, list or remove.')
    requireLedger(folderOf(asked))
    return run(asked, terminal)
  },
})

const add = (asked: Asked, terminal: Terminal): Promise<ExitCode> => {
  const name = required(asked, 1, 'The replica’s name')
  const file = required(asked, 2, 'The file with its public key')
  return atDesk(asked, terminal, async (desk, folder) => {
    await addReplica(folder, name, file).catch(unreadable(file))
    await desk.recordChange({ principal: principalOf(), change: `replica ${name} added` })
    if (asked.flag('json')) terminal.json({ name })
    else terminal.line(`The log of ${name} is taken as it is signed with that key.`)
  })
}

const list = async (asked: Asked, terminal: Terminal): Promise<ExitCode> => {
  const names = [...(await readSettings(folderOf(asked))).replicas.keys()]
  if (asked.flag('json')) terminal.json(names)
  else for (const name of names) terminal.line(name)
  return exitCodes.fine
}

const remove = (asked: Asked, terminal: Terminal): Promise<ExitCode> => {
  const name = required(asked, 1, 'The replica’s name')
  return atDesk(asked, terminal, async (desk, folder) => {
    await removeNamed(folder, 'replicas', name)
    await desk.recordChange({ principal: principalOf(), change: `replica ${name} taken out` })
    if (asked.flag('json')) terminal.json({ name })
    else terminal.line(`Nothing more is taken from ${name}.`)
  })
}

const actions: Readonly<Record<string, (asked: Asked, terminal: Terminal) => Promise<ExitCode>>> = { add, list, remove }

import { text } from 'node:stream/consumers'
import { defineCommand, jsonOption, required } from '../../command.ts'
import { atDesk, ledgerOption, principalOf } from './own-ledger.ts'

export const erase = defineCommand({
  name: 'ledger erase',
  summary:
    'Forgets a personal value for good. What is left of it is a commitment that nobody can open; the erasure is recorded.',
  usage: '<value> | -',
  options: { ledger: ledgerOption, json: jsonOption },
  examples: ['charter ledger erase nurse-3 --ledger ./ledger', 'charter ledger erase - --ledger ./ledger < value.txt'],
  run: async (asked, terminal) => {
    const given = required(asked, 0, 'The value')
    // From standard input, it stands in no history of a shell and no list of processes.
    const value = given === '-' ? (await text(process.stdin)).replace(/\r?\n$/, '') : given
    return atDesk(asked, terminal, async (desk) => {
      const { commitment, index } = await desk.erase({ principal: principalOf(), value })
      if (asked.flag('json')) return terminal.json({ commitment, index })
      terminal.line(`Erased, and recorded as entry ${index}. In the ledger it stands as ${commitment}.`)
      terminal.line('Backups of the folder vault must forget it as well.')
    })
  },
})

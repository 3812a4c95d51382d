import { defineCommand, jsonOption } from '../../command.ts'
import { atDesk, ledgerOption, principalOf } from './own-ledger.ts'

export const retire = defineCommand({
  name: 'ledger retire',
  summary:
    'Drops entries that are older than the settings keep them. Their hashes stay, so proofs hold; what is under a hold stays.',
  usage: '[--dry-run]',
  wordsMax: 0,
  options: {
    'dry-run': { type: 'boolean', description: 'Say what would go, and drop nothing.' },
    ledger: ledgerOption,
    json: jsonOption,
  },
  examples: ['charter ledger retire --dry-run --ledger ./ledger', 'charter ledger retire --ledger ./ledger'],
  run: async (asked, terminal) =>
    atDesk(asked, terminal, async (desk) => {
      const isDryRun = asked.flag('dry-run')
      const { before, retired, held } = await desk.retire({ principal: principalOf(), isDryRun })
      if (asked.flag('json')) return terminal.json({ before, retired, held, isDryRun })
      for (const { entries, hold, reason } of held)
        terminal.line(`held     entries ${entries[0]} to ${entries[1] - 1}: ${reason} (${hold})`)
      for (const [from, until] of retired)
        terminal.line(`${isDryRun ? 'may go ' : 'retired'}  entries ${from} to ${until - 1}, received before ${before}`)
      if (retired.length === 0)
        terminal.line(`Nothing may go: entries go in whole segments, once all in one were received before ${before}.`)
    }),
})

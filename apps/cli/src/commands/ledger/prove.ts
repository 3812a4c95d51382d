import { writeFile } from 'node:fs/promises'
import { hashText } from '@charter/ledger'
import { defineCommand, EnvironmentFault, forceOption, required, UsageError } from '../../command.ts'
import { requireFree } from '../../require-free.ts'
import { keyOption, ledgerOption, reading } from './own-ledger.ts'

export const prove = defineCommand({
  name: 'ledger prove',
  summary:
    'One entry with the proof that it stands in the ledger, as one JSON document. The reading is recorded first.',
  usage: '<index> [-o <file> [--force]]',
  options: {
    out: { type: 'string', short: 'o', value: 'file', description: 'Where to write. Default: standard output.' },
    force: forceOption,
    ledger: ledgerOption,
    key: keyOption,
  },
  examples: [
    'charter ledger prove 4711 -o proof.json --ledger ./ledger',
    'charter ledger prove 4711 --ledger ./ledger | jq -r .line',
  ],
  run: async (asked, terminal) => {
    const text = required(asked, 0, 'The index of the entry')
    if (!/^\d{1,15}$/.test(text)) throw new UsageError('An entry is named by its index, a whole number from 0.')
    const wanted = Number(text)
    const file = asked.text('out')
    if (file !== undefined) requireFree(file, asked)
    return reading(asked, terminal, {
      what: () => ({ query: { index: wanted } }),
      read: async ({ reader }) => {
        const { index, line, proof, checkpoint } = await reader.prove(wanted).catch((error: Error) => {
          throw new EnvironmentFault(error.message)
        })
        const document = { index, line, proof: proof.map(hashText), checkpoint }
        if (file === undefined) terminal.json(document)
        else await writeFile(file, `${JSON.stringify(document)}\n`, { mode: 0o600 })
      },
    })
  },
})

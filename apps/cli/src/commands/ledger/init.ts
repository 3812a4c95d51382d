import { noteKeyText } from '@charter/ledger'
import { initLedger } from '@charter/ledger/settings'
import { defineCommand, exitCodes, jsonOption, required, UsageError } from '../../command.ts'
import { placeText } from '../../place-text.ts'
import { principalOf, refusal } from './own-ledger.ts'

export const init = defineCommand({
  name: 'ledger init',
  summary: 'Makes a ledger: its folder, its key, and settings to fill in.',
  usage: '<folder> --origin <name> [--administrator <name>] [--fips]',
  options: {
    origin: {
      type: 'string',
      value: 'name',
      description: 'Its name, like a URL without its scheme: clinic.example/ledger.',
    },
    administrator: {
      type: 'string',
      value: 'name',
      description: 'Who runs it, as an auditor would be told. Default: you.',
    },
    fips: { type: 'boolean', description: 'A key of ECDSA P-256 in the place of Ed25519.' },
    json: jsonOption,
  },
  examples: ['charter ledger init ./ledger --origin clinic.example/ledger --administrator operations'],
  run: async (asked, terminal) => {
    const folder = required(asked, 0, 'The folder')
    const origin = asked.text('origin')
    if (origin === undefined) throw new UsageError('Say the ledger’s name with --origin: clinic.example/ledger.')
    const administrator = asked.text('administrator') ?? principalOf()
    try {
      const key = await initLedger({ folder, origin, administrator, crypto: asked.flag('fips') ? 'fips' : 'standard' })
      if (asked.flag('json')) terminal.json({ folder, origin, administrator, key: noteKeyText(key) })
      else {
        terminal.line(`A ledger in ${placeText(folder)}. Its key, for those who verify:`)
        terminal.line(noteKeyText(key))
        terminal.line('')
        terminal.line(`Settings   ${folder}/ledger.yaml`)
        terminal.line(`Senders    charter ledger replica add <name> <public key file> --ledger ${folder}`)
        terminal.line(`Readers    charter ledger reader add <name> --ledger ${folder}`)
        terminal.line(`Start      charter ledger serve ${folder}`)
      }
      return exitCodes.fine
    } catch (error) {
      return refusal(error, terminal)
    }
  },
})

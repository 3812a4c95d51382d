import { openReader, witnessStates } from '@charter/ledger'
import { ledgerKey, openWitnesses, readSettings } from '@charter/ledger/settings'
import { defineCommand, EnvironmentFault, exitCodes, jsonOption } from '../../command.ts'
import type { Terminal } from '../../terminal.ts'
import { atDesk, folderOf, ledgerOption, requireLedger } from './own-ledger.ts'

export const witness = defineCommand({
  name: 'ledger witness',
  summary:
    'How far each witness saw the ledger, and whether it is independent. Ends with 1 where one did not answer, or was refused.',
  usage: '[--now]',
  options: {
    now: { type: 'boolean', description: 'Give them the newest checkpoint first.' },
    ledger: ledgerOption,
    json: jsonOption,
  },
  examples: ['charter ledger witness --ledger ./ledger', 'charter ledger witness --now --ledger ./ledger'],
  run: async (asked, terminal) => {
    const folder = folderOf(asked)
    requireLedger(folder)
    const refused: string[] = []
    if (asked.flag('now'))
      await atDesk(asked, terminal, async (desk) => void refused.push(...(await desk.tellWitnesses({})).refused))
    const settings = await readSettings(folder)
    const key = ledgerKey(settings)
    const { checkpoint } = await openReader(folder, key).catch((error: Error) => {
      throw new EnvironmentFault(error.message)
    })
    const states = await witnessStates(openWitnesses(settings, key), { folder, key, size: checkpoint.size })
    if (asked.flag('json')) terminal.json({ size: checkpoint.size, witnesses: states, refused })
    else say(states, checkpoint.size, terminal)
    for (const sentence of refused) terminal.note(sentence)
    return refused.length > 0 || states.some(({ fault }) => fault !== null) ? exitCodes.findings : exitCodes.fine
  },
})

type State = Awaited<ReturnType<typeof witnessStates>>[number]

const say = (states: readonly State[], size: number, { line, style }: Terminal): void => {
  line(`${size} entries are published.`)
  if (states.length === 0)
    line('There is no witness: who owns disk and key could rewrite all of them. Name one in ledger.yaml.')
  for (const { name, size: seen, unwitnessed, notIndependent, fault } of states) {
    if (fault !== null) line(`${style.warn('no answer')}  ${name}: ${fault}`)
    else
      line(
        `${unwitnessed === 0 ? style.good('seen') : style.warn('behind')}  ${name}: ${seen} entries, ${unwitnessed} unwitnessed${notIndependent === null ? '' : `; ${notIndependent}`}`,
      )
  }
}

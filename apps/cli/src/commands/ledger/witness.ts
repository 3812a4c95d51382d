import { openReader, type WitnessState, witnessStates } from '@charter/ledger'
import { ledgerKey, openWitnesses, readSettings } from '@charter/ledger/settings'
import { defineCommand, EnvironmentFault, exitCodes, jsonOption } from '../../command.ts'
import type { Terminal } from '../../terminal.ts'
import { atDesk, folderOf, ledgerOption, requireLedger } from './own-ledger.ts'

export const witness = defineCommand({
  name: 'ledger witness',
  summary:
    'How far each witness saw the ledger, and whether it is independent. Ends with 1 where one did not answer, or was refused.',
  usage: '[--now]',
  wordsMax: 0,
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
    const reader = await openReader(folder, key).catch((error: Error) => {
      throw new EnvironmentFault(error.message)
    })
    const { size } = reader.checkpoint
    const ledger = { key, origin: settings.origin }
    const faultOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
    const witnesses = openWitnesses(settings, key)
    const entries = async () => (await openReader(folder, ledger.key)).checkpoint.size
    const states = await witnessStates({ ledger, entries, folder, witnesses, nowMs: Date.now, faultOf })(reader)
    if (asked.flag('json')) terminal.json({ size, witnesses: states, refused })
    else say(states, size, terminal)
    for (const sentence of refused) terminal.note(sentence)
    return refused.length > 0 || states.some(({ fault }) => fault !== null) ? exitCodes.findings : exitCodes.fine
  },
})

const say = (states: readonly WitnessState[], size: number, { line, style }: Terminal): void => {
  line(`${size} entries are published.`)
  if (states.length === 0)
    line('There is no witness: who owns disk and key could rewrite all of them. Name one in ledger.yaml.')
  for (const { name, size: seen, unwitnessed, notIndependent, fault } of states) {
    if (fault !== null) line(`${style.warn('fault')}  ${name}: ${fault}`)
    else
      line(
        `${unwitnessed === 0 ? style.good('seen') : style.warn('behind')}  ${name}: ${seen} entries, ${unwitnessed} unwitnessed${notIndependent === null ? '' : `; ${notIndependent}`}`,
      )
  }
}

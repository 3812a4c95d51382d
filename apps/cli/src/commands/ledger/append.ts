import { resolve } from 'node:path'
import type { Json } from '@charter/runtime'
import { defineCommand, exitCodes, jsonOption, UsageError } from '../../command.ts'
import { atDesk, ledgerOption, principalOf, unreadable } from './own-ledger.ts'

export const append = defineCommand({
  name: 'ledger append',
  summary: 'Brings in signed logs of replicas from files, or records a remark of your own.',
  usage: '<log file>… | --remark <text or JSON>',
  wordsMax: Number.POSITIVE_INFINITY,
  options: {
    remark: { type: 'string', value: 'text', description: 'What to record, under your own name.' },
    ledger: ledgerOption,
    json: jsonOption,
  },
  examples: [
    'charter ledger append state/audit/clinic-1.000003.log --ledger ./ledger',
    'charter ledger append --remark "Backup 12 was restored for a test." --ledger ./ledger',
  ],
  run: async (asked, terminal) => {
    const remark = asked.text('remark')
    if ((remark === undefined) === (asked.words.length === 0))
      throw new UsageError('Name log files, or give a --remark.')
    let isRefused = false
    const code = await atDesk(asked, terminal, async (desk) => {
      if (remark !== undefined) {
        const recorded = await desk.remark({ principal: principalOf(), remark: jsonOrText(remark) })
        return asked.flag('json') ? terminal.json(recorded) : terminal.line(`recorded as entry ${recorded.index}`)
      }
      const collected = []
      for (const file of asked.words)
        collected.push(await desk.collect({ file: resolve(file) }).catch(unreadable(file)))
      isRefused = collected.some(({ fault }) => fault !== null)
      if (asked.flag('json')) return terminal.json(collected)
      // What is wrong with a log was raised, which has told it.
      for (const { replica, epoch, recorded, held, fault } of collected)
        if (fault === null || recorded + held > 0)
          terminal.line(`${replica}, epoch ${epoch}: ${recorded} recorded, ${held} held already`)
    })
    return isRefused ? exitCodes.findings : code
  },
})

const jsonOrText = (text: string): Json => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

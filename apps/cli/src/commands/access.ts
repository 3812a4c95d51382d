import { accessMatrix, compileAccess, formatMatrix } from '@charter/access'
import { requireSound } from '@charter/project/check'
import { loadCharter } from '@charter/project/load'
import { charterNamed, defineCommand, exitCodes, jsonOption } from '../command.ts'

export const access = defineCommand({
  usage: '[<file or folder>]',
  options: { json: jsonOption, cedar: { type: 'boolean', description: 'Print the rules as Cedar policies.' } },
  examples: ['charter access clinic.yaml', 'charter access clinic.yaml --cedar'],
  run: async (asked, terminal) => {
    const charter = requireSound(await loadCharter(charterNamed(asked)))
    const { rules, cedar } = compileAccess(charter)
    const rows = accessMatrix(charter, rules)
    if (asked.flag('json')) terminal.json({ rows })
    else if (asked.flag('cedar')) terminal.line(cedar.trimEnd())
    else for (const line of formatMatrix(rows)) terminal.line(line)
    return exitCodes.fine
  },
})

import { accessMatrix, compileAccess } from '@charter/access'
import { type Charter, diffCharters, formatDiff } from '@charter/charter'
import { loadCharter, requireSound } from '@charter/project'
import { styles } from '@charter/styles'
import { defineCommand, exitCodes, jsonOption, required } from '../command.ts'

export const diff = defineCommand({
  name: 'diff',
  summary: 'What changed between two charters, what breaks clients of each style, and who gains or loses what.',
  usage: '<old> <new>',
  options: { json: jsonOption },
  examples: ['charter diff main/clinic.yaml clinic.yaml', 'charter diff old.yaml new.yaml --json'],
  run: async (asked, terminal) => {
    const before = requireSound(await loadCharter(required(asked, 0, 'The old charter')))
    const after = requireSound(await loadCharter(required(asked, 1, 'The new charter')))
    const found = diffCharters(before, after, {
      styles,
      access: (charter: Charter) => accessMatrix(charter, compileAccess(charter).rules),
    })
    if (asked.flag('json')) terminal.json(found)
    else for (const line of formatDiff(found)) terminal.line(line)
    return exitCodes.fine
  },
})

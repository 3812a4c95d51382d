import { checkLoaded } from '@charter/project/check'
import { loadCharter } from '@charter/project/load'
import { charterNamed, defineCommand, exitCodes, jsonOption } from '../command.ts'
import { countDiagnostics, sayDiagnostics } from '../diagnostics.ts'

export const check = defineCommand({
  usage: '[<file or folder>]',
  options: { json: jsonOption },
  examples: ['charter check', 'charter check clinic.yaml', 'charter check ./clinic --json'],
  run: async (asked, terminal) => {
    const diagnostics = checkLoaded(await loadCharter(charterNamed(asked)))
    if (asked.flag('json')) terminal.json({ diagnostics })
    else {
      sayDiagnostics(terminal, diagnostics)
      terminal.line(countDiagnostics(diagnostics))
    }
    return diagnostics.some(({ severity }) => severity === 'error') ? exitCodes.findings : exitCodes.fine
  },
})

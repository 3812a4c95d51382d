import { checkLoaded } from '@charter/project/check'
import { loadCharter } from '@charter/project/load'
import { charterNamed, defineCommand, exitCodes, jsonOption } from '../command.ts'
import { countDiagnostics, sayDiagnostics } from '../diagnostics.ts'

export const check = defineCommand({
  usage: '[<file or folder>]',
  options: { json: jsonOption },
  examples: ['charter check', 'charter check clinic.yaml', 'charter check ./clinic --json'],
  run: async (asked, terminal) => {
    const loaded = await loadCharter(charterNamed(asked))
    const diagnostics = checkLoaded(loaded)
    if (asked.flag('json')) terminal.json({ folder: loaded.folder, diagnostics })
    else {
      sayDiagnostics(terminal, diagnostics, loaded.folder)
      terminal.line(countDiagnostics(diagnostics))
    }
    return diagnostics.some(({ severity }) => severity === 'error') ? exitCodes.findings : exitCodes.fine
  },
})

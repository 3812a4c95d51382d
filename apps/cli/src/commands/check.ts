import { composedText } from '@charter/charter'
import { checkLoaded } from '@charter/project/check'
import { loadCharter } from '@charter/project/load'
import { charterNamed, defineCommand, exitCodes, jsonOption } from '../command.ts'
import { countDiagnostics, sayDiagnostics } from '../diagnostics.ts'

export const check = defineCommand({
  usage: '[<file or folder>]',
  options: {
    json: jsonOption,
    composed: { type: 'boolean', description: 'Print the charter with all that it includes, as one document.' },
  },
  examples: ['charter check', 'charter check clinic.yaml', 'charter check ./clinic --json', 'charter check --composed'],
  run: async (asked, terminal) => {
    const loaded = await loadCharter(charterNamed(asked))
    const diagnostics = checkLoaded(loaded)
    const isComposed = asked.flag('composed') && loaded.charter !== null && loaded.document.tree !== null
    if (isComposed && loaded.document.tree) terminal.line(composedText(loaded.document.tree).trimEnd())
    else if (asked.flag('json')) terminal.json({ diagnostics })
    else {
      sayDiagnostics(terminal, diagnostics)
      terminal.line(countDiagnostics(diagnostics))
    }
    return diagnostics.some(({ severity }) => severity === 'error') ? exitCodes.findings : exitCodes.fine
  },
})

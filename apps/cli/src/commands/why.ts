import { loadCharter } from '@charter/project'
import { defineCommand, exitCodes, jsonOption, required, UsageError } from '../command.ts'

export const why = defineCommand({
  name: 'why',
  summary: 'Where a statement of the charter comes from: the words it rests on, or why it was assumed.',
  usage: '<Entity.field> [--charter <file>]',
  options: {
    json: jsonOption,
    charter: { type: 'string', value: 'file', description: 'The charter; default: this folder.' },
  },
  examples: ['charter why Patient.ssn', 'charter why Patient --charter ./clinic --json'],
  run: async (asked, terminal) => {
    const path = required(asked, 0, 'What to explain, like Patient.ssn,')
    const { document, charter } = await loadCharter(asked.text('charter') ?? '.')
    const [name, member] = path.split('.')
    const entity = charter?.entities.find((each) => each.name === name)
    const place =
      member === undefined
        ? entity?.place
        : ([...(entity?.fields ?? []), ...(entity?.relations ?? [])].find((each) => each.name === member)?.place ??
          null)
    const found = document.lock.provenance[path]
    if (!place && !found) throw new UsageError(`The charter has no "${path}".`)
    if (asked.flag('json')) terminal.json({ path, place: place ?? null, provenance: found ?? null })
    else {
      terminal.line(`${terminal.style.strong(path)}${place ? `  ${place.file}:${place.line}:${place.column}` : ''}`)
      if (found?.quoted !== undefined)
        terminal.line(`  rests on the words: "${found.quoted}"${found.place === undefined ? '' : ` (${found.place})`}`)
      if (found?.assumed !== undefined) terminal.line(`  assumed: ${found.assumed}`)
      if (found?.confidence !== undefined) terminal.line(`  confidence: ${Math.round(found.confidence * 100)} %`)
      if (!found) terminal.line('  written by a person: charter.lock holds no provenance for it.')
    }
    return exitCodes.fine
  },
})

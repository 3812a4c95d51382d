import { connectors } from '@charter/connectors'
import { charterNameOf, replaceFile } from '@charter/project'
import { defineCommand, exitCodes, jsonOption, required, UsageError } from '../command.ts'

export const introspect = defineCommand({
  name: 'introspect',
  summary:
    'Reads an existing database’s catalogue as a charter, with everything that could not be said in it. Reads no rows.',
  usage: '<file or URL> [-o <file>]',
  options: {
    out: { type: 'string', short: 'o', value: 'file', description: 'Write the charter here.' },
    json: jsonOption,
  },
  examples: ['charter introspect chinook.db -o chinook/charter.yaml', 'charter introspect file:chinook.db --json'],
  run: async (asked, terminal) => {
    const url = required(asked, 0, 'The database')
    const connector = connectors.find((each) => each.accepts(url))
    if (!connector)
      throw new UsageError(
        `No connector answers for "${url}". There is one for: ${connectors.map(({ title }) => title).join(', ')}.`,
      )
    const found = await connector.introspect(url, { name: charterNameOf(url) })
    const out = asked.text('out')
    if (out !== undefined) await replaceFile(out, found.document)
    if (asked.flag('json')) terminal.json(found)
    else {
      if (out === undefined) terminal.line(found.document.trimEnd())
      for (const { reason, about, sentence } of found.losses)
        terminal.note(`${terminal.style.warn(reason)}  ${about}  ${sentence}`)
      terminal.note(`${found.tables} tables, ${found.entities} entities, ${found.losses.length} losses.`)
    }
    return exitCodes.fine
  },
})

import { connectors } from '@charter/connectors'
import { runConformance, type Told } from '@charter/connectors/conformance'
import { defineCommand, exitCodes, jsonOption, required, UsageError } from '../../command.ts'
import { databaseNamed } from '../../database-named.ts'

export const test = defineCommand({
  name: 'connector test',
  summary:
    'Runs the suite that every connector is held to against a server of yours, in databases of its own that are gone afterwards.',
  usage: '<URL or env:NAME>',
  options: { json: jsonOption },
  examples: [
    'charter connector test postgres://owner@localhost/postgres',
    'charter connector test env:DATABASE_URL',
    'charter connector test new.db --json',
  ],
  run: async (asked, terminal) => {
    const { url } = databaseNamed(required(asked, 0, 'the URL of a server, whose user may create databases'))
    const found = connectors.find((each) => each.accepts(url))
    if (!found)
      throw new UsageError(
        `No connector answers for that. There is one for: ${connectors.map(({ title }) => title).join(', ')}.`,
      )
    const isJson = asked.flag('json')
    const { muted, good, seal } = terminal.style
    const sayOne = ({ title, outcome, why }: Told): void => {
      const promise = title.replace(/^.*? › /, '')
      if (outcome === 'holds') terminal.line(`${good('holds')}  ${promise}`)
      else
        terminal.line(
          `${outcome === 'fails' ? seal('FAILS') : muted('not run')}  ${promise}\n       ${why?.replaceAll('\n', '\n       ')}`,
        )
    }
    const told = await runConformance(found, url, isJson ? () => {} : sayOne)
    const count = (outcome: Told['outcome']) => told.filter((each) => each.outcome === outcome).length
    if (isJson) terminal.json({ connector: found.name, promises: told })
    else
      terminal.line(
        `${found.title}: ${count('holds')} promises hold, ${count('fails')} do not, ${count('skipped')} not run. Nothing is left behind.`,
      )
    return count('fails') === 0 ? exitCodes.fine : exitCodes.findings
  },
})

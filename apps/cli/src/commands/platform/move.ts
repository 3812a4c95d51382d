import { defineCommand, exitCodes, jsonOption, required } from '../../command.ts'
import { databaseNamed } from '../../database-named.ts'
import { placeText } from '../../place-text.ts'
import { folderOption, platformFolder } from '../../platform-place.ts'
import { aligned } from '../../terminal.ts'

export const move = defineCommand({
  name: 'platform move',
  summary:
    'Moves the rows and people of a platform that does not run from its files to PostgreSQL, and proves every one of them.',
  usage: '<url | env:NAME> [--platform <folder>] [--json]',
  options: { platform: folderOption, json: jsonOption },
  examples: [
    'charter platform move env:DATABASE_URL',
    'charter platform move postgres://charter@db.example/platform --platform ./platform',
  ],
  run: async (asked, terminal) => {
    const { url } = databaseNamed(required(asked, 0, 'The URL of an empty PostgreSQL database'))
    const folder = platformFolder(asked, 'platform')
    const progress = terminal.progress('Opening both databases')
    const { move: moved } = await import('@charter/server')
    const found = await moved({ folder, url, env: process.env, onStep: progress.update }).finally(() => progress.done())
    if (asked.flag('json')) {
      terminal.json({ platform: folder, ...found })
      return exitCodes.fine
    }
    const kinds = Object.entries({ ...found.entities, ...found.state, ...found.people }).filter(
      ([, { rows }]) => rows > 0,
    )
    for (const line of aligned(kinds.map(([name, { rows, digest }]) => [name, String(rows), digest])))
      terminal.line(line)
    terminal.line(
      `Proven: each of these has as many rows there, with the same digest; ${found.blobs} parts of releases and ${found.secrets} secrets were read again there.`,
    )
    terminal.line(
      `As they were, the rows lie in ${placeText(found.before)}, and people beside it. The record stays in the folder.`,
    )
    terminal.line('Open it with DATABASE_URL set to the new database.')
    return exitCodes.fine
  },
})

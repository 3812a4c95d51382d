import { defineCommand, exitCodes } from '../command.ts'
import { placeOptions, platformPlace, platformRefusals } from '../platform-place.ts'
import { aligned } from '../terminal.ts'

export const whoami = defineCommand({
  usage: '[--to <address>] [--json]',
  wordsMax: 0,
  options: placeOptions,
  examples: ['charter whoami', 'charter whoami --to https://charter.example.org --json'],
  run: async (asked, terminal) => {
    const { whoAmI } = await import('@charter/server/program')
    const { calls, url, signIn } = await platformPlace(asked)
    const { token, by, until } = await signIn().catch(platformRefusals)
    const who = await whoAmI(calls, token).catch(platformRefusals)
    if (asked.flag('json')) {
      terminal.json({ platform: url, ...who, by, until })
      return exitCodes.fine
    }
    const { person, organisation, roles } = who
    const lines = [
      ['person', person],
      ['organisation', organisation ? `${organisation.id} (${organisation.name})` : 'none yet'],
      ...roles.map(({ name, grants }) => ['role', `${name}: ${grants.join(', ')}`]),
      ['platform', url],
      ['by', by],
      ['until', until ?? 'that key is gone'],
    ]
    for (const line of aligned(lines)) terminal.line(line)
    return exitCodes.fine
  },
})

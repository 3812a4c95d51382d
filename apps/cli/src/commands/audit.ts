import { defineCommand, exitCodes, required, UsageError } from '../command.ts'
import { placeOptions, platformPlace, platformRefusals } from '../platform-place.ts'

/** What the record says of a call, as the API gives it. */
interface Entry {
  readonly at: string
  readonly operation: string
  readonly principal: string | null
  readonly outcome: string
}

export const audit = defineCommand({
  usage: '<kind> <id> [--to <address>] [--json]',
  wordsMax: 2,
  options: placeOptions,
  examples: ['charter audit deployments 0198…', 'charter audit environments 0198… --json'],
  run: async (asked, terminal) => {
    const kind = required(asked, 0, 'What is looked at, like `deployments`,')
    const id = required(asked, 1, 'Its id')
    if (!/^[a-z-]+$/.test(kind)) throw new UsageError('Say a kind as the API does: `deployments`, `environments`.')
    const { calls } = await platformPlace(asked)
    const { items } = await calls<{ readonly items: readonly Entry[] }>(
      `GET ${kind}/${encodeURIComponent(id)}/audit?limit=100`,
    ).catch(platformRefusals)
    if (asked.flag('json')) terminal.json(items)
    else
      for (const { at, principal, operation, outcome } of items)
        terminal.line(`${at}  ${principal ?? 'nobody'}  ${operation}  ${outcome}`)
    return exitCodes.fine
  },
})

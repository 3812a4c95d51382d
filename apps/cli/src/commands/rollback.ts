import { defineCommand, exitCodes, jsonOption, required } from '../command.ts'
import { folderOption, platformPlace, platformRefusals, toOption } from '../platform-place.ts'

export const rollback = defineCommand({
  usage: '<project> [--environment <name>] [--reason <text>] [--to <address>] [--json]',
  wordsMax: 1,
  options: {
    environment: { type: 'string', value: 'name', description: 'Of which environment. Default: local.' },
    reason: { type: 'string', value: 'text', description: 'Why, for the record. Default: that it was asked for here.' },
    to: toOption,
    folder: folderOption,
    json: jsonOption,
  },
  examples: [
    'charter rollback clinic',
    'charter rollback clinic --environment production --reason "It answers slowly."',
  ],
  run: async (asked, terminal) => {
    const project = required(asked, 0, 'The name of a project')
    const progress = terminal.progress('Bringing back what answered before')
    const { rollBack } = await import('@charter/server/program')
    const { calls } = await platformPlace(asked)
    const deployment = await rollBack(calls, {
      project,
      environment: asked.text('environment') ?? 'local',
      reason: asked.text('reason') ?? 'Asked for on the command line.',
    })
      .catch(platformRefusals)
      .finally(() => progress.done())
    const { id, state, address, releaseDigest, approvals } = deployment
    if (asked.flag('json')) terminal.json({ deployment: id, state, address, digest: releaseDigest })
    else if (state === 'requested') terminal.line(`${approvals} have to let it: ${id}, of ${releaseDigest}.`)
    else terminal.line(`${releaseDigest} answers again at ${terminal.style.strong(address ?? '')}`)
    return exitCodes.fine
  },
})

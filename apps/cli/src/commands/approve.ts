import { setTimeout } from 'node:timers/promises'
import type { ApprovalSeen, Row } from '@charter/server/program'
import { defineCommand, exitCodes, jsonOption, required } from '../command.ts'
import { folderOption, platformPlace, platformRefusals, toOption } from '../platform-place.ts'
import type { Terminal } from '../terminal.ts'

const lookMs = 1000

export const approve = defineCommand({
  usage: '<deployment> [--no-wait] [--to <address>] [--json]',
  options: {
    'no-wait': { type: 'boolean', description: 'Say what it changes and where it is let, and leave.' },
    to: toOption,
    folder: folderOption,
    json: jsonOption,
  },
  examples: ['charter approve 0198…', 'charter approve 0198… --to https://charter.example.org'],
  run: async (asked, terminal) => {
    const id = required(asked, 0, 'The id of a deployment')
    const { approvalOf, approvingAddress, untilLet } = await import('@charter/server/program')
    const { calls, url, isAlone } = await platformPlace(asked)
    const seen = await approvalOf(calls, id).catch(platformRefusals)
    const address = approvingAddress(url, seen.deployment.id)
    const isJson = asked.flag('json')
    if (!isJson) say(terminal, seen)
    if (seen.deployment.state !== 'requested' || isAlone || asked.flag('no-wait')) {
      if (isJson) terminal.json(asJson(seen, address, seen.deployment))
      else if (seen.deployment.state === 'requested') terminal.line(isAlone ? alone : `Let or refuse it at ${address}`)
      return exitCodes.fine
    }
    terminal.note(`Open ${address} in a browser where you are signed in, and let it or refuse it there.`)
    const progress = terminal.progress('Waiting for who has to let it')
    const deployment = await untilLet(calls, seen, {
      wait: () => setTimeout(lookMs),
      onGiven: ({ givenBy, isYes }) => progress.update(`${givenBy} ${isYes ? 'lets' : 'refuses'} it`),
    })
      .catch(platformRefusals)
      .finally(() => progress.done())
    if (isJson) terminal.json(asJson(seen, address, deployment))
    else terminal.line(`It is ${terminal.style.strong(deployment.state)}.`)
    return isOnItsWay(deployment) ? exitCodes.fine : exitCodes.findings
  },
})

const isOnItsWay = ({ state }: Row<'Deployment'>): boolean => ['approved', 'rolling', 'healthy'].includes(state)

/** What holds of a platform of one person. */
const alone =
  'This platform is of one person, who asked for it, and nobody lets what they asked for themselves. Deploy to an environment that asks for nobody: charter deploy --environment <name>, which makes one.'

const say = (terminal: Terminal, { deployment, project, environment, version, given }: ApprovalSeen): void => {
  const { id, state, reason, requestedBy, requestedAt, releaseDigest, changes, approvals, involved } = deployment
  terminal.line(
    `${terminal.style.strong(id)}  version ${version.number} of ${project.name} to ${environment.name}, ${state}`,
  )
  terminal.line(`  asked for by ${requestedBy}, ${requestedAt}: ${reason}`)
  terminal.line(`  ${releaseDigest}`)
  for (const change of changes) terminal.line(`  ${change}`)
  terminal.line(`  ${approvals} have to let it, none of: ${involved.join(', ')}`)
  for (const { givenBy, givenAt, isYes, comment } of given)
    terminal.line(`  ${givenBy} ${isYes ? 'lets' : 'refuses'} it, ${givenAt}${comment === null ? '' : `: ${comment}`}`)
}

const asJson = (
  { project, environment, version, given }: ApprovalSeen,
  address: string,
  deployment: Row<'Deployment'>,
) => ({
  project: project.name,
  environment: environment.name,
  version: version.number,
  address,
  deployment,
  given,
})

import type { EnvironmentSeen } from '@charter/server/program'
import { defineCommand, exitCodes, required } from '../command.ts'
import { placeOptions, platformPlace, platformRefusals } from '../platform-place.ts'

export const environment = defineCommand({
  usage: '<project> [--all] [--to <address>] [--json]',
  wordsMax: 1,
  options: {
    all: { type: 'boolean', description: 'What failed before, too.' },
    ...placeOptions,
  },
  examples: [
    'charter environment clinic',
    'charter environment clinic --all',
    'charter environment clinic --to https://charter.example.org --json',
  ],
  run: async (asked, terminal) => {
    const project = required(asked, 0, 'The name of a project')
    const { environmentsOf } = await import('@charter/server/program')
    const { calls } = await platformPlace(asked)
    const seen = await environmentsOf(calls, project).catch(platformRefusals)
    const withAll = asked.flag('all')
    if (asked.flag('json')) terminal.json(seen)
    else for (const line of seen.flatMap((each) => [...said(each), ...saidBefore(each, withAll)])) terminal.line(line)
    return exitCodes.fine
  },
})

/** Nobody looks for what is there among what failed long ago. */
const saidBefore = ({ failedBefore }: EnvironmentSeen, withAll: boolean): readonly string[] => {
  if (withAll) return failedBefore.flatMap(deploymentLines)
  return failedBefore.length === 0 ? [] : [`  ${failedBefore.length} failed before: --all shows them`]
}

const deploymentLines = ({
  state,
  address,
  listeners,
  releaseDigest,
  failure,
  lastWords,
}: EnvironmentSeen['there'][number]): readonly string[] => [
  `  ${state}  ${address ?? ''}  ${releaseDigest}`,
  ...(listeners ?? []).map((each) => `    ${each.style} at ${each.address}`),
  ...(failure ? [`    ${failure}`] : []),
  ...(lastWords ? [`    said last: ${lastWords}`] : []),
]

const said = ({
  environment: { name, approvals },
  there,
  waiting,
  emergencies,
}: EnvironmentSeen): readonly string[] => [
  `${name}: ${approvals} have to let a deployment`,
  ...there.flatMap(deploymentLines),
  ...waiting.flatMap(({ id, approvals: needed, requestedBy, releaseDigest, changes }) => [
    `  waits for ${needed}  ${id}  asked for by ${requestedBy}  ${releaseDigest}`,
    ...changes.map((change) => `    ${change}`),
  ]),
  ...emergencies.map(({ id, declaredBy, reason }) => `  emergency  ${id}  by ${declaredBy}, to be reviewed: ${reason}`),
]

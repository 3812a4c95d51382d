import type { RunSeen } from '@charter/server/program'
import { defineCommand, defineGroup, exitCodes, required } from '../command.ts'
import { placeOptions, platformPlace, platformRefusals } from '../platform-place.ts'
import { sayRun } from '../say-run.ts'
import { aligned, type Terminal } from '../terminal.ts'
import { versionWords } from '../version-words.ts'

const list = defineCommand({
  name: 'runs list',
  summary: 'The runs of the tests of a project, the newest first: of which version, and what they came to.',
  usage: '<project> [--to <address>] [--json]',
  options: placeOptions,
  examples: ['charter runs list clinic', 'charter runs list clinic --json'],
  run: async (asked, terminal) => {
    const project = required(asked, 0, 'The name of a project')
    const { runsOf } = await import('@charter/server/program')
    const { calls } = await platformPlace(asked)
    const found = await runsOf(calls, project).catch(platformRefusals)
    if (asked.flag('json')) terminal.json(found)
    else for (const line of aligned(found.map(rowOf))) terminal.line(line)
    if (found.length === 0) terminal.note(`No tests of ${project} have run yet: charter runs start ${project}`)
    return exitCodes.fine
  },
})

const rowOf = (run: RunSeen): string[] => [
  run.id,
  run.state,
  run.suite,
  run.version === null ? '' : `version ${run.version}`,
  countsOf(run),
  `by ${run.startedBy}, ${run.startedAt}`,
]

const countsOf = ({ passed, failed, skipped, why }: RunSeen): string =>
  why ?? (passed === null ? '' : `${passed} passed, ${failed ?? 0} failed, ${skipped ?? 0} skipped`)

const say = (terminal: Terminal, run: RunSeen): void => {
  const { id, state, suite, version, releaseDigest, durationMs, lines } = run
  const of = version === null ? releaseDigest : `version ${version}`
  terminal.line(`${terminal.style.strong(id)}  ${suite}, ${of}: ${[state, countsOf(run)].filter(Boolean).join(', ')}`)
  if (durationMs !== null) terminal.line(`  took ${(durationMs / 1000).toFixed(1)} s`)
  for (const line of lines) terminal.line(`  ${line}`)
}

const start = defineCommand({
  name: 'runs start',
  summary: 'Tests the release of a version, follows it, and ends with 1 where it does not pass.',
  usage: '<project> [<number>] [--suite <name>] [--to <address>] [--json]',
  wordsMax: 2,
  options: {
    suite: { type: 'string', value: 'name', description: 'What it is asked: verify, ownTests. Default: verify.' },
    ...placeOptions,
  },
  examples: ['charter runs start clinic', 'charter runs start clinic 3 --suite ownTests'],
  run: async (asked, terminal) => {
    const suite = asked.text('suite') ?? 'verify'
    const named = versionWords(asked)
    const { testVersion } = await import('@charter/server/program')
    const { calls } = await platformPlace(asked)
    const followed = sayRun(terminal, `Running ${suite}`)
    const run = await testVersion(calls, { ...named, suite }, followed.onLook)
      .catch(platformRefusals)
      .finally(followed.done)
    if (asked.flag('json')) terminal.json(run)
    else say(terminal, run)
    return run.state === 'passed' ? exitCodes.fine : exitCodes.findings
  },
})

const show = defineCommand({
  name: 'runs show',
  summary: 'A run: what it came to, and the last lines of what it said.',
  usage: '<id> [--to <address>] [--json]',
  options: placeOptions,
  examples: ['charter runs show 0198…', 'charter runs show 0198… --json'],
  run: async (asked, terminal) => {
    const id = required(asked, 0, 'The id of a run')
    const { runSeen } = await import('@charter/server/program')
    const { calls } = await platformPlace(asked)
    const run = await runSeen(calls, id).catch(platformRefusals)
    if (asked.flag('json')) terminal.json(run)
    else say(terminal, run)
    return exitCodes.fine
  },
})

const cancel = defineCommand({
  name: 'runs cancel',
  summary: 'Ends a run that goes on.',
  usage: '<id> [--to <address>] [--json]',
  options: placeOptions,
  examples: ['charter runs cancel 0198…'],
  run: async (asked, terminal) => {
    const id = required(asked, 0, 'The id of a run')
    const { cancelRun } = await import('@charter/server/program')
    const { calls } = await platformPlace(asked)
    const { state } = await cancelRun(calls, id).catch(platformRefusals)
    if (asked.flag('json')) terminal.json({ id, state })
    else terminal.line(`${id} is ${state}.`)
    return exitCodes.fine
  },
})

export const runs = defineGroup({ name: 'runs', subcommands: [list, start, show, cancel] })

import type { ProjectSeen } from '@charter/server/program'
import { defineCommand, defineGroup, exitCodes, required } from '../command.ts'
import { placeOptions, platformPlace, platformRefusals } from '../platform-place.ts'
import { aligned, type Terminal } from '../terminal.ts'

const list = defineCommand({
  name: 'project list',
  summary: 'The projects that one may see.',
  usage: '[--to <address>] [--json]',
  wordsMax: 0,
  options: placeOptions,
  examples: ['charter project list', 'charter project list --to https://charter.example.org --json'],
  run: async (asked, terminal) => {
    const { projectsOf } = await import('@charter/server/program')
    const { calls } = await platformPlace(asked)
    const found = await projectsOf(calls).catch(platformRefusals)
    if (asked.flag('json')) terminal.json(found)
    else
      for (const line of aligned(found.map(({ name, title, createdBy }) => [name, title, `by ${createdBy}`])))
        terminal.line(line)
    return exitCodes.fine
  },
})

const create = defineCommand({
  name: 'project create',
  summary: 'A new project.',
  usage: '<name> [--title <text>] [--unreviewed] [--to <address>] [--json]',
  options: {
    title: { type: 'string', value: 'text', description: 'What people call it. Default: its name.' },
    unreviewed: {
      type: 'boolean',
      description:
        'Whoever writes a version accepts it alone. It stays so. On a platform of one person every project is made so.',
    },
    ...placeOptions,
  },
  examples: ['charter project create clinic --title "The clinic"', 'charter project create trial --unreviewed'],
  run: async (asked, terminal) => {
    const name = required(asked, 0, 'The name of the project')
    const { createProject, isOnlyMember } = await import('@charter/server/program')
    const { calls, isAlone } = await platformPlace(asked)
    const isNobodyElse = isAlone && (await isOnlyMember(calls).catch(platformRefusals))
    const made = await createProject(calls, {
      name,
      title: asked.text('title') ?? name,
      isReviewed: !asked.flag('unreviewed') && !isNobodyElse,
    }).catch(platformRefusals)
    if (asked.flag('json')) terminal.json(made)
    else {
      terminal.line(`${terminal.style.strong(made.name)}  ${made.id}. Next: charter deploy, or charter version draft`)
      if (isNobodyElse && !asked.flag('unreviewed'))
        terminal.line('It is unreviewed: this platform is of one person, and nobody else could accept a version.')
    }
    return exitCodes.fine
  },
})

const show = defineCommand({
  name: 'project show',
  summary: 'How far a project is, phase by phase, with what is there and what is missing for the next.',
  usage: '<name> [--to <address>] [--json]',
  options: placeOptions,
  examples: ['charter project show clinic', 'charter project show clinic --json'],
  run: async (asked, terminal) => {
    const name = required(asked, 0, 'The name of a project')
    const { projectSeen } = await import('@charter/server/program')
    const { calls } = await platformPlace(asked)
    const seen = await projectSeen(calls, name).catch(platformRefusals)
    if (asked.flag('json')) terminal.json(seen)
    else say(terminal, seen)
    return exitCodes.fine
  },
})

const say = (terminal: Terminal, { project, phases }: ProjectSeen): void => {
  const { name, title, isReviewed, createdBy, createdAt } = project
  terminal.line(`${terminal.style.strong(name)}  ${title}, by ${createdBy}, ${createdAt}`)
  if (!isReviewed) terminal.line('Whoever writes a version accepts it alone.')
  for (const { phase, isDone, has, missing } of phases) {
    terminal.line(`${phase}${isDone ? terminal.style.good('  done') : ''}`)
    for (const each of has) terminal.line(`  ${each}`)
    for (const each of missing) terminal.line(`  missing: ${each}`)
  }
}

export const project = defineGroup({ name: 'project', subcommands: [list, create, show] })

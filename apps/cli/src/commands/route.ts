import type { RouteAsked, RouteSeen } from '@charter/server/program'
import { type Asked, defineCommand, defineGroup, exitCodes, required, UsageError } from '../command.ts'
import { placeOptions, platformPlace, platformRefusals } from '../platform-place.ts'
import { aligned } from '../terminal.ts'

const list = defineCommand({
  name: 'route list',
  summary: 'Where callers are to find the services of a project, and what each route leads to.',
  usage: '<project> [--to <address>] [--json]',
  options: placeOptions,
  examples: ['charter route list clinic', 'charter route list clinic --json'],
  run: async (asked, terminal) => {
    const project = required(asked, 0, 'The name of a project')
    const { routesOf } = await import('@charter/server/program')
    const { calls } = await platformPlace(asked)
    const found = await routesOf(calls, project).catch(platformRefusals)
    if (asked.flag('json')) terminal.json(found)
    else for (const line of aligned(found.map(rowOf))) terminal.line(line)
    if (found.length === 0) terminal.note(`No routes yet: charter route add ${project} <environment> --style rest`)
    return exitCodes.fine
  },
})

const rowOf = ({ id, host, prefix, style, weight, environment, deploymentId, setBy }: RouteSeen): string[] => [
  id,
  `${host}${prefix}`,
  style,
  `to ${deploymentId === null ? '' : `deployment ${deploymentId} in `}${environment}`,
  weight === null ? '' : `weight ${weight}`,
  `by ${setBy}`,
]

const add = defineCommand({
  name: 'route add',
  summary: 'Says where callers are to find what answers in an environment, or one deployment of it, in one style.',
  usage:
    '<project> <environment> --style <style> [--host <host>] [--prefix <path>] [--weight <number>] [--deployment <id>] [--to <address>] [--json]',
  wordsMax: 2,
  options: {
    style: { type: 'string', value: 'style', description: 'As its charter serves it: rest, graphql, mcp.' },
    host: { type: 'string', value: 'host', description: 'By which callers come. Default: any.' },
    prefix: { type: 'string', value: 'path', description: 'What paths begin with and end with /: /shop/. Default: /.' },
    weight: {
      type: 'string',
      value: 'number',
      description: 'Of the calls that several routes of one place share, 0 to 1000.',
    },
    deployment: { type: 'string', value: 'id', description: 'Default: whatever answers in the environment.' },
    ...placeOptions,
  },
  examples: [
    'charter route add clinic production --style rest --host clinic.example.org',
    'charter route add clinic production --style rest --weight 10 --deployment 0198…',
  ],
  run: async (asked, terminal) => {
    const wanted = wantedIn(asked)
    const { addRoute } = await import('@charter/server/program')
    const { calls } = await platformPlace(asked)
    const route = await addRoute(calls, wanted).catch(platformRefusals)
    if (asked.flag('json')) terminal.json(route)
    else for (const line of aligned([rowOf(route)])) terminal.line(line)
    return exitCodes.fine
  },
})

const wantedIn = (asked: Asked): RouteAsked => {
  const [project, environment] = [
    required(asked, 0, 'The name of a project'),
    required(asked, 1, 'The name of an environment'),
  ]
  const [style, host, prefix, deploymentId] = ['style', 'host', 'prefix', 'deployment'].map(asked.text)
  if (style === undefined) throw new UsageError('Say in which style it is served: --style rest.')
  const weight = weightIn(asked)
  return {
    ...{ project, environment, style },
    ...(host !== undefined && { host }),
    ...(prefix !== undefined && { prefix }),
    ...(weight !== undefined && { weight }),
    ...(deploymentId !== undefined && { deploymentId }),
  }
}

const weightIn = (asked: Asked): number | undefined => {
  const text = asked.text('weight')
  if (text === undefined) return undefined
  if (!/^\d{1,4}$/.test(text)) throw new UsageError('--weight takes a whole number from 0 to 1000.')
  return Number(text)
}

const remove = defineCommand({
  name: 'route remove',
  summary: 'Takes a route away. What it led to goes on.',
  usage: '<id> [--to <address>] [--json]',
  options: placeOptions,
  examples: ['charter route remove 0198…'],
  run: async (asked, terminal) => {
    const id = required(asked, 0, 'The id of a route')
    const { removeRoute } = await import('@charter/server/program')
    const { calls } = await platformPlace(asked)
    await removeRoute(calls, id).catch(platformRefusals)
    if (asked.flag('json')) terminal.json({ removed: id })
    else terminal.line(`${id} is no route any more.`)
    return exitCodes.fine
  },
})

export const route = defineGroup({ name: 'route', subcommands: [list, add, remove] })

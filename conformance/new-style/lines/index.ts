import { type Charter, defineStyle, offersOf } from '@charter/charter'
import { callLines, wireOf } from './call.ts'
import type { LinesListener } from './transport/listener.ts'
import type { LinesSurface } from './transport/surface.ts'

/** A row as a line of JSON over TCP, on a port of its own: no style over HTTP has anything to do with it. */
export const lines = defineStyle<LinesSurface, LinesListener>({
  name: 'lines',
  title: 'Lines',
  listener: {
    portVariable: 'LINES_PORT',
    portDefault: 7070,
    switches: ['LINES_GREETING'],
    open: async (options) => (await import('./transport/listener.ts')).linesListener(options),
    relay: async (surface, url) => (await import('./transport/relay.ts')).linesRelay(surface, url),
  },
  environment: 'LINES_',
  refusal: 'a line of JSON',
  surface: (charter) => ({ entities: entitiesOf(charter) }),
  check: () => [],
  contract: (_charter, { entities }) => ({
    'lines.txt': entities.map(({ entity, key }) => `<token> ${entity} <${key}>\n`).join(''),
  }),
  serve: async (surface, serving, listener) =>
    (await import('./transport/lines.ts')).joinLines(listener, serving, surface),
  transports: {
    node: {
      module: 'lines.ts',
      join: 'joinLines',
      surface: { module: 'surface.ts', type: 'LinesSurface' },
      says: 'The entities of which rows are read as lines.',
      packages: [],
      developmentPackages: [],
      listener: {
        module: 'listener.ts',
        open: 'linesListener',
        relay: { module: 'relay.ts', name: 'linesRelay' },
      },
    },
  },
  request: wireOf,
  call: async (surface, options) => callLines(surface, options),
  breaks: () => [],
})

const entitiesOf = ({ entities }: Charter): LinesSurface['entities'] =>
  entities.flatMap((entity) => {
    const [key, another] = entity.key
    return key !== undefined && another === undefined && offersOf(entity).includes('read')
      ? [{ entity: entity.name, key }]
      : []
  })

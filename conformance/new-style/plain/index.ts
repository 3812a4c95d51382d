import { type Charter, defineStyle, offersOf } from '@charter/charter'
import type { FastifyInstance } from 'fastify'
import { callPlain, wireOf } from './call.ts'
import { separatorOf, settings } from './settings.ts'
import type { PlainEntity, PlainSurface } from './transport/surface.ts'

/** A row as lines of text, at `/plain/<entity>/<key>`. */
export const plain = defineStyle<PlainSurface, FastifyInstance>({
  name: 'plain',
  title: 'Plain text',
  listener: 'http',
  refusal: 'a line of text',
  settings,
  surface: (charter) => ({ separator: separatorOf(charter), entities: entitiesOf(charter) }),
  check: () => [],
  contract: (_charter, { entities }) => ({
    'plain.txt': entities.map(({ path, key }) => `GET ${path}/<${key.name}>\n`).join(''),
  }),
  serve: async (surface, serving, app) => (await import('./transport/plain.ts')).joinPlain(app, serving, surface),
  transports: {
    node: {
      module: 'plain.ts',
      join: 'joinPlain',
      surface: { module: 'surface.ts', type: 'PlainSurface' },
      says: 'Where the rows of each entity are read as text.',
      packages: ['fastify'],
      developmentPackages: [],
    },
  },
  request: wireOf,
  call: async (surface, options) => callPlain(surface, options),
  breaks: () => [],
})

const entitiesOf = ({ entities }: Charter): readonly PlainEntity[] =>
  entities.flatMap((entity) => {
    const [key, another] = entity.fields.filter(({ name }) => entity.key.includes(name))
    return key && !another && offersOf(entity).includes('read')
      ? [{ path: `/plain/${entity.name}`, entity: entity.name, key: { name: key.name, type: key.type } }]
      : []
  })

import { defineStyle } from '@charter/charter'
import type { FastifyInstance } from 'fastify'
import { breaks } from './breaks.ts'
import { spellingsOf } from './call/spellings.ts'
import { wireOf } from './call/wire.ts'
import { check } from './check.ts'
import { contract } from './contract/contract.ts'
import { settings } from './settings.ts'
import { surfaceOf } from './surface.ts'
import type { GraphqlSurface } from './transport/surface.ts'

/** One address for queries, mutations and subscriptions: Relay connections, Apollo Federation, GraphQL over HTTP. */
export const graphql = defineStyle<GraphqlSurface, FastifyInstance>({
  name: 'graphql',
  title: 'GraphQL',
  listener: 'http',
  settings,
  environment: 'GRAPHQL_',
  refusal: 'errors with extensions (GraphQL)',
  surface: surfaceOf,
  check,
  contract,
  serve: async (surface, serving, app, environment) =>
    (await import('./serve.ts')).serve(surface, serving, app, environment),
  request: wireOf,
  spellings: spellingsOf,
  call: async (surface, options) => (await import('./call/caller.ts')).callGraphql(surface, options),
  breaks,
})

import { defineStyle } from '@charter/charter'
import type { FastifyInstance } from 'fastify'
import { breaks } from './breaks.ts'
import { callGraphql } from './call/caller.ts'
import { spellingsOf } from './call/spellings.ts'
import { wireOf } from './call/wire.ts'
import { check } from './check.ts'
import { contract } from './contract/contract.ts'
import { serve } from './serve.ts'
import { surfaceOf } from './surface.ts'
import type { GraphqlSurface } from './transport/surface.ts'

/** One address for queries, mutations and subscriptions: Relay connections, Apollo Federation, GraphQL over HTTP. */
export const graphql = defineStyle<GraphqlSurface, FastifyInstance>({
  name: 'graphql',
  title: 'GraphQL',
  listener: 'http',
  refusal: 'errors with extensions (GraphQL)',
  surface: surfaceOf,
  check,
  contract,
  serve,
  request: wireOf,
  spellings: spellingsOf,
  call: callGraphql,
  breaks,
})

import { defineStyle } from '@charter/charter'
import type { FastifyInstance } from 'fastify'
import { breaks } from './breaks.ts'
import { wireOf } from './call/wire.ts'
import { check } from './check.ts'
import { contract } from './contract/contract.ts'
import { settings } from './settings.ts'
import { type RestSurface, surfaceOf } from './surface.ts'

/** HTTP with JSON: resources, problem details, entity tags, OpenAPI 3.1. */
export const rest = defineStyle<RestSurface, FastifyInstance>({
  name: 'rest',
  carriesFiles: true,
  title: 'REST',
  listener: 'http',
  settings,
  refusal: 'problem details (RFC 9457)',
  surface: surfaceOf,
  check,
  contract,
  serve: async (surface, serving, app) => (await import('./serve.ts')).serve(surface, serving, app),
  request: wireOf,
  call: async (surface, options) => (await import('./call/caller.ts')).callRest(surface, options),
  breaks,
})

import { defineStyle } from '@charter/charter'
import type { FastifyInstance } from 'fastify'
import { breaks } from './breaks.ts'
import { wireOf } from './call/wire.ts'
import { check } from './check.ts'
import { wsdlOf } from './contract/contract.ts'
import { type SoapSurface, surfaceOf } from './surface.ts'

/** Envelopes of SOAP 1.1 and 1.2, document/literal wrapped, with WSDL 1.1. */
export const soap = defineStyle<SoapSurface, FastifyInstance>({
  name: 'soap',
  title: 'SOAP',
  listener: 'http',
  refusal: 'a fault (SOAP 1.2)',
  characters: 'xml',
  surface: surfaceOf,
  check,
  contract: (charter, surface) => ({ [`${charter.name}.wsdl`]: wsdlOf(surface) }),
  serve: async (surface, serving, app) => (await import('./serve.ts')).serveSoap(surface, serving, app),
  request: wireOf,
  call: async (surface, options) => (await import('./call/caller.ts')).callSoap(surface, options),
  breaks,
})

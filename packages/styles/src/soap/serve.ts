import type { ServiceBackend } from '@charter/runtime'
import type { FastifyInstance } from 'fastify'
import { wsdlOf } from './contract/contract.ts'
import type { SoapSurface } from './surface.ts'
import { soap } from './transport/soap.ts'

/** The same endpoint that a generated service has. */
export const serveSoap = (surface: SoapSurface, serving: ServiceBackend, app: FastifyInstance): Promise<void> =>
  soap(app, serving, surface.names, () => wsdlOf(surface))

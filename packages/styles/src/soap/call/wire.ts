import type { WireRequest } from '@charter/charter'
import type { Call } from '@charter/runtime'
import type { SoapSurface } from '../surface.ts'
import { mediaTypes } from '../transport/names.ts'
import { requestOf, type SoapRequest } from './request.ts'

/** A Call as the HTTP request that is sent, or a sentence saying why SOAP cannot carry it. */
export const wireOf = (surface: SoapSurface, call: Call): WireRequest | string => {
  const request = requestOf(surface, call)
  return typeof request === 'string' ? request : wireOfEnvelope(surface, request)
}

/** An envelope of SOAP 1.2 goes to the one address, whatever its operation. */
export const wireOfEnvelope = ({ names }: SoapSurface, { text }: SoapRequest): WireRequest => ({
  method: 'POST',
  target: names.path,
  headers: { 'content-type': `${mediaTypes['1.2']}; charset=utf-8` },
  body: text,
  language: 'xml',
})

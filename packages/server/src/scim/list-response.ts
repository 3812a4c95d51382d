import type { FastifyRequest } from 'fastify'
import { wantedOf } from './asked.ts'

/** RFC 7644 section 3.4.2. */
export const listResponse = (
  request: FastifyRequest,
  resources: readonly object[],
  { totalResults, startIndex }: { readonly totalResults: number; readonly startIndex: number },
) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources.map((each) => wantedOf(request, each)),
})

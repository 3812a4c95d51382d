import type { FastifyInstance } from 'fastify'
import { directoryOf } from './directory.ts'
import { groupSchema } from './group-resource.ts'
import { listResponse } from './list-response.ts'
import { pageMax } from './list-rows.ts'
import type { ScimParts } from './parts.ts'
import { baseOf, type ScimRoute, send } from './routes.ts'
import { schemas } from './schemas.ts'
import { userSchema } from './user-resource.ts'

/** What a directory may ask here (RFC 7644 section 4). */
export const discoveryRoutes = (scope: FastifyInstance, parts: ScimParts, route: ScimRoute): void => {
  scope.get('/ServiceProviderConfig', route, async (request, reply) => {
    await directoryOf(parts.service, request)
    return send(reply, 200, providerConfig)
  })
  scope.get('/ResourceTypes', route, async (request, reply) => {
    const base = baseOf(parts, await directoryOf(parts.service, request))
    const types = resourceTypes(base)
    return send(reply, 200, listResponse(request, types, { totalResults: types.length, startIndex: 1 }))
  })
  scope.get('/Schemas', route, async (request, reply) => {
    await directoryOf(parts.service, request)
    return send(reply, 200, listResponse(request, schemas, { totalResults: schemas.length, startIndex: 1 }))
  })
}

const providerConfig = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: pageMax },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Key of a directory',
      description: 'A key that an owner made for it, as a bearer token.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig' },
}

const resourceTypes = (base: string) =>
  [
    { id: 'User', endpoint: '/Users', schema: userSchema },
    { id: 'Group', endpoint: '/Groups', schema: groupSchema },
  ].map(({ id, ...type }) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id,
    name: id,
    ...type,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${id}` },
  }))

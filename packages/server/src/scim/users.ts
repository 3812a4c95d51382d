import { ProblemError, problem } from '@charter/runtime'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bodyOf, idOf, wantedOf } from './asked.ts'
import { type Directory, directoryOf } from './directory.ts'
import { userFilters } from './filter.ts'
import { invite } from './invite.ts'
import { listResponse } from './list-response.ts'
import { listRows } from './list-rows.ts'
import type { ScimParts } from './parts.ts'
import { readPatch } from './patch-operations.ts'
import { personOf } from './person-of.ts'
import { baseOf, type ScimRoute, send } from './routes.ts'
import { ScimError } from './scim-error.ts'
import { type UserRow, userResource } from './user-resource.ts'
import { patchedUser, readUser, replacedUser, type UserValues } from './user-values.ts'

/** `/Users` of an organisation (RFC 7644 section 3.2). */
export const userRoutes = (scope: FastifyInstance, parts: ScimParts, route: ScimRoute): void => {
  scope.get('/Users', route, async (request, reply) => {
    const directory = await directoryOf(parts.service, request)
    const listed = await listRows<UserRow>(directory, request, { entity: 'DirectoryUser', fields: userFilters })
    const resources = listed.rows.map((row) => userResource(row, baseOf(parts, directory)))
    return send(reply, 200, listResponse(request, resources, listed))
  })
  scope.post('/Users', route, async (request, reply) => makeUser(parts, request, reply))
  scope.get('/Users/:id', route, async (request, reply) => {
    const directory = await directoryOf(parts.service, request)
    return sendUser(parts, request, reply, directory)
  })
  scope.put('/Users/:id', route, (request, reply) =>
    changeUser(parts, request, reply, () => replacedUser(named(bodyOf(request)))),
  )
  scope.patch('/Users/:id', route, (request, reply) =>
    changeUser(parts, request, reply, () => patchedUser(readPatch(bodyOf(request)))),
  )
  scope.delete('/Users/:id', route, async (request, reply) => {
    const directory = await directoryOf(parts.service, request)
    await directory.call('DirectoryUser.delete', { key: keyOf(request) })
    return send(reply, 204, null)
  })
}

const makeUser = async (parts: ScimParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const directory = await directoryOf(parts.service, request)
  const values = readUser(named(bodyOf(request)))
  const { person, invited } = await personOf(parts, directory, values)
  const row = await directory.call<UserRow>('DirectoryUser.create', { value: { ...values, personId: person } })
  if (invited !== null && row.isActive)
    await invite(parts, request, { invitation: { email: invited, person }, maker: directory.maker })
  const resource = userResource(row, baseOf(parts, directory))
  reply.header('location', resource.meta.location)
  return send(reply, 201, wantedOf(request, resource))
}

const changeUser = async (
  parts: ScimParts,
  request: FastifyRequest,
  reply: FastifyReply,
  read: () => UserValues,
): Promise<FastifyReply> => {
  const directory = await directoryOf(parts.service, request)
  const changes = read()
  if (Object.keys(changes).length > 0)
    await directory.call('DirectoryUser.update', { key: keyOf(request), value: { ...changes } })
  return sendUser(parts, request, reply, directory)
}

const sendUser = async (parts: ScimParts, request: FastifyRequest, reply: FastifyReply, directory: Directory) => {
  const row = await directory.call<UserRow>('DirectoryUser.read', { key: keyOf(request) })
  return send(reply, 200, wantedOf(request, userResource(row, baseOf(parts, directory))))
}

const named = (body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  if (!Object.keys(body).some((name) => name.toLowerCase() === 'username'))
    throw new ScimError('invalidValue', 'A user has a "userName".')
  return body
}

/** Throws a ProblemError (`not-found`). */
export const keyOf = (request: FastifyRequest): { readonly id: string } => {
  const id = idOf(request)
  if (id === null) throw new ProblemError(problem('not-found'))
  return { id: id.toLowerCase() }
}

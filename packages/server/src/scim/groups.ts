import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bodyOf, queryOf, wantedOf } from './asked.ts'
import { type Directory, directoryOf } from './directory.ts'
import { groupFilters } from './filter.ts'
import { type GroupChanges, patchedGroup, readGroup } from './group-changes.ts'
import { type GroupRow, groupResource } from './group-resource.ts'
import { listResponse } from './list-response.ts'
import { listRows } from './list-rows.ts'
import type { ScimParts } from './parts.ts'
import { readPatch } from './patch-operations.ts'
import { baseOf, type ScimRoute, send } from './routes.ts'
import { keyOf } from './users.ts'

/** `/Groups` of an organisation: teams that its directory made. What they may an owner says. */
export const groupRoutes = (scope: FastifyInstance, parts: ScimParts, route: ScimRoute): void => {
  scope.get('/Groups', route, async (request, reply) => {
    const directory = await directoryOf(parts.service, request)
    const listed = await listRows<GroupRow>(directory, request, { entity: 'Team', fields: groupFilters })
    const resources: object[] = []
    for (const row of listed.rows) resources.push(await resourceOf(parts, request, directory, row))
    return send(reply, 200, listResponse(request, resources, listed))
  })
  scope.post('/Groups', route, async (request, reply) => {
    const directory = await directoryOf(parts.service, request)
    const { name, externalId, join } = readGroup(bodyOf(request))
    const value = { name: name ?? '', ...(externalId && { externalId }), join }
    const row = await directory.call<GroupRow>('makeGroup', { value })
    reply.header('location', `${baseOf(parts, directory)}/Groups/${row.id}`)
    return send(reply, 201, wantedOf(request, await resourceOf(parts, request, directory, row)))
  })
  scope.get('/Groups/:id', route, async (request, reply) => {
    const directory = await directoryOf(parts.service, request)
    const row = await directory.call<GroupRow>('Team.read', { key: keyOf(request) })
    return send(reply, 200, wantedOf(request, await resourceOf(parts, request, directory, row)))
  })
  scope.put('/Groups/:id', route, (request, reply) =>
    changeGroup(parts, request, reply, () => readGroup(bodyOf(request))),
  )
  scope.patch('/Groups/:id', route, (request, reply) =>
    changeGroup(parts, request, reply, () => patchedGroup(readPatch(bodyOf(request)))),
  )
  scope.delete('/Groups/:id', route, async (request, reply) => {
    const directory = await directoryOf(parts.service, request)
    await directory.call('removeGroup', { key: keyOf(request), value: {} })
    return send(reply, 204, null)
  })
}

const changeGroup = async (
  parts: ScimParts,
  request: FastifyRequest,
  reply: FastifyReply,
  read: () => GroupChanges,
): Promise<FastifyReply> => {
  const directory = await directoryOf(parts.service, request)
  const row = await directory.call<GroupRow>('changeGroup', { key: keyOf(request), value: { ...read() } })
  return send(reply, 200, wantedOf(request, await resourceOf(parts, request, directory, row)))
}

/** Members are read where somebody wants them. */
const resourceOf = async (parts: ScimParts, request: FastifyRequest, directory: Directory, row: GroupRow) => {
  const isLeftOut = /(?:^|,)\s*members\s*(?:,|$)/i.test(queryOf(request).get('excludedattributes') ?? '')
  const members = isLeftOut
    ? []
    : await directory.call<readonly string[]>('membersOfGroup', { key: { id: row.id }, value: {} })
  return groupResource(row, members, baseOf(parts, directory))
}

import { addressOf } from '@charter/runtime/http'
import type { FastifyRequest } from 'fastify'
import { invitationLetter } from '../mail/letters.ts'
import { type Invitation, linkToJoin } from '../people/invitation.ts'
import { style } from './directory.ts'
import type { ScimParts } from './parts.ts'

/** Sends an invitation to whom a directory made, to them alone. Where that fails the user stays, and an owner invites them. */
export const invite = async (
  { links, mail, url, service }: ScimParts,
  request: FastifyRequest,
  { invitation, maker }: { readonly invitation: Invitation; readonly maker: string },
): Promise<void> => {
  if (!mail) return
  const origin = { style, address: addressOf(request), requestId: request.id }
  await service.recordSignIn('invite', { id: maker, roles: [], attributes: {}, credential: 'api-key' }, origin)
  const { link } = await linkToJoin({ links, url }, invitation)
  await mail.send(invitationLetter({ to: invitation.email, link })).catch(service.onBug)
}

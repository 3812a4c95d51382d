import { ProblemError, problem } from '@charter/runtime'
import { uuidv7 } from '@charter/runtime/service'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Invitation, invitationMs } from '../invitation.ts'
import { record } from './ask.ts'
import type { PeopleParts } from './parts.ts'
import { readTexts } from './read-texts.ts'

/**
 * `POST /invitations { email }`, as the API is asked (with a token, and the organisation): a link for one person to join by, and who they will be, so that
 * they can be made a member. Nothing is sent to anybody. It says nothing of who is there already: who has an account says who they are.
 */
export const invitationRoutes = (scope: FastifyInstance, parts: PeopleParts): void => {
  scope.post('/invitations', async (request, reply) => {
    const { principal } = request
    if (!principal?.roles.includes('owner') || principal.credential === 'api-key')
      throw new ProblemError(problem('forbidden', { detail: 'An owner of an organisation invites people, signed in.' }))
    const { email } = readTexts(request, ['email'])
    if (!z.email().max(254).safeParse(email).success)
      throw new ProblemError(problem('malformed', { detail: '"email" is no e-mail address.' }))
    const invitation: Invitation = { email, person: uuidv7(parts.nowMs()) }
    await record(parts, request, 'invite', principal.id)
    const code = await parts.store.links.make('invitation', { data: JSON.stringify(invitation), lifeMs: invitationMs })
    return reply
      .code(201)
      .header('cache-control', 'no-store')
      .header('content-type', 'application/json')
      .send(JSON.stringify({ personId: invitation.person, link: `${parts.url()}/join/${code}` }))
  })
}

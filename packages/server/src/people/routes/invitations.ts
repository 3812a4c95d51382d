import { ProblemError, problem } from '@charter/runtime'
import { uuidv7 } from '@charter/runtime/service'
import type { FastifyInstance } from 'fastify'
import { invitationLetter } from '../../mail/letters.ts'
import type { Mail } from '../../mail/open-mail.ts'
import { type Invitation, linkToJoin } from '../invitation.ts'
import { isEmail } from '../is-email.ts'
import { record } from './ask.ts'
import type { PeopleParts } from './parts.ts'
import { personOfDirectory } from './person-of-directory.ts'
import { readTexts } from './read-texts.ts'

/**
 * `POST /invitations { email }`, as the API is asked (with a token, and the organisation): a link for one person to join by, and who they will be, so that
 * they can be made a member; whom a directory made with this address they are already. Where the platform sends letters it is sent to them alone, else given to who asks. It says nothing of who is there already: who has an account says who they are.
 */
export const invitationRoutes = (scope: FastifyInstance, parts: PeopleParts): void => {
  scope.post('/invitations', async (request, reply) => {
    const { principal } = request
    if (!principal?.roles.includes('owner') || principal.credential === 'api-key')
      throw new ProblemError(problem('forbidden', { detail: 'An owner of an organisation invites people, signed in.' }))
    const { email } = readTexts(request, ['email'])
    if (!isEmail(email)) throw new ProblemError(problem('malformed', { detail: '"email" is no e-mail address.' }))
    const person = (await personOfDirectory(parts, request, principal, email)) ?? uuidv7(parts.nowMs())
    const invitation: Invitation = { email, person }
    await record(parts, request, 'invite', principal.id)
    const { code, link } = await linkToJoin({ links: parts.store.links, url: parts.url }, invitation)
    const told = parts.mail ? await sent(parts, parts.mail, { to: email, link, code }) : { link }
    return reply
      .code(201)
      .header('cache-control', 'no-store')
      .header('content-type', 'application/json')
      .send(JSON.stringify({ personId: invitation.person, ...told }))
  })
}

interface Sent {
  readonly to: string
  readonly link: string
  readonly code: string
}

/** Sends it, to its reader alone; it has ended where that failed. */
const sent = async ({ store, onBug }: PeopleParts, mail: Mail, { to, link, code }: Sent) => {
  try {
    await mail.send(invitationLetter({ to, link }))
    return { sentTo: to }
  } catch (error) {
    onBug(error)
    await store.links.use('invitation', code)
    throw new ProblemError(
      problem('unavailable', { detail: 'The invitation could not be sent by e-mail; the platform’s log says why.' }),
    )
  }
}

import { openRoute } from '@charter/runtime/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type ApprovalSeen, approvalOf } from '../../program/approval-of.ts'
import { PlatformRefused } from '../../program/platform-calls.ts'
import type { SignedIn } from '../accounts/signed-in.ts'
import { type Approving, approvePage, noDeploymentPage } from '../pages/approve-forms.ts'
import { signInFirstPage } from '../pages/forms.ts'
import { sendOn, sendPage } from '../pages/page.ts'
import type { TriedRoute } from './bounds.ts'
import { confirming } from './confirming.ts'
import type { PeopleParts } from './parts.ts'
import { readTexts } from './read-texts.ts'
import { stepUp, stepUpOptions } from './step-up.ts'

/** Where somebody looks at what a deployment changes, and lets it or refuses it by a code of their authenticator. */
export const approveRoutes = (scope: FastifyInstance, parts: PeopleParts, tried: TriedRoute): void => {
  scope.get('/approve/:id', openRoute, async (request, reply) => {
    const signedIn = await confirming(parts, request)
    if (!signedIn) return sendPage(reply, signInFirstPage)
    const seen = await seenBy(parts, request, signedIn)
    return sendPage(reply, seen ? approvePage(await approving(parts, seen, signedIn), null) : noDeploymentPage)
  })
  scope.post('/approve/:id', tried, async (request, reply) => {
    const signedIn = await confirming(parts, request)
    if (!signedIn) return sendPage(reply, signInFirstPage)
    const seen = await seenBy(parts, request, signedIn)
    if (!seen) return sendPage(reply, noDeploymentPage)
    const { code, passkey, digest, answer, comment } = readTexts(request, fields)
    const page = async (wrong: string) => sendPage(reply, approvePage(await approving(parts, seen, signedIn), wrong))
    if (answer !== 'let' && answer !== 'refuse') return page('Say whether you let it or refuse it.')
    const stepped = await stepUp(parts, request, { signedIn, code, passkey })
    if ('wrong' in stepped) return stepped.isOut ? sendPage(reply, signInFirstPage) : page(stepped.wrong)
    const wrong = await parts
      .callsAs(request, stepped.token)('POST approvals', {
        deploymentId: seen.deployment.id,
        releaseDigest: digest,
        isYes: answer === 'let',
        ...(comment !== '' && { comment }),
      })
      .then(() => null, sentenceOf)
    return wrong === null ? sendOn(reply, `/approve/${seen.deployment.id}`) : page(wrong)
  })
}

const fields = ['code', 'passkey', 'digest', 'answer', 'comment'] as const

const approving = async (parts: PeopleParts, seen: ApprovalSeen, signedIn: SignedIn): Promise<Approving> => ({
  seen,
  signedIn,
  mode: parts.mode,
  passkeyOptions: await stepUpOptions(parts, signedIn),
})

const params = z.object({ id: z.uuid() })

/** Null where there is none, or they may not see it. */
const seenBy = async (
  parts: PeopleParts,
  request: FastifyRequest,
  signedIn: SignedIn,
): Promise<ApprovalSeen | null> => {
  const named = params.safeParse(request.params)
  if (!named.success) return null
  const { token } = await parts.tokens.make(signedIn)
  return approvalOf(parts.callsAs(request, token), named.data.id).catch((error: unknown) => {
    if (error instanceof PlatformRefused) return null
    throw error
  })
}

const sentenceOf = (error: unknown): string => {
  if (error instanceof PlatformRefused) return error.why
  throw error
}

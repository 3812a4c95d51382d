import { ProblemError, problem } from '@charter/runtime'
import { addressOf } from '@charter/runtime/http'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { changedLetter, usedCodeLetter } from '../../mail/letters.ts'
import type { Answered, Asked, Browser } from '../accounts/open-accounts.ts'
import { type Factor, factorAt, type SignedIn } from '../accounts/signed-in.ts'
import { type PeopleParts, style } from './parts.ts'
import { writeTo } from './write-to.ts'

export const browserOf = (request: FastifyRequest): Browser => ({
  cookie: request.headers.cookie ?? '',
  address: addressOf(request),
  agent: (request.headers['user-agent'] ?? '').slice(0, 200),
})

/**
 * Asks a route of better-auth. A refusal is counted by its address, and a sign-in is on record before anybody is told of it. Whoever begins to sign in
 * ends the session that their browser had. Rejects with a ProblemError (`too-many`).
 */
export const ask = async (parts: PeopleParts, request: FastifyRequest, asked: Asked): Promise<Answered> => {
  const browser = browserOf(request)
  const before = ending.includes(asked.path) ? await parts.accounts.signedIn(browser) : null
  const answered = await parts.accounts.ask(asked, browser)
  if (answered.status >= 500) throw new ProblemError(problem('internal'))
  if ([401, 429].includes(answered.status)) countRefusal(parts, request)
  if (answered.status === 200) await settled(parts, request, { path: asked.path, answered, before })
  return answered
}

/** What ends sessions: whose they were is looked up before. */
const ending: readonly string[] = ['/sign-out', '/change-password']

interface Settled {
  readonly path: string
  readonly answered: Answered
  readonly before: SignedIn | null
}

const settled = async (
  parts: PeopleParts,
  request: FastifyRequest,
  { path, answered, before }: Settled,
): Promise<void> => {
  if (path === '/sign-in/email') await parts.accounts.ask({ path: '/sign-out', body: {} }, browserOf(request))
  if (path in factorAt) await begun(parts, request, { factor: factorAt[path], ...ofPerson.parse(answered.body).user })
  if (path === '/sign-out' && before) await record(parts, request, 'signOut', before.person)
  if (path !== '/change-password' || !before) return
  await parts.store.programs.endAll(before.person)
  await record(parts, request, 'changePassword', before.person)
  writeTo(parts, changedLetter, { to: before.email, path: '/recover' })
}

interface Begun {
  readonly factor: Factor | undefined
  readonly id: string
  readonly email: string
}

const begun = async (parts: PeopleParts, request: FastifyRequest, { factor, id, email }: Begun): Promise<void> => {
  await record(parts, request, 'signIn', id)
  if (factor !== 'recovery') return
  await record(parts, request, 'useRecoveryCode', id)
  writeTo(parts, usedCodeLetter, { to: email, path: '/account' })
}

/** Puts on record who did what of sign-in. Rejects with a ProblemError where that cannot be. */
export const record = (
  { service }: PeopleParts,
  request: FastifyRequest,
  operation: string,
  person: string,
): Promise<void> =>
  service.recordSignIn(
    operation,
    { id: person, roles: [], attributes: {}, credential: 'jwt' },
    { style, address: addressOf(request), requestId: request.id },
  )

/** Throws a ProblemError (`too-many`) where an address was refused too often. */
export const countRefusal = ({ service }: PeopleParts, request: FastifyRequest): void => {
  const often = service.refusals.failed({ style, address: addressOf(request) })
  if (often) throw new ProblemError(often)
}

const ofPerson = z.object({ user: z.object({ id: z.string(), email: z.string() }) })

import { type ProblemCode, ProblemError, problem } from '@charter/runtime'
import { openRoute } from '@charter/runtime/http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { authPath } from '../accounts/auth.ts'
import type { Answered } from '../accounts/open-accounts.ts'
import { ask, browserOf } from './ask.ts'
import type { TriedRoute } from './bounds.ts'
import { isFresh } from './fresh.ts'
import type { PeopleParts } from './parts.ts'
import { readTexts } from './read-texts.ts'
import { messageOf } from './wrong.ts'

interface AuthRoute {
  readonly method: 'GET' | 'POST'
  /** The texts that are handed on; nothing else of a body is. */
  readonly takes?: readonly string[]
  /** What is said beside them. */
  readonly also?: Readonly<Record<string, boolean>>
  /** Something secret is tried there. */
  readonly isTried?: true
}

/** Routes of better-auth that are there, by their paths. What is not named is not. */
const always: Readonly<Record<string, AuthRoute>> = {
  '/get-session': { method: 'GET' },
  '/list-sessions': { method: 'GET' },
  '/revoke-session': { method: 'POST', takes: ['token'] },
  '/sign-out': { method: 'POST', takes: [] },
}

/** Those of a password, which the owner of this machine has not. */
const ofPasswords: Readonly<Record<string, AuthRoute>> = {
  '/sign-in/email': { method: 'POST', takes: ['email', 'password'], isTried: true },
  '/two-factor/enable': { method: 'POST', takes: ['password'], isTried: true },
  '/two-factor/verify-totp': { method: 'POST', takes: ['code'], isTried: true },
  // Whoever changes a password is signed out everywhere, and signs in with the new one.
  '/change-password': {
    method: 'POST',
    takes: ['currentPassword', 'newPassword'],
    also: { revokeOtherSessions: true },
    isTried: true,
  },
}

export const authRoutes = (scope: FastifyInstance, parts: PeopleParts, tried: TriedRoute): void => {
  const served = parts.mode === 'production' ? { ...always, ...ofPasswords } : always
  for (const [path, { method, takes, also, isTried }] of Object.entries(served))
    scope.route({
      ...(isTried ? tried : openRoute),
      method,
      url: `${authPath}${path}`,
      handler: async (request, reply) => {
        if (fresh.includes(path)) await askFresh(parts, request)
        const body = takes && { ...readTexts(request, takes), ...also }
        return answer(reply, await ask(parts, request, { path, ...(body && { body }) }))
      },
    })
}

/** What changes an account, as its page does. */
const fresh: readonly string[] = ['/revoke-session', '/change-password']

const askFresh = async (parts: PeopleParts, request: FastifyRequest): Promise<void> => {
  const signedIn = await parts.accounts.signedIn(browserOf(request))
  if (signedIn && !isFresh(parts, signedIn))
    throw new ProblemError(problem('step-up-required', { detail: 'Show a second factor, at /account.' }))
}

const answer = (reply: FastifyReply, { status, body, cookies }: Answered): FastifyReply => {
  if (status !== 200) throw new ProblemError(problem(codes[status] ?? 'internal', { detail: messageOf(body) }))
  return reply
    .header('set-cookie', [...cookies])
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json')
    .send(JSON.stringify(told(body)))
}

/** Neither what a cookie is made of, nor codes that no route takes. */
const told = (body: unknown): unknown => {
  const { token: _, backupCodes: __, ...rest } = isObject.safeParse(body).data ?? {}
  return Array.isArray(body) ? body : rest
}

const isObject = z.record(z.string(), z.unknown())

const codes: Readonly<Record<number, ProblemCode>> = {
  400: 'malformed',
  401: 'unauthenticated',
  403: 'forbidden',
  429: 'too-many',
}

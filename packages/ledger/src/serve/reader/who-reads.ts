import { hash, timingSafeEqual } from 'node:crypto'
import { ProblemError, problem } from '@charter/runtime'
import { credentialOf } from '@charter/runtime/http'
import { createAuthenticator, keySetAt, remoteKeys } from '@charter/runtime/service'
import type { FastifyRequest } from 'fastify'
import type { Reader, SignIn } from '../../settings/settings.ts'
import type { LedgerServerParts } from '../serve-ledger.ts'
import { failedAttempts } from './failed-attempts.ts'

/** Somebody who may read, and until when this sign-in says so. */
export interface ReaderSession {
  readonly principal: string
  readonly credential: 'token' | 'jwt'
  readonly untilMs: number
}

/** Rejects with the problem `unauthenticated`, `forbidden` or `too-many`. */
export type WhoReads = (request: FastifyRequest) => Promise<ReaderSession>

const tokenPrefix = 'cl_'

/** Asks of each request who reads: by a token of the ledger's own, or by a JWT of `signIn` with its role. */
export const whoReads = (
  { settings, nowMs }: Pick<LedgerServerParts, 'settings' | 'nowMs'>,
  onRefused: () => void,
): WhoReads => {
  const failed = failedAttempts(nowMs)
  let kept: { readonly signIn: SignIn; readonly read: (text: string) => Promise<ReaderSession> } | null = null
  /** Settings change while the ledger is served: they are asked each time. */
  const byJwt = (signIn: SignIn | null): ((text: string) => Promise<ReaderSession>) => {
    if (signIn === null) throw refused('This ledger takes its own reader tokens alone. Ask who runs it for one.')
    if (kept?.signIn !== signIn) kept = { signIn, read: jwtReading(signIn, nowMs) }
    return kept.read
  }
  return async (request) => {
    try {
      const credential = credentialOf(request)
      if (credential?.kind !== 'bearer') throw refused('Send a reader token: "Authorization: Bearer cl_…".')
      // A token of 32 random bytes is found by no number of attempts, and costs a hash: it is let in from an address where
      // others fail, so that nobody behind the same proxy can lock a reader out. Verifying a JWT costs more.
      if (credential.text.startsWith(tokenPrefix)) return tokenReading(settings.readers, credential.text, nowMs())
      failed.requireFew(request.ip)
      return await byJwt(settings.signIn)(credential.text)
    } catch (error) {
      if (isRefusal(error)) {
        onRefused()
        failed.requireFew(request.ip)
        failed.note(request.ip)
      }
      throw error
    }
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof ProblemError && ['unauthenticated', 'forbidden'].includes(error.problem.code)

const refused = (detail: string): ProblemError => new ProblemError(problem('unauthenticated', { detail }))

/** Every hash is compared, each in constant time: how long it takes says nothing of which one nearly fits. */
const tokenReading = (readers: readonly Reader[], token: string, nowMs: number): ReaderSession => {
  const digest = hash('sha256', token, 'buffer')
  let found: Reader | null = null
  for (const reader of readers) {
    const kept = Buffer.from(reader.tokenHash, 'hex')
    if (kept.length === digest.length && timingSafeEqual(kept, digest)) found = reader
  }
  if (!found) throw refused('This reader token is not known here. Ask who runs the ledger for one.')
  const untilMs = Date.parse(found.expiresAt)
  // An end that cannot be read is one that has come.
  if (!(untilMs > nowMs))
    throw refused(`This reader token ended at ${found.expiresAt}. Ask who runs the ledger for a new one.`)
  return { principal: found.name, credential: 'token', untilMs }
}

const jwtReading = (signIn: SignIn, nowMs: () => number): ((text: string) => Promise<ReaderSession>) => {
  const { issuer, audience, jwksUrl, rolesClaim, role } = signIn
  const keys = remoteKeys({ load: () => keySetAt({ url: jwksUrl }), nowMs })
  const authenticate = createAuthenticator({
    access: { accepts: ['jwt'], roles: [role], principal: [], rules: [], mfa: [] },
    issuers: [{ issuer, audience, keys, rolesClaim }],
    state: { findApiKey: async () => null },
    nowMs,
  })
  return async (text) => {
    const principal = await authenticate({ kind: 'bearer', text })
    if (!principal?.roles.includes(role))
      throw new ProblemError(
        problem('forbidden', {
          detail: `Only who has the role "${role}" may read this ledger. Ask for it at ${issuer}.`,
        }),
      )
    return { principal: principal.id, credential: 'jwt', untilMs: principal.untilMs ?? 0 }
  }
}

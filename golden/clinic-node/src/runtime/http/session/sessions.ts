import type { Credential } from '../../call/call.ts'
import { organisationHeader } from '../../call/credential.ts'
import type { SessionsModel } from '../../call/model.ts'
import type { FromPage, Sessions } from '../../call/sessions.ts'
import { ProblemError, problem } from '../../problem/problem.ts'
import { isOwnPage } from './own-page.ts'
import { sessionSeal } from './session-seal.ts'

export interface SessionOptions {
  readonly settings: SessionsModel
  readonly service: string
  readonly secret: Uint8Array
  /** Whether clients speak TLS, to the service or to the proxy before it: then their pages are of `https://`. */
  readonly isTls: boolean
  /** Cookies without `Secure`, for plain HTTP on this machine. */
  readonly isPlain: boolean
  readonly nowMs: () => number
}

/** Browsers keep cookies of 4096 bytes, name and attributes included (RFC 6265 section 6.1). */
const cookieBytesMax = 4096

export const sessionsOf = ({ settings, service, secret, isTls, isPlain, nowMs }: SessionOptions): Sessions => {
  const seal = sessionSeal(secret, service)
  const name = sessionCookie(settings, isPlain)
  const originOf = ({ headers }: FromPage): string => `${isTls ? 'https' : 'http'}://${String(headers.host)}`
  const cookieOf = (value: string, seconds: number): string =>
    `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isPlain ? '' : '; Secure'}`
  const opened = ({ headers }: FromPage): Credential | null => {
    const text = valueIn(headers.cookie, name)
    const session = text === null ? null : seal.open(text)
    if (!session || session.untilMs <= nowMs()) return null
    const organisation = headers[organisationHeader]
    const credential = { ...session.credential, untilMs: session.untilMs }
    return typeof organisation === 'string' ? { ...credential, organisation } : credential
  }
  return {
    credentialOf: (request, proof) => {
      const credential = opened(request)
      if (credential === null || isOwnPage(request, originOf(request), proof)) return credential
      throw new ProblemError(problem('unauthenticated', { detail: foreign }))
    },
    ofSocket: (request) => (isOwnPage(request, originOf(request), 'socket') ? opened(request) : null),
    isTaken: (request) => {
      const { origin, 'sec-fetch-site': site } = request.headers
      return (origin === undefined && site === undefined) || isOwnPage(request, originOf(request), 'script')
    },
    begin: ({ kind, text }, { untilMs: heldUntilMs = Number.POSITIVE_INFINITY }) => {
      if (kind !== 'bearer' && kind !== 'api-key')
        throw new ProblemError(
          problem('unauthenticated', { detail: 'A session begins with "Authorization: Bearer <token>".' }),
        )
      const untilMs = Math.min(heldUntilMs, nowMs() + settings.maxAgeSeconds * 1000)
      const seconds = Math.max(1, Math.floor((untilMs - nowMs()) / 1000))
      const cookie = cookieOf(seal.seal({ credential: { kind, text }, untilMs }), seconds)
      if (cookie.length > cookieBytesMax)
        throw new ProblemError(
          problem('too-large', { detail: 'The credential is too long for a cookie: ask for one with fewer claims.' }),
        )
      return { cookie, untilMs }
    },
    end: () => cookieOf('', 0),
  }
}

const foreign =
  'A session is taken from pages of this service’s own origin alone: of others, send the credential in `Authorization`.'

/** RFC 6265bis section 4.1.3.2: `__Host-` is of this host alone, over TLS alone, and no sibling of it can write one. */
export const sessionCookie = ({ name }: SessionsModel, isPlain: boolean): string =>
  `${isPlain ? '' : '__Host-'}${name}-session`

/** Null where there is none, or more than one: which of two was ours nobody can say. */
const valueIn = (cookies: FromPage['headers'][string], name: string): string | null => {
  const found = String(cookies ?? '')
    .split(';')
    .flatMap((pair) => {
      const at = pair.indexOf('=')
      return at > 0 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : []
    })
  return found.length === 1 ? (found[0] ?? null) : null
}

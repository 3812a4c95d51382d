import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import type { Attempts } from '../store/attempts.ts'
import type { UsedCodes } from '../store/used-codes.ts'
import type { KnownDevices } from './known-devices.ts'
import { factorAt } from './signed-in.ts'
import { stepUpHeader } from './step-up-header.ts'
import { weakPassword } from './weak-password.ts'

export interface Guarded {
  readonly attempts: Attempts
  readonly usedCodes: UsedCodes
  readonly devices: Pick<KnownDevices, 'apart'>
}

type Middleware = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/**
 * What is asked before a route of better-auth, which bounds its second factor by itself only while somebody signs in, and takes a code of an
 * authenticator as often as it is shown.
 */
export const before = ({ attempts, usedCodes, devices }: Guarded) => {
  const bounded = async (account: string): Promise<void> => {
    const waitMs = await attempts.begin(account)
    if (waitMs > 0) throw tooOften(waitMs)
  }
  return createAuthMiddleware(async (asked) => {
    switch (asked.path) {
      case '/sign-in/email':
        return bounded(passwordOf(asked, devices, String(asked.body?.email)))
      case '/two-factor/enable':
        return bounded(passwordOf(asked, devices, (await signedIn(asked)).user.email))
      case '/change-password': {
        const { user, session } = await signedIn(asked)
        if (!session.secondFactorAt) throw new APIError('FORBIDDEN', { message: 'Set up a second factor first.' })
        const weak = weakPassword(String(asked.body?.newPassword), user.email)
        if (weak !== null) throw new APIError('BAD_REQUEST', { message: weak })
        return bounded(passwordOf(asked, devices, user.email))
      }
      case '/two-factor/verify-backup-code':
        return bounded(await codeIn(asked, devices, await signingIn(asked)))
      case '/two-factor/verify-totp': {
        const person = await verifying(asked)
        await bounded(await codeIn(asked, devices, person))
        if (!(await usedCodes.take(person, String(asked.body?.code)))) throw wrongCode()
        return
      }
    }
  })
}

/** Forgets what failed before, once it was right. */
export const after = ({ attempts, devices }: Guarded) =>
  createAuthMiddleware(async (asked) => {
    const { path, body, context } = asked
    if (isAPIError(context.returned)) return
    if (path === '/sign-in/email') await attempts.succeeded(passwordOf(asked, devices, String(body?.email)))
    const user = context.newSession?.user
    if (path !== undefined && path in factorAt && user)
      await attempts.succeeded(codeOf(user.id, devices.apart(cookiesOf(asked), user.email)))
    const email = context.session?.user.email
    if ((path === '/change-password' || path === '/two-factor/enable') && email)
      await attempts.succeeded(passwordOf(asked, devices, email))
  })

type Devices = Guarded['devices']

const cookiesOf = ({ headers }: Pick<Middleware, 'headers'>): string => headers?.get('cookie') ?? ''

const passwordOf = (asked: Pick<Middleware, 'headers'>, devices: Devices, email: string): string =>
  `password:${email.toLowerCase()}${devices.apart(cookiesOf(asked), email)}`

const codeIn = async (asked: Middleware, devices: Devices, person: string): Promise<string> => {
  const user = await asked.context.internalAdapter.findUserById(person)
  return codeOf(person, user ? devices.apart(cookiesOf(asked), user.email) : '')
}

/** What codes of a person are counted by; `apart`: of which browser, where it is known. */
export const codeOf = (person: string, apart: string): string => `code:${person}${apart}`

const signedIn = async (asked: Middleware) => {
  const session = await getSessionFromCtx(asked)
  if (!session) throw new APIError('UNAUTHORIZED')
  return session
}

/** Whose code it is: of who has shown a password, or who is signed in and has no second factor yet. */
const verifying = async (asked: Middleware): Promise<string> => {
  const pending = await pendingIn(asked)
  if (pending !== null) return pending
  const session = await getSessionFromCtx(asked)
  // Who has a second factor shows it as they sign in, or to step up, where guessing ends their session (routes/step-up.ts).
  if (!session || (session.user.twoFactorEnabled === true) !== (asked.headers?.has(stepUpHeader) ?? false))
    throw noSignIn()
  return session.user.id
}

/** A recovery code is of a sign-in that is under way, and of nothing else. */
const signingIn = async (asked: Middleware): Promise<string> => {
  const pending = await pendingIn(asked)
  if (pending === null) throw noSignIn()
  return pending
}

/** Who has shown a password in this browser, a while ago at most; null where nobody has. */
const pendingIn = async (asked: Middleware): Promise<string | null> => {
  const { context } = asked
  const shown = await asked.getSignedCookie(context.createAuthCookie('two_factor').name, context.secret)
  if (!shown) return null
  const pending = await context.internalAdapter.findVerificationValue(shown)
  if (!pending || pending.expiresAt <= new Date()) throw noSignIn()
  return pending.value
}

const noSignIn = (): APIError => new APIError('FORBIDDEN', { message: 'No sign-in is under way: begin again.' })

const wrongCode = (): APIError => new APIError('UNAUTHORIZED', { message: 'Invalid code', code: 'INVALID_CODE' })

const tooOften = (waitMs: number): APIError =>
  new APIError('TOO_MANY_REQUESTS', { message: `Wait ${Math.ceil(waitMs / 1000)} seconds.` })

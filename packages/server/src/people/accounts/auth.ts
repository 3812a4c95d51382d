import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { isAPIError } from 'better-auth/api'
import { accountPlugins, makeAccountTables, sessionFields } from './account-tables.ts'
import { after, before, type Guarded } from './guards.ts'
import { passwords } from './passwords.ts'
import type { RecoveryCodes } from './recovery-codes.ts'
import { factorAt } from './signed-in.ts'

export interface AuthOptions extends Guarded {
  readonly database: NonNullable<BetterAuthOptions['database']>
  /** Signs cookies, and seals secrets of authenticators. */
  readonly secret: string
  /** What cookies are called, and whether TLS alone carries them. */
  readonly cookies: { readonly prefix: string; readonly isTls: boolean }
  readonly sessionSeconds: number
  readonly recoveryCodes: RecoveryCodes
  readonly onBug: (error: unknown) => void
}

/** Where better-auth believes to be: its own checks of origins compare with it, and are made before it (routes/own-page.ts). */
export const inside = 'http://people.invalid'
/** Below this its routes lie. */
export const authPath = '/people'
/** In which it is told where a request came from. */
export const addressHeader = 'x-people-address'

/** better-auth as the platform has it: no sign-up, no mail, nothing that leaves this machine. Makes the tables that it asks for. */
export const openAuth = async (options: AuthOptions) => {
  await makeAccountTables(options.database)
  return betterAuth(authOptions(options))
}

/** better-auth, with what was added to it here. */
export type Auth = Awaited<ReturnType<typeof openAuth>>

const authOptions = ({ database, secret, cookies, sessionSeconds, recoveryCodes, onBug, ...guarded }: AuthOptions) =>
  ({
    appName: 'Charter',
    baseURL: inside,
    basePath: authPath,
    secret,
    database,
    telemetry: { enabled: false },
    logger: { disabled: true },
    onAPIError: {
      onError: (error) => {
        if (!isAPIError(error) || error.statusCode >= 500) onBug(error)
      },
    },
    // Bounds are of accounts and of addresses, whatever the process remembers (guards.ts, routes/bounds.ts).
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 12,
      maxPasswordLength: 512,
      password: passwords,
    },
    session: {
      expiresIn: sessionSeconds,
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
      additionalFields: sessionFields,
    },
    advanced: {
      useSecureCookies: false,
      cookiePrefix: cookies.prefix,
      defaultCookieAttributes: { secure: cookies.isTls, httpOnly: true, sameSite: 'lax', path: '/' },
      disableCSRFCheck: true,
      disableOriginCheck: true,
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    databaseHooks: { session: { create: { before: shown } } },
    hooks: { before: before(guarded), after: after(guarded) },
    plugins: [...accountPlugins(recoveryCodes)],
  }) satisfies BetterAuthOptions

/** A session knows which second factor was shown, and when, by the route that began it; and when it was used last. */
const shown = async (session: object, asked: { readonly path?: string } | null) => {
  const factor = factorAt[asked?.path ?? ''] ?? null
  return { data: { ...session, secondFactorAt: factor && new Date(), factor, lastUsedAt: new Date() } }
}

import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import type { BetterAuthPlugin } from 'better-auth/types'
import { z } from 'zod'

/** Begins a session of a person whom a link or a passkey proved. No route leads to it. */
export const beginSession = () =>
  ({
    id: 'begin-session',
    endpoints: {
      beginSession: createAuthEndpoint.serverOnly(
        { method: 'POST', body: z.object({ person: z.string(), factor: z.literal('passkey').nullable() }) },
        async (asked) => {
          const { internalAdapter } = asked.context
          const user = await internalAdapter.findUserById(asked.body.person)
          if (!user) throw new Error('A session is begun of a person that is there.')
          const begun = await internalAdapter.createSession(user.id)
          const { factor } = asked.body
          const shown =
            factor && (await internalAdapter.updateSession(begun.token, { factor, secondFactorAt: new Date() }))
          const session = shown ?? begun
          await setSessionCookie(asked, { session, user })
          return asked.json({ user: { email: user.email } })
        },
      ),
    },
  }) satisfies BetterAuthPlugin

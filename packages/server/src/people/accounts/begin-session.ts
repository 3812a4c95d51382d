import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import type { BetterAuthPlugin } from 'better-auth/types'
import { z } from 'zod'

/** Begins a session of a person whom a link proved. No route leads to it. */
export const beginSession = () =>
  ({
    id: 'begin-session',
    endpoints: {
      beginSession: createAuthEndpoint.serverOnly(
        { method: 'POST', body: z.object({ person: z.string() }) },
        async (asked) => {
          const { internalAdapter } = asked.context
          const user = await internalAdapter.findUserById(asked.body.person)
          if (!user) throw new Error('A session is begun of a person that is there.')
          const session = await internalAdapter.createSession(user.id)
          await setSessionCookie(asked, { session, user })
          return asked.json({})
        },
      ),
    },
  }) satisfies BetterAuthPlugin

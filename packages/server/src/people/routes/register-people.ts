import { openRoute } from '@charter/runtime/http'
import type { FastifyInstance } from 'fastify'
import { stylePath } from '../pages/page.ts'
import { style } from '../pages/style.ts'
import { accountRoutes } from './account.ts'
import { accountSecretRoutes } from './account-secrets.ts'
import { approveRoutes } from './approve.ts'
import { authRoutes } from './auth-routes.ts'
import { triedRoute } from './bounds.ts'
import { deviceRoutes } from './device.ts'
import { deviceTokenRoutes } from './device-token.ts'
import { homeRoute } from './home.ts'
import { invitationRoutes } from './invitations.ts'
import { joinRoutes } from './join.ts'
import { localLinkRoutes } from './local-link.ts'
import { newKeyRoutes } from './new-key.ts'
import { takeOwnPages } from './own-page.ts'
import type { PeopleParts } from './parts.ts'
import { passkeyRoutes } from './passkeys.ts'
import { recoverRoutes } from './recover.ts'
import { recoveryCodeRoutes } from './recovery-code.ts'
import { secondFactorRoutes } from './second-factor.ts'
import { signInRoutes } from './sign-in.ts'
import { tokenRoutes } from './token.ts'

const form = 'application/x-www-form-urlencoded'
/** As much as is read of whoever is nobody yet. */
const bodyBytesMax = 8192

/** All of sign-in, beside the charter on its listener. What a browser asks is of its own pages; what shows a code or a token is of anybody. */
export const registerPeople = (app: FastifyInstance, parts: PeopleParts): void => {
  const tried = triedRoute(parts.nowMs)
  app.register(async (scope) => {
    takeForms(scope)
    takeOwnPages(scope, parts)
    scope.get(stylePath, openRoute, (_request, reply) =>
      reply.header('content-type', 'text/css; charset=utf-8').header('cache-control', 'no-cache').send(style),
    )
    homeRoute(scope, parts)
    tokenRoutes(scope, parts)
    authRoutes(scope, parts, tried)
    deviceRoutes(scope, parts, tried)
    approveRoutes(scope, parts, tried)
    newKeyRoutes(scope, parts, tried)
    accountRoutes(scope, parts, tried)
    if (parts.mode === 'development') return localLinkRoutes(scope, parts, tried)
    signInRoutes(scope, parts, tried)
    secondFactorRoutes(scope, parts, tried)
    joinRoutes(scope, parts, tried)
    recoverRoutes(scope, parts, tried)
    accountSecretRoutes(scope, parts, tried)
    passkeyRoutes(scope, parts, tried)
    recoveryCodeRoutes(scope, parts, tried)
  })
  app.register(async (scope) => {
    takeForms(scope)
    deviceTokenRoutes(scope, parts, tried)
  })
  if (parts.mode === 'production') app.register(async (scope) => invitationRoutes(scope, parts))
}

const takeForms = (scope: FastifyInstance): void => {
  scope.addContentTypeParser(form, { parseAs: 'buffer', bodyLimit: bodyBytesMax }, (_request, body, done) =>
    done(null, body),
  )
}

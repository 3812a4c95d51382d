import { openRoute } from '@charter/runtime/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { newCodesLetter } from '../../mail/letters.ts'
import { sendOn, sendPage } from '../pages/page.ts'
import { recoveryCodePage } from '../pages/recovery-forms.ts'
import { ask, record } from './ask.ts'
import type { TriedRoute } from './bounds.ts'
import type { PeopleParts } from './parts.ts'
import { readTexts } from './read-texts.ts'
import { writeTo } from './write-to.ts'
import { wrongOf } from './wrong.ts'

/** A recovery code that ends a sign-in, in place of a code of an authenticator. */
export const recoveryCodeRoutes = (scope: FastifyInstance, parts: PeopleParts, tried: TriedRoute): void => {
  scope.get('/second-factor/recovery', openRoute, (_request, reply) => sendPage(reply, recoveryCodePage(null)))
  scope.post('/second-factor/recovery', tried, async (request, reply) => {
    const body = readTexts(request, ['code'])
    const answered = await ask(parts, request, { path: '/two-factor/verify-backup-code', body })
    if (answered.status === 200) return sendOn(reply, '/account', answered.cookies)
    // No sign-in is under way: it took too long, or there was none.
    if (answered.status === 403) return sendOn(reply, '/sign-in')
    return sendPage(reply, recoveryCodePage(wrongOf(answered, 'This is none of your recovery codes, or it was used.')))
  })
}

/** Puts a new set of somebody's on record, and tells them by a letter. */
export const tellOfCodes = async (
  parts: PeopleParts,
  request: FastifyRequest,
  { person, email }: { readonly person: string; readonly email: string },
): Promise<void> => {
  await record(parts, request, 'newRecoveryCodes', person)
  writeTo(parts, newCodesLetter, { to: email, path: '/account' })
}

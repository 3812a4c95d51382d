import { openRoute } from '@charter/runtime/http'
import type { FastifyInstance } from 'fastify'
import { passkeyLetter } from '../../mail/letters.ts'
import { sendOn, sendPage } from '../pages/page.ts'
import { newPasskeyPage, passkeySignInPage } from '../pages/passkey-forms.ts'
import { passkeyScript } from '../pages/passkey-script.ts'
import { changing, sendAccount } from './account.ts'
import { browserOf, countRefusal, record } from './ask.ts'
import type { TriedRoute } from './bounds.ts'
import type { PeopleParts } from './parts.ts'
import { readTexts } from './read-texts.ts'
import { writeTo } from './write-to.ts'

/** Signing in with a passkey, which is both factors at once as its authenticator knows its person, and the passkeys of who is signed in. */
export const passkeyRoutes = (scope: FastifyInstance, parts: PeopleParts, tried: TriedRoute): void => {
  const { accounts, passkeys, store } = parts
  const signInPage = async (wrong: string | null) =>
    passkeySignInPage(await passkeys.ask('passkey-sign-in', 'nobody'), wrong)
  scope.get('/people/passkey.js', openRoute, (_request, reply) =>
    reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('x-content-type-options', 'nosniff')
      .send(passkeyScript),
  )
  scope.get('/sign-in/passkey', tried, async (_request, reply) => sendPage(reply, await signInPage(null)))
  scope.post('/sign-in/passkey', tried, async (request, reply) => {
    const browser = browserOf(request)
    const shown = await passkeys.answered('passkey-sign-in', 'nobody', readTexts(request, ['passkey']).passkey)
    if (!shown) {
      countRefusal(parts, request)
      return sendPage(reply, await signInPage('This passkey is not known here, or it took too long.'))
    }
    await record(parts, request, 'signIn', shown.person)
    await accounts.ask({ path: '/sign-out', body: {} }, browser)
    const { cookies } = await accounts.begin(shown.person, browser, 'passkey')
    return sendOn(reply, '/', cookies)
  })
  scope.get('/account/passkeys/new', tried, (request, reply) =>
    changing(parts, request, reply, async (signedIn) => {
      if (signedIn.freshFactorAtMs === null) return sendAccount(parts, reply, signedIn, noRecovery)
      return sendPage(reply, newPasskeyPage(await passkeys.askNew(signedIn, signedIn.session), null))
    }),
  )
  scope.post('/account/passkeys', tried, (request, reply) =>
    changing(parts, request, reply, async (signedIn) => {
      if (signedIn.freshFactorAtMs === null) return sendAccount(parts, reply, signedIn, noRecovery)
      const { name, passkey } = readTexts(request, ['name', 'passkey'])
      const made = await passkeys.answeredNew(signedIn.session, passkey)
      if (!made) return sendAccount(parts, reply, signedIn, 'This is no passkey for here: begin again.')
      await record(parts, request, 'addPasskey', signedIn.person)
      const named = { ...made, person: signedIn.person, name: name.trim().slice(0, 60) || 'A passkey' }
      if (!(await store.passkeys.add(named)))
        return sendAccount(parts, reply, signedIn, 'It is there already, or you have as many passkeys as one may.')
      writeTo(parts, passkeyLetter, { to: signedIn.email, path: '/account' })
      return sendOn(reply, '/account')
    }),
  )
  scope.post('/account/passkeys/end', tried, (request, reply) =>
    changing(parts, request, reply, async (signedIn) => {
      await record(parts, request, 'removePasskey', signedIn.person)
      await store.passkeys.end(signedIn.person, readTexts(request, ['id']).id)
      return sendOn(reply, '/account')
    }),
  )
}

const noRecovery = 'A recovery code adds no passkey: set up another authenticator first, and show its code.'

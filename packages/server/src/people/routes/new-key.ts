import { openRoute } from '@charter/runtime/http'
import type { FastifyInstance } from 'fastify'
import type { KeyMinted } from '../../program/keys.ts'
import { PlatformRefused } from '../../program/platform-calls.ts'
import type { SignedIn } from '../accounts/signed-in.ts'
import { signInFirstPage } from '../pages/forms.ts'
import { type KeyAsking, keyMadePage, newKeyPage } from '../pages/key-forms.ts'
import { sendPage } from '../pages/page.ts'
import type { TriedRoute } from './bounds.ts'
import { confirming } from './confirming.ts'
import type { PeopleParts } from './parts.ts'
import { readTexts } from './read-texts.ts'
import { stepUp, stepUpOptions } from './step-up.ts'

/** Where somebody makes a key for a machine by a code of their authenticator, and is told it, once. */
export const newKeyRoutes = (scope: FastifyInstance, parts: PeopleParts, tried: TriedRoute): void => {
  scope.get('/keys/new', openRoute, async (request, reply) => {
    const signedIn = await confirming(parts, request)
    if (!signedIn) return sendPage(reply, signInFirstPage)
    const asked = new URL(request.url, parts.url()).searchParams
    const [name, grants, days] = ['name', 'grants', 'days'].map((each) => (asked.get(each) ?? '').slice(0, 200))
    return sendPage(reply, newKeyPage({ name, grants, days }, await asking(parts, signedIn), null))
  })
  scope.post('/keys/new', tried, async (request, reply) => {
    const signedIn = await confirming(parts, request)
    if (!signedIn) return sendPage(reply, signInFirstPage)
    const { name, grants, days, code, passkey } = readTexts(request, ['name', 'grants', 'days', 'code', 'passkey'])
    const page = async (wrong: string) =>
      sendPage(reply, newKeyPage({ name, grants, days }, await asking(parts, signedIn), wrong))
    const stepped = await stepUp(parts, request, { signedIn, code, passkey })
    if ('wrong' in stepped) return stepped.isOut ? sendPage(reply, signInFirstPage) : page(stepped.wrong)
    const body = { name, grants: grants.split(/[\s,]+/).filter((each) => each !== ''), days: Number(days) }
    try {
      const minted = await parts.callsAs(request, stepped.token)<KeyMinted>('POST mint-key', body)
      return sendPage(reply, keyMadePage(minted))
    } catch (error) {
      if (error instanceof PlatformRefused) return page(error.why)
      throw error
    }
  })
}

const asking = async (parts: PeopleParts, signedIn: SignedIn): Promise<KeyAsking> => ({
  mode: parts.mode,
  passkeyOptions: await stepUpOptions(parts, signedIn),
})

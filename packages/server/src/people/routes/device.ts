import { openRoute } from '@charter/runtime/http'
import type { FastifyInstance } from 'fastify'
import type { SignedIn } from '../accounts/signed-in.ts'
import { confirmPage, deviceDonePage, devicePage } from '../pages/device-forms.ts'
import type { Wrong } from '../pages/forms.ts'
import { sendOn, sendPage } from '../pages/page.ts'
import { record } from './ask.ts'
import type { TriedRoute } from './bounds.ts'
import { confirming } from './confirming.ts'
import type { PeopleParts } from './parts.ts'
import { readTexts } from './read-texts.ts'

/** Where somebody who is signed in says that a program acts for them, sees which do, and ends them. */
export const deviceRoutes = (scope: FastifyInstance, parts: PeopleParts, tried: TriedRoute): void => {
  const { devices, programs } = parts.store
  const page = async (signedIn: SignedIn, wrong: Wrong) =>
    devicePage(signedIn, await programs.list(signedIn.person), wrong)
  scope.get('/device', openRoute, async (request, reply) => {
    const signedIn = await confirming(parts, request)
    if (!signedIn) return sendOn(reply, '/sign-in')
    return sendPage(reply, await page(signedIn, null))
  })
  scope.post('/device', tried, async (request, reply) => {
    const signedIn = await confirming(parts, request)
    if (!signedIn) return sendOn(reply, '/sign-in')
    const { code } = readTexts(request, ['code'])
    const asking = await devices.find(code)
    return sendPage(reply, asking ? confirmPage(code, asking) : await page(signedIn, noCode))
  })
  scope.post('/device/confirm', tried, async (request, reply) => {
    const signedIn = await confirming(parts, request)
    if (!signedIn) return sendOn(reply, '/sign-in')
    const { code } = readTexts(request, ['code'])
    await record(parts, request, 'confirmProgram', signedIn.person)
    const isConfirmed = await devices.confirm(code, signedIn.person)
    return sendPage(reply, isConfirmed ? deviceDonePage : await page(signedIn, noCode))
  })
  scope.post('/device/end', openRoute, async (request, reply) => {
    const signedIn = await confirming(parts, request)
    if (!signedIn) return sendOn(reply, '/sign-in')
    await record(parts, request, 'endProgram', signedIn.person)
    await programs.end(signedIn.person, readTexts(request, ['id']).id)
    return sendOn(reply, '/device')
  })
}

const noCode = 'No program waits for this code: look at what it shows, or have it ask again.'

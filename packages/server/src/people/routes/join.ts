import { uuidv7 } from '@charter/runtime/service'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { NewPerson } from '../accounts/open-accounts.ts'
import { weakPassword } from '../accounts/weak-password.ts'
import { readInvitation } from '../invitation.ts'
import { isEmail } from '../is-email.ts'
import { type Joining, joinPage, noLinkPage } from '../pages/forms.ts'
import { sendPage } from '../pages/page.ts'
import type { LinkKind } from '../store/links.ts'
import { browserOf, countRefusal, record } from './ask.ts'
import type { TriedRoute } from './bounds.ts'
import type { PeopleParts } from './parts.ts'
import { readTexts } from './read-texts.ts'
import { showSecret } from './second-factor.ts'

/** Where links lead: of the first person, who says who they are, and of whoever was invited. */
export const joinRoutes = (scope: FastifyInstance, parts: PeopleParts, tried: TriedRoute): void => {
  scope.get('/join/:code', tried, async (request, reply) => {
    const link = await linkOf(parts, request)
    return sendPage(reply, link ? joinPage(link, null) : noLinkPage)
  })
  scope.post('/join/:code', tried, async (request, reply) => {
    const link = await linkOf(parts, request)
    if (link) return join(parts, request, reply, link)
    countRefusal(parts, request)
    return sendPage(reply, noLinkPage)
  })
}

const join = async (parts: PeopleParts, request: FastifyRequest, reply: FastifyReply, link: Link) => {
  const given = readTexts(request, ['email', 'password'])
  const email = (link.email ?? given.email).trim()
  const wrong = wrongIn(email, given.password) ?? ((await isTaken(parts, email, link.person)) ? taken : null)
  if (wrong !== null) return sendPage(reply, joinPage(link, wrong))
  // From here on the link has been used, also by who comes at the same moment.
  if (!(await use(parts, link))) return sendPage(reply, noLinkPage)
  const person = { id: link.person, email, password: given.password }
  await parts.accounts.create(person)
  await record(parts, request, 'join', person.id)
  await record(parts, request, 'newRecoveryCodes', person.id)
  const { begun, secret } = await setUp(parts, request, person)
  return showSecret(reply, secret, begun.cookies)
}

interface Link extends Joining {
  readonly kind: LinkKind
  /** Who they will be. */
  readonly person: string
}

const linkOf = async ({ store, nowMs }: PeopleParts, request: FastifyRequest): Promise<Link | null> => {
  const { code } = params.parse(request.params)
  if ((await store.links.find('founder', code)) !== null)
    return { kind: 'founder', code, email: null, person: uuidv7(nowMs()) }
  const invited = await store.links.find('invitation', code)
  return invited === null ? null : { kind: 'invitation', code, ...readInvitation(invited) }
}

const params = z.object({ code: z.string() })

/** There is one first person: with one link of that kind all of them have been used. */
const use = async ({ store: { links } }: PeopleParts, { kind, code }: Link): Promise<boolean> =>
  (await (kind === 'founder' ? links.useLast(kind, code) : links.use(kind, code))) !== null

const wrongIn = (email: string, password: string): string | null =>
  isEmail(email) ? weakPassword(password, email) : 'This is no e-mail address.'

/** Who was invited twice, at two addresses, has joined once. */
const isTaken = async ({ accounts }: PeopleParts, email: string, person: string): Promise<boolean> =>
  (await accounts.isKnown(email)) || accounts.isThere(person)

const taken =
  'This e-mail address has an account: sign in with it, and tell whoever invited you your id, which stands at /device.'

/** Signs them in as far as a password does, and begins a second factor. */
const setUp = async ({ accounts }: PeopleParts, request: FastifyRequest, { id, password }: NewPerson) => {
  const browser = browserOf(request)
  const begun = await accounts.begin(id, browser, null)
  const cookie = begun.cookies.map((each) => each.split(';', 1).join('')).join('; ')
  const secret = await accounts.ask({ path: '/two-factor/enable', body: { password } }, { ...browser, cookie })
  return { begun, secret }
}

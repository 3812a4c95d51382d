import { z } from 'zod'
import { type AuthOptions, addressHeader, authPath, inside, openAuth } from './auth.ts'
import { codeOf } from './guards.ts'
import { knownDevices } from './known-devices.ts'
import { type OwnSession, ownSessions } from './own-sessions.ts'
import { type RecoveryCodes, recoveryCodes } from './recovery-codes.ts'
import { factorAt, readSession, type SignedIn } from './signed-in.ts'
import { stepUpHeader } from './step-up-header.ts'

/** What a request shows of the browser that sent it. */
export interface Browser {
  /** The header, as it came. */
  readonly cookie: string
  readonly address: string
  readonly agent: string
}

/** A route of better-auth, and what is sent to it; nothing is sent where it is read. */
export interface Asked {
  readonly path: string
  readonly body?: Readonly<Record<string, string | boolean>>
}

export interface Answered {
  readonly status: number
  readonly body: unknown
  /** `Set-Cookie`, one each. */
  readonly cookies: readonly string[]
}

export interface NewPerson {
  readonly id: string
  readonly email: string
  readonly password: string
}

/** People, what proves them, and their sessions: better-auth in a database of its own. */
export interface Accounts {
  ask(asked: Asked, browser: Browser): Promise<Answered>
  /** Who is signed in; null where nobody is. */
  signedIn(browser: Browser): Promise<SignedIn | null>
  /** Who is signed in shows a code of their authenticator once more: from then on their session says so. */
  stepUp(code: string, browser: Browser): Promise<Answered>
  /** Sessions of a person that have not ended, the one that was used last before others. */
  sessions(person: string): Promise<readonly OwnSession[]>
  /** Ends those of a person whose ids are such. */
  endSessions(person: string, isSuch: (id: string) => boolean): Promise<void>
  /** Begins a session of somebody whom a link proved, or a passkey. */
  begin(person: string, browser: Browser, factor: 'passkey' | null): Promise<Answered>
  /** Who is signed in has shown a passkey once more: from then on their session says so. */
  stepUpByPasskey(browser: Browser): Promise<void>
  create(person: NewPerson): Promise<void>
  /** The owner of this machine, who has no password; made where they are not there. */
  ensureOwner(id: string): Promise<void>
  isKnown(email: string): Promise<boolean>
  /** Whether somebody has joined. */
  isThere(person: string): Promise<boolean>
  /** The account of an address, as it is kept; null where there is none. */
  find(email: string): Promise<{ readonly person: string; readonly email: string } | null>
  /** Another password of somebody whom a link proved, and the end of all their sessions. */
  changePassword(person: string, text: string): Promise<void>
  /** Other recovery codes, instead of those that this person had. */
  newRecoveryCodes(person: string): Promise<readonly string[]>
  /** Another authenticator, and other recovery codes, of who is signed in and knows their password: those of before are good no more. */
  replaceAuthenticator(person: string, text: string, browser: Browser): Promise<Answered>
  isEmpty(): Promise<boolean>
}

export interface AccountsOptions extends Omit<AuthOptions, 'recoveryCodes' | 'devices'> {
  /** How long a session may lie unused before it ends. */
  readonly idleMs: number
}

/** Makes the tables that it asks for: of several servers one does so at a time. */
export const openAccounts = async (options: AccountsOptions): Promise<Accounts> => {
  const codes = recoveryCodes(options.secret)
  const devices = knownDevices({ secret: options.secret, cookies: options.cookies, nowMs: Date.now })
  const auth = await openAuth({ ...options, recoveryCodes: codes, devices })
  const { adapter, internalAdapter, password } = await auth.$context
  const signedIn: Accounts['signedIn'] = async (browser) => {
    const found = readSession((await handOn({ path: '/get-session' }, browser)).body)
    if (!found) return null
    const unusedMs = Date.now() - found.usedAtMs
    if (unusedMs > options.idleMs) {
      await internalAdapter.deleteSession(found.token)
      return null
    }
    if (unusedMs > usedEveryMs) await internalAdapter.updateSession(found.token, { lastUsedAt: new Date() })
    return found.signedIn
  }
  /** A session that has lain unused for too long has ended before anything is asked with it. */
  const ask: Accounts['ask'] = async (asked, browser) => {
    await signedIn(browser)
    return handOn(asked, browser)
  }
  /** Whoever has signed in is known in this browser from then on. */
  const knowing = (answered: Answered): Answered => {
    const of = signedInBy.safeParse(answered.body).data
    return of ? { ...answered, cookies: [...answered.cookies, devices.cookieFor(of.user.email)] } : answered
  }
  const handOn: Accounts['ask'] = async ({ path, body }, browser) => {
    const headers = headersOf(browser, `${options.cookies.prefix}.`, path)
    const answered = await answeredBy(await auth.handler(requestTo(path, sealing(codes, path, body), headers)))
    return path in factorAt ? knowing(answered) : answered
  }
  return {
    ask,
    stepUp: async (code, browser) => {
      const answered = answeredBy(
        await auth.handler(requestTo('/two-factor/verify-totp', { code }, steppingUp(browser, options.cookies.prefix))),
      )
      const { status, body } = await answered
      if (status !== 200) return answered
      const { token, user } = stepped.parse(body)
      await internalAdapter.updateSession(token, { secondFactorAt: new Date(), factor: 'authenticator' })
      await options.attempts.succeeded(codeOf(user.id, devices.apart(browser.cookie, user.email)))
      return answered
    },
    stepUpByPasskey: async (browser) => {
      const found = readSession((await handOn({ path: '/get-session' }, browser)).body)
      if (found) await internalAdapter.updateSession(found.token, { secondFactorAt: new Date(), factor: 'passkey' })
    },
    signedIn,
    sessions: async (person) =>
      ownSessions(await internalAdapter.listSessions(person), { idleMs: options.idleMs, nowMs: Date.now() }),
    endSessions: async (person, isSuch) => {
      const such = (await internalAdapter.listSessions(person)).filter(({ id }) => isSuch(id))
      await internalAdapter.deleteSessions(such.map(({ token }) => token))
    },
    begin: async (person, browser, factor) => {
      const headers = headersOf(browser, `${options.cookies.prefix}.`, '')
      const begun = await answeredBy(
        await auth.api.beginSession({ body: { person, factor }, headers, asResponse: true }),
      )
      return factor === null ? begun : knowing(begun)
    },
    create: async ({ id, email, password: text }) => {
      const hash = await password.hash(text)
      // In one transaction: an account without a password would be one that nobody gets into.
      const user = { id, email, name: email, emailVerified: false }
      await internalAdapter.createOAuthUser(user, { accountId: id, providerId: 'credential', password: hash })
    },
    ensureOwner: async (id) => {
      if (await internalAdapter.findUserById(id)) return
      await internalAdapter.createUser(
        { id, email: `${id}@localhost`, name: id, emailVerified: false },
        { method: 'link' },
      )
    },
    isKnown: async (email) => (await internalAdapter.findUserByEmail(email.toLowerCase())) !== null,
    isThere: async (person) => (await internalAdapter.findUserById(person)) !== null,
    find: async (email) => {
      const found = await internalAdapter.findUserByEmail(email.toLowerCase())
      return found && { person: found.user.id, email: found.user.email }
    },
    changePassword: async (person, text) => {
      await internalAdapter.updatePassword(person, await password.hash(text))
      await internalAdapter.deleteUserSessions(person)
    },
    newRecoveryCodes: async (person) => {
      const made = codes.make()
      const where = [{ field: 'userId', value: person }]
      await adapter.update({ model: 'twoFactor', where, update: { backupCodes: codes.keep(made) } })
      return made
    },
    replaceAuthenticator: async (person, text, browser) => {
      const verify = (verified: boolean) =>
        adapter.update({ model: 'twoFactor', where: [{ field: 'userId', value: person }], update: { verified } })
      const enable = () => ask({ path: '/two-factor/enable', body: { password: text } }, browser)
      const first = await enable()
      if (!isThere.safeParse(first.body).success) return first
      await verify(false)
      const second = await enable()
      if (second.status !== 200) await verify(true)
      return second
    },
    isEmpty: async () => (await internalAdapter.countTotalUsers()) === 0,
  }
}

/** What is kept of a recovery code is what it is compared with. */
const sealing = ({ sealed }: RecoveryCodes, path: string, body: Asked['body']): Asked['body'] =>
  path === '/two-factor/verify-backup-code' ? { ...body, code: sealed(String(body?.code)) } : body

const requestTo = (path: string, body: Asked['body'], headers: Headers): Request => {
  const url = `${inside}${authPath}${path}`
  if (body === undefined) return new Request(url, { headers })
  headers.set('content-type', 'application/json')
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(body) })
}

/** The password was right, and there is an authenticator. */
const isThere = z.object({ code: z.literal('TOTP_ALREADY_ENABLED') })

/** As often as it is written that a session is used. */
const usedEveryMs = 60_000

const signedInBy = z.object({ user: z.object({ email: z.string() }) })

const stepped = z.object({ token: z.string(), user: z.object({ id: z.string(), email: z.string() }) })

/** By its session alone: no sign-in that was begun beside it is gone on with. */
const steppingUp = (browser: Browser, prefix: string): Headers => {
  const headers = headersOf(browser, `${prefix}.session_token=`, '')
  const known = cookiesFor(browser.cookie, `${prefix}.device=`, '')
  if (known !== '') headers.set('cookie', `${headers.get('cookie')}; ${known}`)
  headers.set(stepUpHeader, '1')
  return headers
}

const headersOf = ({ cookie, address, agent }: Browser, prefix: string, path: string): Headers =>
  new Headers({ cookie: cookiesFor(cookie, prefix, path), [addressHeader]: address, 'user-agent': agent })

/** Ours alone. Whoever is about to sign in does so, whoever was signed in before: better-auth would take a code for one of theirs. */
const cookiesFor = (cookie: string, prefix: string, path: string): string => {
  const ours = cookie
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix))
  const isPending = path in factorAt && ours.some((pair) => pair.startsWith(`${prefix}two_factor=`))
  return ours.filter((pair) => !isPending || !pair.startsWith(`${prefix}session_token=`)).join('; ')
}

const answeredBy = async (response: Response): Promise<Answered> => {
  const text = await response.text()
  return {
    status: response.status,
    body: text === '' ? null : JSON.parse(text),
    cookies: response.headers.getSetCookie(),
  }
}

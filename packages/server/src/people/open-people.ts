import { hash } from 'node:crypto'
import { ConfigError } from '@charter/runtime'
import type { Issuer } from '@charter/runtime/service'
import type { FastifyInstance } from 'fastify'
import type { Mail } from '../mail/open-mail.ts'
import type { PlatformPlace } from '../place/platform-place.ts'
import type { DirectoryService } from '../scim/directory.ts'
import { registerScim } from '../scim/register-scim.ts'
import { openAccounts } from './accounts/open-accounts.ts'
import { owner } from './owner.ts'
import { linkMs, ownerLink } from './owner-link.ts'
import { passkeySite } from './passkeys/passkey-site.ts'
import { callsAs } from './routes/calls-as.ts'
import type { PeopleParts, PeopleService } from './routes/parts.ts'
import { registerPeople } from './routes/register-people.ts'
import { openPeopleStore } from './store/open-people-store.ts'
import { openTokenIssuer } from './tokens/token-issuer.ts'

export interface PeopleOptions {
  /** Where they lie. It is closed by who opened it. */
  readonly place: Omit<PlatformPlace, 'close'>
  /** `development`: of the owner of this machine alone, by a link. `production`: of people with a password and a second factor. */
  readonly mode: PeopleParts['mode']
  /** Where the platform is, as people reach it: scheme, host and port. Asked once it listens. */
  readonly url: () => string
  /** Browsers speak TLS, to it or to the proxy before it: their cookies are of TLS alone. */
  readonly isTls: boolean
  /** Name of the charter that takes its tokens. */
  readonly audience: string
  /** What sends letters; null where nothing does, and links are shown instead. */
  readonly mail: Mail | null
  /** How long a session of production may lie unused before it ends. */
  readonly idleMs: number
  readonly onBug: (error: unknown) => void
  readonly nowMs?: () => number
}

/** Who the platform's people are, and how they sign in. */
export interface People {
  /** Whose tokens the platform's API takes. */
  readonly issuer: Issuer
  /** Adds sign-in to its listener, and in production what directories ask (SCIM). */
  routes(app: FastifyInstance, service: PeopleService & DirectoryService): void
  /**
   * An address that is good once, for a quarter of an hour: it signs the owner of this machine in, or in production makes the first person. Rejects with a
   * ConfigError where there are people, as these invite others.
   */
  makeLink(): Promise<string>
}

const sessionSeconds = { development: 30 * 86_400, production: 12 * 3600 } as const

export const openPeople = async (options: PeopleOptions): Promise<People> => {
  const { place, mode, url, audience, mail, onBug, nowMs = Date.now } = options
  const secret = Buffer.from(await place.secrets.ofPeople()).toString('base64url')
  const platform = hash('sha256', `charter platform ${secret}`, 'hex').slice(0, 12)
  const tokens = await openTokenIssuer({ key: await place.secrets.ofTokens(), platform, audience, nowMs })
  const store = openPeopleStore(place.store, nowMs)
  const passkeys = passkeySite({ url, links: store.links, passkeys: store.passkeys })
  const accounts = await place.setUp(async () => {
    const found = await openAccounts({
      database: place.accounts,
      secret,
      cookies: cookiesOf(platform, options.isTls),
      sessionSeconds: sessionSeconds[mode],
      idleMs: mode === 'production' ? options.idleMs : sessionSeconds.development * 1000,
      onBug,
      ...store,
    })
    if (mode === 'development') await found.ensureOwner(owner)
    return found
  })
  return {
    issuer: tokens.issuer,
    routes: (app, service) => {
      const parts = { mode, url, nowMs, accounts, store, passkeys, tokens, service, mail, onBug }
      registerPeople(app, { ...parts, callsAs: callsAs(app) })
      if (mode === 'production') registerScim(app, { ...parts, links: store.links })
    },
    makeLink: async () => {
      if (mode === 'development') return ownerLink(url(), store.links)
      if (!(await accounts.isEmpty()))
        throw new ConfigError('This platform has people: an owner among them invites whoever is to come.')
      return `${url()}/join/${await store.links.make('founder', { data: '', lifeMs: linkMs })}`
    },
  }
}

/** Named after their platform: browsers tell hosts apart, and not ports. RFC 6265bis section 4.1.3.2: `__Host-` is of this host and TLS alone. */
const cookiesOf = (platform: string, isTls: boolean) => ({
  prefix: `${isTls ? '__Host-' : ''}charter-${platform}`,
  isTls,
})

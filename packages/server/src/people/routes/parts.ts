import type { Service } from '@charter/runtime/service'
import type { FastifyRequest } from 'fastify'
import type { Mail } from '../../mail/open-mail.ts'
import type { PlatformCalls } from '../../program/platform-calls.ts'
import type { Accounts } from '../accounts/open-accounts.ts'
import type { PasskeySite } from '../passkeys/passkey-site.ts'
import type { PeopleStore } from '../store/open-people-store.ts'
import type { TokenIssuer } from '../tokens/token-issuer.ts'

/** What of the platform's service sign-in asks: where refusals are counted, and sign-ins put on record; what its rows say of whom an owner invites. */
export type PeopleService = Pick<Service, 'recordSignIn' | 'refusals' | 'execute'>

/** What the routes of sign-in are made of. */
export interface PeopleParts {
  readonly mode: 'development' | 'production'
  /** Where the platform is, as people reach it: scheme, host and port. Asked once it listens. */
  readonly url: () => string
  readonly nowMs: () => number
  readonly accounts: Accounts
  readonly store: PeopleStore
  readonly passkeys: PasskeySite
  readonly tokens: TokenIssuer
  readonly service: PeopleService
  /** What sends letters; null where nothing does. */
  readonly mail: Mail | null
  /** Told of what went wrong where nobody waits for it. */
  readonly onBug: (error: unknown) => void
  /** Calls of the platform's own API, as whom a token is of: by all its rules, and on its record as of this request. */
  readonly callsAs: (request: FastifyRequest, token: string) => PlatformCalls
}

/** How sign-in is called on record. */
export const style = 'sign-in'

import type { Mail } from '../mail/open-mail.ts'
import type { Accounts } from '../people/accounts/open-accounts.ts'
import type { Links } from '../people/store/links.ts'
import type { DirectoryService } from './directory.ts'

/** What the routes of directories are made of. */
export interface ScimParts {
  /** Where the platform is, as directories reach it. */
  readonly url: () => string
  readonly nowMs: () => number
  readonly accounts: Pick<Accounts, 'find'>
  readonly links: Pick<Links, 'make'>
  /** What sends invitations; null where nothing does, and an owner hands them on. */
  readonly mail: Mail | null
  readonly service: DirectoryService
}

import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isSafeUrl } from '@charter/runtime/settings/addresses'
import type { PlatformCalls } from '@charter/server/program'
import { type Asked, EnvironmentFault, jsonOption, UsageError } from './command.ts'

/** How a line says which platform of this machine is meant. */
export const folderOption = {
  type: 'string',
  value: 'folder',
  description:
    'What the platform keeps: projects, releases, the record, and the data of services. Default: one of your own.',
} as const

export const toOption = {
  type: 'string',
  value: 'address',
  description: 'A platform that one is signed in to (charter login). Default: that of this machine (charter up).',
} as const

/** Of every command that asks a platform. */
export const placeOptions = { to: toOption, folder: folderOption, json: jsonOption }

/** Where the platform of a person keeps what it keeps; `option`: which one says so. */
export const platformFolder = (asked: Asked, option = 'folder'): string =>
  resolve(
    asked.text(option) ?? join(process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'charter', 'platform'),
  )

/** Where `npm start` opens a platform, of the checkout that this program is run from; null where it is installed. */
const checkoutFolder = import.meta.url.endsWith('.ts')
  ? fileURLToPath(new URL('../../../projects/.platform', import.meta.url))
  : null

/** The platform that calls go to: of one's own; else, where none was ever opened, the one of `npm start`. */
export const calledFolder = (asked: Asked, checkout = checkoutFolder): string => {
  const own = platformFolder(asked)
  const isOpened = (folder: string): boolean => existsSync(join(folder, 'address.json'))
  if (asked.text('folder') !== undefined || isOpened(own)) return own
  return checkout !== null && isOpened(checkout) ? checkout : own
}

/** Where sign-ins of this person to platforms are kept. */
export const credentialsFile = ({ XDG_CONFIG_HOME, HOME }: NodeJS.ProcessEnv): string =>
  join(XDG_CONFIG_HOME || join(HOME || homedir(), '.config'), 'charter', 'platforms.json')

/** The origin that a text names. Throws a UsageError. */
export const platformAddress = (text: string): string => {
  if (!isSafeUrl(text)) throw new UsageError('Say the address of a platform: https, or http on this machine.')
  return new URL(text).origin
}

/** A platform, as whoever asks. */
export interface Place {
  readonly calls: PlatformCalls
  /** Its origin. */
  readonly url: string
  /** It is of this machine, and of whoever asks alone. */
  readonly isAlone: boolean
  /** Rejects with NotSignedIn. */
  signIn(): Promise<SignIn>
}

/** By what whoever asks is known. */
export interface SignIn {
  readonly token: string
  readonly by: string
  /** When that ends; null where it ends with the platform. */
  readonly until: string | null
}

/** The platform that `--to` names, else that of this machine. Rejects with an EnvironmentFault where there is none. */
export const platformPlace = async (asked: Asked): Promise<Place> => {
  const to = asked.text('to')
  if (to !== undefined) {
    const { platformCalls, programSignIn, programToken } = await import('@charter/server/program')
    const url = platformAddress(to)
    const file = credentialsFile(process.env)
    return {
      calls: platformCalls({ url, token: () => programToken(url, file) }),
      url,
      isAlone: false,
      signIn: async () => {
        const { token, signedInForSeconds } = await programSignIn(url, file)
        const until = new Date(Date.now() + signedInForSeconds * 1000).toISOString()
        return { token, by: `charter login, kept in ${file}`, until }
      },
    }
  }
  const { platformOfFolder } = await import('@charter/server/program')
  const folder = calledFolder(asked)
  const found = await platformOfFolder(folder)
  if (!found) throw new EnvironmentFault('No platform was opened on this machine: charter up, or say --to <address>.')
  const { url, calls } = found
  return {
    calls,
    url,
    isAlone: true,
    signIn: async () => ({ token: await found.token(), by: `the key of ${folder}`, until: null }),
  }
}

/** What a platform does not do, says in a sentence; the rest is a bug. */
export const platformRefusals = async (error: unknown): Promise<never> => {
  const { NotConfirmed, NotDeployed, NotSignedIn, PlatformRefused, PlatformUnreachable } = await import(
    '@charter/server/program'
  )
  const expected = [NotConfirmed, NotDeployed, NotSignedIn, PlatformRefused, PlatformUnreachable]
  const isExpected = expected.some((each) => error instanceof each)
  throw isExpected && error instanceof Error ? new EnvironmentFault(error.message) : error
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { developmentIssuer } from '@charter/runtime/identity/development-issuer'
import { signingKeyFile } from '@charter/runtime/settings/key-file'
import { z } from 'zod'
import { keepWhole } from '../keep-whole.ts'
import { owner } from '../people/owner.ts'
import { type PlatformCalls, platformCalls } from '../program/platform-calls.ts'

const kept = z.object({ url: z.url() })
const fileOf = (folder: string): string => join(folder, 'address.json')

/** Keeps where the platform of a folder is reached, for who reads the folder. */
export const keepAddress = (folder: string, url: string): void => keepWhole(fileOf(folder), JSON.stringify({ url }))

/** The platform of a folder of this machine, as its owner. */
export interface FolderPlatform {
  readonly url: string
  readonly calls: PlatformCalls
  token(): Promise<string>
}

/**
 * The platform that a folder of this machine is of, as its owner, whom its key says to be whoever reads it. Null where no platform was
 * opened on it.
 */
export const platformOfFolder = async (folder: string): Promise<FolderPlatform | null> => {
  if (!existsSync(fileOf(folder))) return null
  const { url } = kept.parse(JSON.parse(readFileSync(fileOf(folder), 'utf8')))
  const pair = await signingKeyFile(join(folder, 'keys', 'development.pem'))
  const issuer = await developmentIssuer({ ...pair, audience: 'platform', personClaim: undefined, nowMs: Date.now })
  const token = (): Promise<string> => issuer.token([], { sub: owner })
  return { url, token, calls: platformCalls({ url, token }) }
}

/** The same, of its calls alone. */
export const callsOfFolder = async (folder: string): Promise<PlatformCalls | null> =>
  (await platformOfFolder(folder))?.calls ?? null

import { z } from 'zod'
import { askPlatform } from './ask-platform.ts'
import { keptCredential } from './kept-credentials.ts'

/** Nobody signed this machine's programs in, or that has ended. */
export class NotSignedIn extends Error {
  override readonly name = 'NotSignedIn'
}

const given = z
  .object({ access_token: z.string(), refresh_token_expires_in: z.number() })
  .transform(({ access_token: token, refresh_token_expires_in: signedInForSeconds }) => ({ token, signedInForSeconds }))

/** A token of five minutes, and how long its program is signed in. */
export type ProgramSignIn = z.infer<typeof given>

/** A token of what is kept in `file`. Rejects as `programSignIn` does. */
export const programToken = async (address: string, file: string): Promise<string> =>
  (await programSignIn(address, file)).token

/** Of what is kept in `file`. Rejects with NotSignedIn, or a PlatformUnreachable. */
export const programSignIn = async (address: string, file: string): Promise<ProgramSignIn> => {
  const credential = keptCredential(file, address)
  const asked = { grant_type: 'refresh_token', refresh_token: credential ?? '' }
  const read = credential === null ? null : given.safeParse(await askPlatform(address, '/device/token', asked))
  if (read?.success) return read.data
  throw new NotSignedIn(`Nobody is signed in to ${address} here, or that has ended: charter login ${address}`)
}

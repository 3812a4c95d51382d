import { z } from 'zod'
import { askPlatform } from './ask-platform.ts'
import { keptCredential } from './kept-credentials.ts'

/** Nobody signed this machine's programs in, or that has ended. */
export class NotSignedIn extends Error {
  override readonly name = 'NotSignedIn'
}

const given = z.object({ access_token: z.string() })

/** A token of five minutes, of what is kept in `file`. Rejects with NotSignedIn, or a PlatformUnreachable. */
export const programToken = async (address: string, file: string): Promise<string> => {
  const credential = keptCredential(file, address)
  const asked = { grant_type: 'refresh_token', refresh_token: credential ?? '' }
  const read = credential === null ? null : given.safeParse(await askPlatform(address, '/device/token', asked))
  if (read?.success) return read.data.access_token
  throw new NotSignedIn(`Nobody is signed in to ${address} here, or that has ended: charter login ${address}`)
}

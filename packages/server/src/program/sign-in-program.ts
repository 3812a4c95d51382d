import { z } from 'zod'
import { askPlatform, PlatformUnreachable } from './ask-platform.ts'
import { keepCredential } from './kept-credentials.ts'

export interface SignInOptions {
  /** Scheme, host and port of the platform. */
  readonly address: string
  /** What whoever confirms it is told that asks. */
  readonly program: string
  /** Where credentials are kept. */
  readonly file: string
  /** Is told what to type, and where. */
  readonly onCode: (shown: { readonly code: string; readonly at: string }) => void
  /** Resolves after so long. */
  readonly wait: (ms: number) => Promise<void>
}

/** Nobody confirmed the code while it held. */
export class NotConfirmed extends Error {
  override readonly name = 'NotConfirmed'
}

const begun = z.object({
  device_code: z.string(),
  user_code: z.string().regex(/^[A-Z]{4}-[A-Z]{4}$/),
  verification_uri: z.url(),
  expires_in: z.number().positive().max(3600),
  interval: z.number().positive().max(60),
})

const ended = z.object({ refresh_token: z.string().max(200) })

/**
 * Signs this machine's programs in to a platform: shows a code, and waits until somebody confirms it in a browser (RFC 8628 section 3). What comes of it
 * is kept. Rejects with a PlatformUnreachable, or with NotConfirmed where nobody did while the code held.
 */
export const signInProgram = async ({ address, program, file, onCode, wait }: SignInOptions): Promise<void> => {
  const asked = begun.safeParse(await askPlatform(address, '/device/code', { program }))
  if (!asked.success) throw new PlatformUnreachable(`${address} signs no programs in. Look at the address.`)
  const { device_code, user_code, verification_uri, expires_in, interval } = asked.data
  onCode({ code: user_code, at: verification_uri })
  for (let waited = 0; waited < expires_in; waited += interval) {
    await wait(interval * 1000)
    const answer = await askPlatform(address, '/device/token', { grant_type: ofDevice, device_code })
    const given = ended.safeParse(answer)
    if (given.success) return keepCredential(file, address, given.data.refresh_token)
    if (answer.error !== 'authorization_pending' && answer.error !== 'slow_down') break
  }
  throw new NotConfirmed('Nobody confirmed the code while it held. Begin again, and type it in a browser.')
}

const ofDevice = 'urn:ietf:params:oauth:grant-type:device_code'

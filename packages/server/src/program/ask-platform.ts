import { bodyText } from '@charter/runtime'
import { z } from 'zod'

/** A platform that is not there, or says what none says; with what to do. */
export class PlatformUnreachable extends Error {
  override readonly name = 'PlatformUnreachable'
}

const timeoutMs = 10_000

const object = z.record(z.string(), z.unknown())

/** Sends a form to a platform, as programs do (RFC 8628, RFC 6749). Rejects with a PlatformUnreachable where no JSON object comes back. */
export const askPlatform = async (
  address: string,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, unknown>>> => {
  try {
    const response = await fetch(new URL(path, address), {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return object.parse(JSON.parse(await bodyText(response)))
  } catch (cause) {
    throw new PlatformUnreachable(
      `${address} does not answer as a platform does. Look at the address, and whether it runs.`,
      { cause },
    )
  }
}

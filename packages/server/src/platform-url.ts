import { ConfigError } from '@charter/runtime'
import { isSafeUrl } from '@charter/runtime/service'

export interface Listening {
  readonly isTls: boolean
  /** The address that it listens at, once it does. */
  readonly listening: () => string
}

/**
 * Where people reach the platform, as `CHARTER_URL` says it, or else where it listens. Throws a ConfigError for what is no origin, or of another scheme than
 * browsers speak to it.
 */
export const platformUrl = (
  { CHARTER_URL: said }: Readonly<Record<string, string | undefined>>,
  { isTls, listening }: Listening,
): (() => string) => {
  if (!said && isTls)
    throw new ConfigError(
      'CHARTER_URL must say where people reach the platform, as TLS is of a name: such as https://charter.example.org.',
    )
  if (!said) return listening
  const url = URL.parse(said)
  const isOrigin = url !== null && said.replace(/\/$/, '') === url.origin
  if (!isOrigin || !isSafeUrl(said) || (url.protocol === 'https:') !== isTls)
    throw new ConfigError(
      `CHARTER_URL is "${said}": set it to the scheme, host and port at which people reach the platform, such as https://charter.example.org; https needs TLS_CERT and TLS_KEY, or CHARTER_BEHIND=tls-proxy.`,
    )
  return () => url.origin
}

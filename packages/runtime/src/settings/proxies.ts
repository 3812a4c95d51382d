import { type ForwardedHeader, wrongProxies } from '../call/client-address.ts'

/** Proxies in front whose word for who called them is taken. */
export interface ProxyConfig {
  /** Addresses, or networks as CIDR. */
  readonly trusted: readonly string[]
  /** The header that they write themselves. */
  readonly header: ForwardedHeader
}

type Environment = Readonly<Record<string, string | undefined>>

/** `TRUSTED_PROXIES`, `TRUSTED_PROXY_HEADER`. */
export const readProxies = ({ TRUSTED_PROXIES, TRUSTED_PROXY_HEADER }: Environment): ProxyConfig => ({
  trusted: listIn(TRUSTED_PROXIES),
  header: TRUSTED_PROXY_HEADER === 'forwarded' ? 'forwarded' : 'x-forwarded-for',
})

/** What is wrong with these settings, each with what to set. */
export const proxyMistakes = ({
  TRUSTED_PROXIES: proxies,
  TRUSTED_PROXY_HEADER: header,
}: Environment): readonly string[] => [
  ...wrongProxies(listIn(proxies)).map(
    (each) => `TRUSTED_PROXIES has "${each}": list addresses or networks, like 10.0.0.0/8.`,
  ),
  ...(header === undefined || header === 'forwarded' || header === 'x-forwarded-for'
    ? []
    : [`TRUSTED_PROXY_HEADER is "${header}": set it to x-forwarded-for or forwarded.`]),
]

/** Texts between commas. */
export const listIn = (text = ''): readonly string[] => text.split(',').flatMap((each) => each.trim() || [])

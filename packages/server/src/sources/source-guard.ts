import { connectors } from '@charter/connectors'
import { isLoopback, type Outbound } from '@charter/runtime/service'

/** Where the platform connects to on behalf of whoever names a database. */
export interface SourceGuard {
  /** What is told of a URL, or why it is not taken. */
  read(url: string): SourceTold | { readonly refused: string }
  /** The URL to connect to: to the very address that was judged. Rejects with an OutboundRefused. */
  reach(url: string): Promise<string>
}

export interface SourceTold {
  /** Its address without user, password and settings. */
  readonly place: string
  /** The connector that speaks to it. */
  readonly kind: string
}

export interface SourceGuardOptions {
  readonly outbound: Outbound
  /** Files of this machine are sources too: where whoever asks is whoever sits at it. */
  readonly mayReadFiles: boolean
}

/** Others read files of this machine (`sslcert`), or say another host than the one that is judged (`host`). */
const takenSettings = new Set(['sslmode', 'ssl', 'options', 'application_name'])

export const sourceGuard = ({ outbound, mayReadFiles }: SourceGuardOptions): SourceGuard => {
  const read: SourceGuard['read'] = (url) => {
    const connector = connectors.find((each) => each.accepts(url))
    if (!connector) return { refused: `No connector speaks to it. There is one for ${titles}.` }
    const isFile = connector.ownUrl('') !== null
    if (isFile)
      return mayReadFiles
        ? { place: url, kind: connector.name }
        : { refused: 'A file is a source where the platform is its user’s alone, which this one is not.' }
    const parsed = URL.parse(url)
    if (!parsed || parsed.hostname === '') return { refused: 'It names no host.' }
    const other = [...parsed.searchParams.keys()].find((name) => !takenSettings.has(name))
    if (other !== undefined)
      return { refused: `\`${other}\` is not taken. There is: ${[...takenSettings].join(', ')}.` }
    return { place: `${parsed.protocol}//${parsed.host}${parsed.pathname}`, kind: connector.name }
  }
  return {
    read,
    reach: async (url) => {
      const found = read(url)
      if ('refused' in found) throw new Error(found.refused)
      const parsed = URL.parse(url)
      if (!parsed || parsed.hostname === '') return url
      const name = parsed.hostname.replace(/^\[|\]$/g, '')
      const address = await outbound.reach(name)
      // A certificate that is asked for proves the name, and that is lost where the address stands in its place.
      if (isProven(parsed, name)) return url
      parsed.hostname = address.includes(':') ? `[${address}]` : address
      return parsed.href
    },
  }
}

const titles = connectors.map(({ title }) => title).join(', ')

const isProven = ({ searchParams }: URL, host: string): boolean => {
  const mode = searchParams.get('sslmode') ?? (isLoopback(host) ? 'disable' : 'verify-full')
  return mode === 'verify-full'
}

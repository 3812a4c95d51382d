import { BlockList, isIP } from 'node:net'

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** The address of who calls, by the address that a connection comes from and the headers (in lower case) that came over it. */
export type ClientAddress = (remote: string | undefined, headers: Headers) => string

/** Which header says who called a proxy: one that proxies do not set is the client's own word. */
export type ForwardedHeader = 'x-forwarded-for' | 'forwarded'

/** The connection's own address: where no proxy is trusted, no header is believed. */
export const directAddress: ClientAddress = (remote = '') => (remote.startsWith('::ffff:') ? plain(remote) : remote)

/**
 * The address of who calls past proxies that are trusted (addresses, or networks as CIDR): read from the right, where the nearest
 * proxy wrote, and no further than the first address that is not trusted, as whoever wrote what stands left of it could be anybody.
 */
export const addressPast = (proxies: readonly string[], header: ForwardedHeader): ClientAddress => {
  if (proxies.length === 0) return directAddress
  const trusted = blockListOf(proxies)
  const isTrusted = (address: string): boolean => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  return (remote, headers) => {
    let address = plain(remote ?? '')
    if (isIP(address) === 0 || !isTrusted(address)) return address
    for (const hop of hopsOf(header, [headers[header] ?? []].flat().join(',')).reverse()) {
      if (isIP(hop) === 0) return address
      address = hop
      if (!isTrusted(hop)) return address
    }
    return address
  }
}

/** What of a list is neither an address nor a network. */
export const wrongProxies = (proxies: readonly string[]): readonly string[] =>
  proxies.filter((each) => {
    const [address = '', bits, ...more] = each.split('/')
    const most = isIP(address) === 6 ? 128 : 32
    return (
      isIP(address) === 0 ||
      more.length > 0 ||
      (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most))
    )
  })

const blockListOf = (proxies: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const each of proxies) {
    const [address = '', bits] = each.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family)
  }
  return list
}

/** `for=` of RFC 7239 section 4, or the plain list of X-Forwarded-For, left to right. */
const hopsOf = (header: ForwardedHeader, text: string): string[] =>
  text === ''
    ? []
    : text.split(',').map((item) => {
        const hop = header === 'forwarded' ? (/(?:^|;)\s*for=("?)([^";]*)\1/i.exec(item)?.[2] ?? '') : item
        return withoutPort(hop.trim())
      })

const withoutPort = (hop: string): string =>
  plain(/^\[([^\]]*)\]/.exec(hop)?.[1] ?? (hop.includes('.') ? hop.replace(/:\d+$/, '') : hop))

/** An address of IPv4 as IPv6 sockets show it is one of IPv4. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

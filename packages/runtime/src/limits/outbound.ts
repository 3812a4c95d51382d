import type { LookupAddress } from 'node:dns'
import { request as plainRequest } from 'node:http'
import { request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { type AddressesOf, addressesOf } from './addresses-of.ts'

/** Where a service sends what its callers tell it to: never into the network that it stands in, but where its operator allows that. */
export interface Outbound {
  /** Why nothing is sent to such a URL, as far as that can be said before its name is looked up; null where it may be. */
  refusal(url: string): string | null
  /** An address of a host to connect to, by whatever protocol but HTTP. Rejects with an OutboundRefused, or as its lookup does. */
  reach(host: string): Promise<string>
  /** Rejects with an OutboundRefused, with what the network says, or with an `AbortError` where it took too long or was ended. */
  post(url: string, message: OutboundMessage): Promise<OutboundAnswer>
}

export interface OutboundMessage {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  /** Ends it before it is answered. */
  readonly signal: AbortSignal
}

/** What a receiver has from the lookup of its name to the head of its answer. */
export const answerMs = 10_000

/** Of its body nothing is read. */
export interface OutboundAnswer {
  readonly status: number
  readonly retryAfter: string | undefined
}

/** Somebody asks for what the operator does not allow. The message tells no address. */
export class OutboundRefused extends Error {
  override readonly name = 'OutboundRefused'
}

/**
 * Special-purpose addresses (IANA registries of RFC 6890, and multicast): none of them is somebody else's on the Internet. A `BlockList` asks
 * of a mapped address (`::ffff:10.1.2.3`) what it asks of the one that it stands for.
 */
const special = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4', '::/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64'],
  ...[
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
    '3fff::/20',
    '5f00::/16',
    'fc00::/7',
    'fe80::/10',
    'fec0::/10',
    'ff00::/8',
  ],
]

/** What nobody can allow: links, where clouds tell secrets, and what is no address of one machine. */
const never = [
  ...['0.0.0.0/8', '169.254.0.0/16', '224.0.0.0/4', '240.0.0.0/4', '::/96', 'fe80::/10', 'ff00::/8'],
  // What clouds tell secrets at besides: Alibaba, Oracle, Azure; AWS, Google, Oracle.
  ...['100.100.100.200', '192.0.0.192', '168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254', 'fd00:c1::a9fe:a9fe'],
]

/** Every other address of IPv6 is of something special, or of nothing yet (IANA, IPv6 Global Unicast Address Space). */
const global6 = ['2000::/3']

const listOf = (ranges: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return list
}

const [specialList, neverList, globalList] = [listOf(special), listOf(never), listOf(global6)]

/** Whether a text is an address, or a range of them in CIDR notation. */
export const isRange = (text: string): boolean => {
  const [, address = '', bits] = /^([0-9A-Fa-f.:]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const family = isIP(address)
  return family !== 0 && Number(bits ?? 0) <= (family === 6 ? 128 : 32)
}

/** `allowed`: addresses and ranges that may be reached although they are nobody else's, and without TLS. */
export const outboundOf = (allowed: readonly string[] = [], lookUp: AddressesOf = addressesOf()): Outbound => {
  const allowedList = listOf(allowed)
  const isIn = (list: BlockList, address: string): boolean => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  const mayReach = (address: string, isPlain: boolean): boolean => {
    if (isIP(address) === 0 || isIn(neverList, address)) return false
    if (isIn(allowedList, address)) return true
    if (isPlain || isIn(specialList, address)) return false
    return isIP(address) === 4 || isMapped(address) || isIn(globalList, address)
  }
  const refusal = (text: string): string | null => {
    const url = URL.parse(text)
    if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'This is no address of https.'
    if (url.protocol === 'http:' && allowed.length === 0)
      return 'It takes https: what is sent is signed, and not for everybody.'
    if (url.username !== '' || url.password !== '')
      return 'A password in an address is read by many: deliveries are signed instead.'
    const host = hostOf(url)
    return isIP(host) === 0 || mayReach(host, url.protocol === 'http:') ? null : notAllowed
  }
  const reach = async (host: string): Promise<string> => {
    const found = isIP(host) === 0 ? await lookUp(host) : [{ address: host, family: isIP(host) }]
    return firstOf(found, (address) => mayReach(address, false)).address
  }
  return {
    refusal,
    reach,
    post: (text, message) => {
      const why = refusal(text)
      if (why !== null) return Promise.reject(new OutboundRefused(why))
      const url = new URL(text)
      return send(
        url,
        message,
        looking(lookUp, (address) => mayReach(address, url.protocol === 'http:')),
      )
    },
  }
}

const notAllowed = 'It leads to an address that this service sends nothing to.'

/** Lists of IPv4 are asked for it. */
const isMapped = (address: string): boolean => /^::ffff:(?:[0-9a-f]{1,4}:[0-9a-f]{1,4}|[\d.]+)$/i.test(address)

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/** The first of them, where all may be reached: one that is not is reason enough, as whoever answers so tries something. Throws an OutboundRefused. */
const firstOf = (found: readonly LookupAddress[], mayReach: (address: string) => boolean): LookupAddress => {
  const [first] = found
  if (first && found.every(({ address }) => mayReach(address))) return first
  throw new OutboundRefused(notAllowed)
}

/** Connects to what was looked at, and to nothing that the name leads to a moment later. */
const looking =
  (lookUp: AddressesOf, mayReach: (address: string) => boolean): LookupFunction =>
  (name, options, done) => {
    const judged = lookUp(name).then((found) => ({ first: firstOf(found, mayReach), found }))
    judged.then(
      ({ first, found }) => (options.all ? done(null, [...found]) : done(null, first.address, first.family)),
      (error: NodeJS.ErrnoException) => done(error, []),
    )
  }

const send = (
  url: URL,
  { body, headers, signal }: OutboundMessage,
  lookingUp: LookupFunction,
): Promise<OutboundAnswer> =>
  new Promise((resolve, reject) => {
    const tooLong = new AbortController()
    const timer = setTimeout(() => tooLong.abort(), answerMs).unref()
    const options = {
      method: 'POST',
      // A connection of its own: who hangs keeps nobody else.
      agent: false,
      lookup: lookingUp,
      signal: AbortSignal.any([signal, tooLong.signal]),
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      maxHeaderSize: 16_384,
    } as const
    const sent = (url.protocol === 'http:' ? plainRequest : request)(url, options, (answer) => {
      resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] })
      answer.destroy()
    })
    // Who changes the protocol (101) has not answered, and the connection is nobody's then.
    sent.on('upgrade', ({ statusCode = 101 }, socket) => {
      socket.destroy()
      resolve({ status: statusCode, retryAfter: undefined })
    })
    sent.on('error', reject)
    sent.on('close', () => {
      clearTimeout(timer)
      reject(new Error('The connection was closed before an answer.'))
    })
    sent.end(body)
  })

import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'

/** Gives where a host is; rejects with `ENOTFOUND` where there is none, and with `EAI_AGAIN` where nobody could say. */
export type AddressesOf = (host: string) => Promise<readonly LookupAddress[]>

/** What a machine goes by. */
export interface Lookups {
  /** `127.0.0.1:5353`; left out: those of resolv.conf. */
  readonly nameServers?: readonly string[]
  readonly hostsFile?: string
}

/** How long one name server has for each of its answers. */
const [timeout, tries] = [2_000, 2]

/**
 * Asks name servers over sockets of its own. `dns.lookup` holds a thread for as long as a name server does not answer, of the few that the
 * service needs for its own names, and whoever chooses the names may choose such a one. Names are asked for in full: no search list is gone through.
 */
export const addressesOf =
  ({ nameServers, hostsFile = '/etc/hosts' }: Lookups = {}): AddressesOf =>
  async (host) => {
    const name = host.toLowerCase().replace(/\.$/, '')
    // Nobody is asked for it: RFC 6761 section 6.3.
    if (/(?:^|\.)localhost$/.test(name)) return loopback
    const known = inHostsFile(await readFile(hostsFile, 'utf8').catch(() => ''), name)
    return known.length > 0 ? known : asked(name, nameServers)
  }

/** No operator allows the other one, `::1` (outbound.ts). */
const loopback: readonly LookupAddress[] = [{ address: '127.0.0.1', family: 4 }]

/** Lines of hosts(5): an address, then names. */
const inHostsFile = (text: string, name: string): readonly LookupAddress[] =>
  text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/)
    return names.includes(name) && isIP(address) !== 0 ? [{ address, family: isIP(address) }] : []
  })

const asked = async (name: string, nameServers: Lookups['nameServers']): Promise<readonly LookupAddress[]> => {
  // One each, as it reads resolv.conf when it is made, and remembers answers.
  const resolver = new Resolver({ timeout, tries })
  if (nameServers) resolver.setServers(nameServers)
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const found = answers.flatMap((answer, at) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })) : [],
  )
  if (found.length > 0) return found
  const isNone = answers.every((answer) => answer.status === 'rejected' && none.includes(answer.reason.code))
  throw Object.assign(new Error('The host could not be looked up.'), { code: isNone ? 'ENOTFOUND' : 'EAI_AGAIN' })
}

/** That there is no such name, or none that has an address. */
const none: readonly unknown[] = ['ENOTFOUND', 'ENODATA']

import { isIP } from 'node:net'

/**
 * Whose an address counts as where things are counted by address: of IPv6 its /64, which is what one place is given (RFC 6177, RFC 4291
 * section 2.5.4), with 2^64 addresses to call from. Anything else is itself.
 */
export const networkOf = (address: string): string => {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('%', 1).join('').split('::')
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')]
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  const first = [...before, ...zeros, ...after].slice(0, 4)
  return `${first.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** An address of IPv4 at the end stands for two groups (RFC 4291 section 2.2), which lie past the first four. */
const groupsOf = (text: string): readonly string[] =>
  text === '' ? [] : text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]))

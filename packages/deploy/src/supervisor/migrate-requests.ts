import { readFileSync, writeFileSync } from 'node:fs'

/** ip-sysctl of Linux (5.14 on): what waits at a socket that closes goes on to another one of the same port. */
const setting = '/proc/sys/net/ipv4/tcp_migrate_req'

/**
 * While one of two sockets of a port closes, who connected to it and was not answered yet goes on to the other, instead of being cut off.
 * Where this process may not set that, who connects in that very moment is.
 */
export const migrating = async <Given>(act: () => Promise<Given>): Promise<Given> => {
  const before = swap('1')
  try {
    return await act()
  } finally {
    if (before !== null) swap(before)
  }
}

/** What was set before; null where it cannot be. */
const swap = (value: string): string | null => {
  try {
    const before = readFileSync(setting, 'utf8').trim()
    if (before !== value) writeFileSync(setting, value)
    return before
  } catch {
    return null
  }
}

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Who may look at the development page, which tells a token for every role: whoever was told its address. */
export interface PageDoor {
  /** Where the page opens, once: the service's own address with a secret. */
  address(url: string): string
  /** The seal that keeps the page open, for the secret of the address; null for any other, and for one that was used. */
  enter(secret: string): string | null
  /** Whether a seal keeps it open. */
  isOpen(seal: string | undefined): boolean
}

/**
 * The header in which the page shows its seal. It keeps it in the storage of its own origin: a cookie would go to whatever else
 * listens on this machine too (RFC 6265 section 8.5: cookies know no ports).
 */
export const sealHeader = 'x-charter-page'

const openSeconds = 12 * 3600

/** `key`: of the service, so that what was opened stays open when it starts again. */
export const pageDoor = (key: Uint8Array, nowMs: () => number): PageDoor => {
  let secret = newSecret()
  return {
    address: (url) => `${url}/?secret=${secret}`,
    enter: (given) => {
      if (!isSame(given, secret)) return null
      secret = newSecret()
      const until = Math.floor(nowMs() / 1000) + openSeconds
      return `${until}.${macOf(key, String(until))}`
    },
    isOpen: (seal = '') => {
      const [until = '', mac = ''] = seal.split('.')
      // What is sealed is a number that was written here.
      return Number(until) * 1000 > nowMs() && isSame(mac, macOf(key, until))
    },
  }
}

const newSecret = (): string => randomBytes(24).toString('base64url')

const macOf = (key: Uint8Array, until: string): string =>
  createHmac('sha256', key).update(`development page ${until}`).digest('base64url')

const isSame = (given: string, wanted: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Who may look at the development page, which tells a token for every role: whoever was told its address. */
export interface PageDoor {
  /** Where the page opens, once: the service's own address with a secret. */
  address(url: string): string
  /** The cookie that keeps the page open, for the secret of the address; null for any other, and for one that was used. */
  enter(secret: string): string | null
  /** Whether a `Cookie` header (RFC 6265) keeps it open. */
  isOpen(cookies: string | undefined): boolean
}

const openSeconds = 12 * 3600

/** `key`: of the service, so that what was opened stays open when it starts again. */
export const pageDoor = (key: Uint8Array, nowMs: () => number): PageDoor => {
  let secret = newSecret()
  const name = `charter_page_${sealOf(key, 'name').slice(0, 8)}`
  return {
    address: (url) => `${url}/?secret=${secret}`,
    enter: (given) => {
      if (!isSame(given, secret)) return null
      secret = newSecret()
      const until = Math.floor(nowMs() / 1000) + openSeconds
      return `${name}=${until}.${sealOf(key, String(until))}; Path=/; Max-Age=${openSeconds}; HttpOnly; SameSite=Strict`
    },
    isOpen: (cookies = '') => {
      const [until = '', seal = ''] = valueIn(cookies, name).split('.')
      // What is sealed is a number that was written here.
      return Number(until) * 1000 > nowMs() && isSame(seal, sealOf(key, until))
    },
  }
}

const newSecret = (): string => randomBytes(24).toString('base64url')

const sealOf = (key: Uint8Array, of: string): string =>
  createHmac('sha256', key).update(`development page ${of}`).digest('base64url')

const valueIn = (cookies: string, name: string): string =>
  cookies
    .split('; ')
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? ''

const isSame = (given: string, wanted: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

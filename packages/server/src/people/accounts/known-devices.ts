import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Browsers in which somebody has signed in before. Their tries are counted apart, so that whoever guesses at an account does not keep its owner waiting
 * (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). Such a cookie proves nothing else.
 */
export interface KnownDevices {
  /** `Set-Cookie` of a browser in which the person of this address has signed in. */
  cookieFor(email: string): string
  /** What the tries of a browser are counted with, by its `Cookie` header: of its own where it is known of this address, else empty. */
  apart(cookies: string, email: string): string
}

export interface KnownDevicesOptions {
  readonly secret: string
  readonly cookies: { readonly prefix: string; readonly isTls: boolean }
  readonly nowMs: () => number
}

const lifeSeconds = 180 * 86_400

export const knownDevices = ({ secret, cookies: { prefix, isTls }, nowMs }: KnownDevicesOptions): KnownDevices => {
  const name = `${prefix}.device`
  const seal = (email: string, device: string, until: string): Buffer =>
    createHmac('sha256', `known devices ${secret}`)
      .update(JSON.stringify([email.toLowerCase(), device, until]))
      .digest()
  return {
    cookieFor: (email) => {
      const [device, until] = [randomBytes(16).toString('base64url'), String(nowMs() + lifeSeconds * 1000)]
      const value = [device, until, seal(email, device, until).toString('base64url')].join('.')
      return `${name}=${value}; Max-Age=${lifeSeconds}; Path=/; HttpOnly; ${isTls ? 'Secure; ' : ''}SameSite=Lax`
    },
    apart: (cookies, email) => {
      const [device = '', until = '', sealed = ''] = cookieIn(cookies, name).split('.')
      const [shown, right] = [Buffer.from(sealed, 'base64url'), seal(email, device, until)]
      const isKnown = shown.length === right.length && timingSafeEqual(shown, right) && Number(until) > nowMs()
      return isKnown ? `:${device}` : ''
    },
  }
}

const cookieIn = (cookies: string, name: string): string =>
  cookies
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? ''

import { isIP } from 'node:net'

/** 127.0.0.0/8, ::1 (also in the brackets of a URL), or the name that stands for them. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'))

/** An address that secrets may be sent to, and keys fetched from: https, or http on loopback. */
export const isSafeUrl = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)))
}

/** Whether there is neither user, query nor fragment in an address that is one. */
export const isPlainUrl = (text: string): boolean => {
  const { username, password, search, hash } = new URL(text)
  return username + password + search + hash === ''
}

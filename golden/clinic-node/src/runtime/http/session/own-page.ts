import type { FromPage, PageProof } from '../../call/sessions.ts'

/**
 * Whether the browser says that a request is of the service's own origin: by Fetch Metadata (W3C), else by `Origin`, as the OWASP
 * Cross-Site Request Forgery Prevention Cheat Sheet has it. No script can write either header. What says neither is no browser of today; of an old one
 * it is taken for reading alone, where `Referer` says no other origin.
 */
export const isOwnPage = ({ method = 'GET', headers }: FromPage, origin: string, proof: PageProof): boolean => {
  if (proof === 'socket') return headers.origin === origin
  const isReading = proof === 'address' && (method === 'GET' || method === 'HEAD')
  const site = headers['sec-fetch-site']
  if (site !== undefined)
    return site === 'same-origin' || (site === 'none' && isReading && headers['sec-fetch-mode'] === 'navigate')
  if (headers.origin !== undefined) return headers.origin === origin
  const { referer } = headers
  return isReading && (referer === undefined || `${String(referer)}/`.startsWith(`${origin}/`))
}

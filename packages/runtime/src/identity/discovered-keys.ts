import type { JSONWebKeySet } from 'jose'
import { isLoopback, isSafeUrl } from '../settings/addresses.ts'
import { keySetAt, loadJson } from '../settings/load-json.ts'

/**
 * The keys of an issuer of which only its name is known: where they are is told at `<issuer>/.well-known/openid-configuration` (OpenID
 * Connect Discovery 1.0 section 4), asked anew whenever keys are. Each of the two fetches has the bounds of any key set's: no redirects, 1 MiB,
 * half of the time. The document has to name this very issuer (section 4.3); keys lie at https, and on this machine only where the issuer does.
 */
export const discoveredKeys = async (issuer: string, withinMs = Number.POSITIVE_INFINITY): Promise<JSONWebKeySet> => {
  const at = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const found = await loadJson(at, Math.min(5000, withinMs / 4))
  const told = typeof found === 'object' && found !== null ? (found as Readonly<Record<string, unknown>>) : {}
  if (told.issuer !== issuer) throw new Error(`${at} is of another issuer than ${issuer}`)
  const url = typeof told.jwks_uri === 'string' ? told.jwks_uri : ''
  if (!isSafeUrl(url) || (isHere(url) && !isHere(issuer)))
    throw new Error(`${at} names no address of keys that may be asked`)
  return keySetAt({ url }, withinMs / 2)
}

const isHere = (url: string): boolean => isLoopback(URL.parse(url)?.hostname ?? '')

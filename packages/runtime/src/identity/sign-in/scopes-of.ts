import type { JWTPayload } from 'jose'
import type { AccessModel } from '../../call/model.ts'
import type { Issuer } from '../issuer.ts'
import { wordsOf } from './principal-of.ts'

/**
 * What a token may be used for at most; undefined where it has no limit. An access token (RFC 9068) says it in `scope`, or
 * `scp` as some providers have it. Where the charter accepts `oauth2`, a token of the provider that says neither may be used
 * for nothing, unless plain JWTs are accepted too and it does not call itself an access token. Where `oauth2` is not accepted
 * the provider's scopes mean nothing here. Our own tokens, and what a gateway asserts, are limited where they say so.
 */
export const scopesOf = (
  claims: JWTPayload,
  type: string | undefined,
  { credential }: Pick<Issuer, 'credential'>,
  { accepts }: AccessModel,
): readonly string[] | undefined => {
  const isOfProvider = credential === undefined
  if (isOfProvider && !accepts.includes('oauth2')) return undefined
  const said = claims.scope ?? claims.scp
  if (said !== undefined && said !== null) return wordsOf(said)
  return isOfProvider && (type === 'at+jwt' || !accepts.includes('jwt')) ? [] : undefined
}

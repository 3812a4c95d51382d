import { callProvider, type KeyRequest, memberOf } from './call.ts'

/**
 * An OAuth 2.0 access token kept until a minute before it ends. `make` makes the token request; answers hold `access_token`
 * and `expires_in` seconds (RFC 6749 section 5.1).
 */
export const bearerTokens = (
  provider: string,
  make: () => KeyRequest | Promise<KeyRequest>,
  nowMs: () => number,
): (() => Promise<string>) => {
  let token = ''
  let untilMs = 0
  return async () => {
    if (nowMs() < untilMs) return token
    const answer = await callProvider(provider, make)
    token = memberOf(provider, answer, 'access_token')
    untilMs = nowMs() + (Number(answer.expires_in ?? 0) - 60) * 1000
    return token
  }
}

/** A form post (`application/x-www-form-urlencoded`). */
export const formPost = (url: string, form: Readonly<Record<string, string>>): KeyRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(form).toString(),
})

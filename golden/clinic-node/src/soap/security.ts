import type { FastifyRequest } from 'fastify'
import { credentialOf } from '../runtime/http/index.ts'
import { type Authenticate, type Principal, ProblemError, problem } from '../runtime/index.ts'
import { childOf, type XmlElement } from './parse-xml.ts'

const passwordText = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText'

/**
 * Who calls: by the headers of HTTP, or by WS-Security. A `UsernameToken` (profile 1.1) carries an API key or an access token as its
 * password; its username must be the one that the credential proves. A digest of a password is refused: the service keeps none that
 * it could be compared with.
 */
export const identify = (
  request: FastifyRequest,
  security: XmlElement | undefined,
  authenticate: Authenticate,
): Principal | null | Promise<Principal | null> => {
  if (!security) return authenticate(credentialOf(request))
  const token = childOf(security, 'UsernameToken')
  if (!token) throw refused('The Security header holds nothing that is taken here: give a UsernameToken.')
  return byUsername(token, authenticate)
}

const byUsername = async (token: XmlElement, authenticate: Authenticate): Promise<Principal | null> => {
  const username = childOf(token, 'Username')?.text ?? ''
  const password = childOf(token, 'Password')
  if (!password || (password.attributes.Type ?? passwordText) !== passwordText)
    throw refused('Give the API key or the access token as a password of type PasswordText.')
  const kind = password.text.startsWith('ck_') ? 'api-key' : 'bearer'
  const principal = await authenticate({ kind, text: password.text })
  if (principal?.id !== username) throw refused('The username is not the one that the password proves.')
  return principal
}

const refused = (detail: string): ProblemError => new ProblemError(problem('unauthenticated', { detail }))

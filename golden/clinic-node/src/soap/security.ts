import { type Authenticate, type Principal, ProblemError, problem } from '../runtime/index.ts'
import type { Security } from './envelope.ts'
import { childOf, type XmlElement } from './parse-xml.ts'

const passwordText = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText'

/**
 * Whom the Security header of a message proves (WS-Security). A `UsernameToken` (profile 1.1) carries an API key or an access token as its
 * password; its username must be the one that the credential proves. A digest of a password is refused: the service keeps none that
 * it could be compared with. A SAML assertion (SAML Token Profile 1.1.1) is taken as it stands.
 */
export const identify = (
  security: Security,
  authenticate: Authenticate,
): Principal | null | Promise<Principal | null> => {
  const [token, another] = security.element.children.filter(({ name }) => tokens.includes(name))
  // Whichever were looked at, another reader could look at the other one.
  if (!token || another) throw refused('The Security header has to hold one UsernameToken, or one Assertion.')
  if (token.name === 'UsernameToken') return byUsername(token, authenticate)
  return authenticate({ kind: 'saml', text: security.documentOf(token) })
}

/** By local name: what is called so in another namespace is refused by whoever reads it, and not passed over. */
const tokens = ['UsernameToken', 'Assertion']

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

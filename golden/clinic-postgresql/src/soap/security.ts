import {
  type Authenticate,
  type Credential,
  type Principal,
  type Problem,
  ProblemError,
  problem,
} from '../runtime/index.ts'
import type { Security, SecurityFault } from './envelope.ts'
import { childOf, type XmlElement } from './parse-xml.ts'

const passwordText = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText'

/** A refusal of what a Security header holds, with the code that WS-Security has for it. */
export class SecurityRefusal extends ProblemError {
  readonly fault: SecurityFault
  constructor(fault: SecurityFault, of: Problem) {
    super(of)
    this.fault = fault
  }
}

/**
 * Whom the Security header of a message proves (WS-Security). A `UsernameToken` (profile 1.1) carries an API key or an access token as its
 * password; its username must be the one that the credential proves. A digest of a password is refused: the service keeps none that
 * it could be compared with. A SAML assertion (SAML Token Profile 1.1.1) is taken as it stands. Rejects with a SecurityRefusal
 * (`unauthenticated`), or a ProblemError (`unavailable`).
 */
export const identify = async (security: Security, authenticate: Authenticate): Promise<Principal> => {
  const [token, another] = security.element.children.filter(({ name }) => tokens.includes(name))
  // Whichever were looked at, another reader could look at the other one.
  if (!token || another)
    throw refused('InvalidSecurity', 'The Security header has to hold one UsernameToken, or one Assertion.')
  if (token.name === 'UsernameToken') return byUsername(token, authenticate)
  return proven(authenticate, { kind: 'saml', text: security.documentOf(token) })
}

/** By local name: what is called so in another namespace is refused by whoever reads it, and not passed over. */
const tokens = ['UsernameToken', 'Assertion']

const byUsername = async (token: XmlElement, authenticate: Authenticate): Promise<Principal> => {
  const username = childOf(token, 'Username')?.text ?? ''
  const password = childOf(token, 'Password')
  if (!password) throw refused('InvalidSecurityToken', asText)
  if ((password.attributes.Type ?? passwordText) !== passwordText) throw refused('UnsupportedSecurityToken', asText)
  const kind = password.text.startsWith('ck_') ? 'api-key' : 'bearer'
  const principal = await proven(authenticate, { kind, text: password.text })
  if (principal.id !== username)
    throw refused('FailedAuthentication', 'The username is not the one that the password proves.')
  return principal
}

const asText = 'Give the API key or the access token as a password of type PasswordText.'

const proven = async (authenticate: Authenticate, credential: Credential): Promise<Principal> => {
  try {
    const principal = await authenticate(credential)
    if (principal) return principal
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.code !== 'unauthenticated') throw error
    throw new SecurityRefusal('FailedAuthentication', error.problem)
  }
  throw new SecurityRefusal('FailedAuthentication', problem('unauthenticated'))
}

const refused = (fault: SecurityFault, detail: string): SecurityRefusal =>
  new SecurityRefusal(fault, problem('unauthenticated', { detail }))

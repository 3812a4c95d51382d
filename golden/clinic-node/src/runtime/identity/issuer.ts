import type { KeySource } from './jwks.ts'

/** Who vouches for callers by tokens, and how its tokens are known. */
export interface Issuer {
  /** `iss` that its tokens carry. */
  readonly issuer: string
  /** `aud` that they must name: this service. */
  readonly audience: string
  readonly keys: KeySource
  readonly rolesClaim: string
  /**
   * Whose tokens they are, where not the identity provider's. `development`: only the loopback issuer, refused in production
   * by whoever composes the service. `saml`: our own, for assertions. `gateway`: taken in the gateway's own header alone.
   */
  readonly credential?: 'development' | 'saml' | 'gateway'
}

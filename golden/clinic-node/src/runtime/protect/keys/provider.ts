/**
 * Who keeps the key-encryption key. A service's data and index keys are made here, wrapped there, and kept wrapped in its
 * state; the key-encryption key never leaves the provider.
 */
export interface KeyProvider {
  /** `local`, `vault`, `awskms`, `azurekv`, `gcpkms`, `ocivault`: kept with each wrapped key. */
  readonly name: string
  /** A text that only this provider turns back. Rejects when it cannot be reached or refuses; the error holds no secret. */
  wrap(key: Uint8Array, context: KeyContext): Promise<string>
  /** The key again; rejects likewise, and when the context is another. */
  unwrap(wrapped: string, context: KeyContext): Promise<Uint8Array>
  /** Which key-encryption key this is, for people; no secret. */
  describe(): string
}

/** What a wrapped key is bound to, where the provider can bind it. Not secret: providers log it. */
export interface KeyContext {
  readonly service: string
  readonly key: string
}

/** The context as one text, for providers that take bytes. */
export const contextText = ({ service, key }: KeyContext): string => JSON.stringify({ key, service })

import type { Page } from 'playwright-core'

/** An identity provider that is not ours, on this machine. It knows Ada, who is staff, and Bob, who is nobody. */
export interface Provider {
  readonly name: string
  readonly issuer: string
  /** Fills in its own form of signing in, once a browser is there. */
  signIn(page: Page, person: 'ada' | 'bob'): Promise<void>
  close(): Promise<void>
}

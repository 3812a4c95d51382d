import { type Html, html } from './html.ts'

/** Codes to keep, shown this once. */
export const codesToKeep = (codes: readonly string[]): Html =>
  html`<p>Keep these recovery codes where your authenticator is not. Each signs you in once, after your password, if you lose it. They are not shown again.</p>
      <pre>${codes.join('\n')}</pre>`

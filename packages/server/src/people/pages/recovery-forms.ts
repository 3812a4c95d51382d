import { codesToKeep } from './codes-to-keep.ts'
import { said, type Wrong } from './forms.ts'
import { html } from './html.ts'
import type { Page } from './page.ts'

/** Where a sign-in goes on without an authenticator. */
export const recoveryCodePage = (wrong: Wrong): Page => ({
  title: 'Recovery code',
  status: wrong === null ? 200 : 401,
  body: html`${said(wrong)}
      <form method="post" action="/second-factor/recovery">
        <label for="code">One of the recovery codes that you kept</label>
        <input id="code" name="code" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="40" required autofocus>
        <button>Sign in</button>
      </form>
      <p class="quiet">It is good once. It signs in, and lets nothing that asks for a code of your authenticator.</p>
      <p class="quiet"><a href="/second-factor">Use a code of your authenticator</a>, or <a href="/sign-in">begin again</a>.</p>`,
})

export const newCodesPage = (codes: readonly string[]): Page => ({
  title: 'New recovery codes',
  body: html`${codesToKeep(codes)}
      <p>The codes that you had before are good no more. Go back to <a href="/account">your account</a>.</p>`,
})

import type { Recovery } from '../recovery.ts'
import { said, type Wrong } from './forms.ts'
import { html } from './html.ts'
import type { Page } from './page.ts'

export const recoverPage: Page = {
  title: 'Choose another password',
  body: html`<p>A link to do so is sent to the address of your account.</p>
      <form method="post" action="/recover">
        <label for="email">E-mail</label>
        <input id="email" name="email" type="email" autocomplete="username" maxlength="254" required autofocus>
        <button>Send the link</button>
      </form>
      <p class="quiet">Signing in takes a code of your authenticator after it as before.</p>`,
}

/** Whether there is such an account is not said. */
export const askedPage: Page = {
  title: 'Look at your e-mail',
  body: html`<p>If an account has this address, a link is under way to it. It is good once, for half an hour.</p>
      <p><a href="/sign-in">Sign in</a></p>`,
}

/** Of a platform that sends no letters. */
export const noMailPage: Page = {
  title: 'Choose another password',
  status: 404,
  body: html`<p>This platform sends no e-mail, and so no links. Ask whoever runs it: <code>SMTP_URL</code> and <code>SMTP_FROM</code> have it send them.</p>
      <p><a href="/sign-in">Sign in</a></p>`,
}

export const newPasswordPage = ({ code, email }: Recovery, wrong: Wrong): Page => ({
  title: 'Choose another password',
  status: wrong === null ? 200 : 401,
  body: html`${said(wrong)}
      <form method="post" action="/recover/${code}">
        <label for="email">E-mail</label>
        <input id="email" name="email" type="email" autocomplete="username" value="${email}" readonly>
        <label for="password">Password, of 12 characters or more</label>
        <input id="password" name="password" type="password" autocomplete="new-password" minlength="12" maxlength="256" required autofocus>
        <button>Change the password</button>
      </form>
      <p class="quiet">It ends all your sessions, and the programs that act for you.</p>`,
})

export const changedPage: Page = {
  title: 'The password was changed',
  body: html`<p>All sessions and programs of before have ended. <a href="/sign-in">Sign in</a> with it, and a code of your authenticator.</p>`,
}

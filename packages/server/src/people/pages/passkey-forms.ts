import type { Passkey } from '../store/passkeys.ts'
import { said, type Wrong } from './forms.ts'
import { type Html, html } from './html.ts'
import type { Page } from './page.ts'

/** `options`: what the authenticator is asked. */
export const passkeySignInPage = (options: string, wrong: Wrong): Page => ({
  title: 'Sign in with a passkey',
  status: wrong === null ? 200 : 401,
  hasScript: true,
  body: html`${said(wrong)}
      <form method="post" action="/sign-in/passkey" data-options="${options}">
        <p>Your device asks for its PIN, your finger or your face: that is the password and the second factor at once.</p>
        <button type="button" data-passkey="get">Use a passkey</button>
      </form>
      <p class="quiet">It takes a script of this page. Without it, <a href="/sign-in">sign in with a password and a code</a>.</p>`,
})

export const newPasskeyPage = (options: string, wrong: Wrong): Page => ({
  title: 'Add a passkey',
  status: wrong === null ? 200 : 422,
  hasScript: true,
  body: html`${said(wrong)}
      <form method="post" action="/account/passkeys" data-options="${options}">
        <label for="name">Name, such as that of the device</label>
        <input id="name" name="name" maxlength="60" autocomplete="off" required>
        <button type="button" data-passkey="create">Make the passkey</button>
      </form>
      <p class="quiet">It signs you in by itself, and approves. It takes a script of this page. <a href="/account">Back to your account</a></p>`,
})

/** Those of somebody; `mayChange`: with a form to end each, and a way to another. */
export const passkeyList = (passkeys: readonly Passkey[], mayChange: boolean): Html =>
  html`<h2>Passkeys</h2>
      ${passkeys.map(
        ({ id, name, sinceMs }) => html`<form method="post" action="/account/passkeys/end">
        <p>${name}, since ${new Date(sinceMs).toISOString().slice(0, 10)}</p>
        ${mayChange ? html`<input type="hidden" name="id" value="${id}"><button class="plain">Remove this passkey</button>` : null}
      </form>`,
      )}
      ${mayChange ? html`<p><a href="/account/passkeys/new">Add a passkey</a></p>` : null}`

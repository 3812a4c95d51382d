import { renderSVG } from 'uqr'
import { codesToKeep } from './codes-to-keep.ts'
import { Html, html } from './html.ts'
import type { Page } from './page.ts'

/** What went wrong, and what to do, above the form that it went wrong in; null: nothing did. */
export type Wrong = string | null

export const signInPage = (wrong: Wrong): Page => ({
  title: 'Sign in',
  status: statusOf(wrong),
  body: html`${said(wrong)}
      <form method="post" action="/sign-in">
        <label for="email">E-mail</label>
        <input id="email" name="email" type="email" autocomplete="username" maxlength="254" required autofocus>
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" maxlength="256" required>
        <button>Sign in</button>
      </form>
      <p class="quiet"><a href="/sign-in/passkey">Sign in with a passkey</a></p>
      <p class="quiet"><a href="/recover">Choose another password</a></p>
      <p class="quiet">There is no sign-up: an owner of an organisation makes a link for whoever is to come.</p>`,
})

export const localPage: Page = {
  title: 'Sign in',
  body: html`<p>This platform runs on this machine for its owner alone: the link that it printed when it started signs them in.</p>
      <p class="quiet">A link signs in once, and within a quarter of an hour. Whoever can read the platform’s folder makes another.</p>`,
}

export const codePage = (wrong: Wrong): Page => ({
  title: 'Second factor',
  status: statusOf(wrong),
  body: html`${said(wrong)}
      ${codeForm('/second-factor')}
      <p class="quiet"><a href="/second-factor/recovery">Use a recovery code</a>, or <a href="/sign-in">begin again</a>.</p>`,
})

/** Asks for the password once more, before a second factor is set up. */
export const beginSecondFactorPage = (wrong: Wrong): Page => ({
  title: 'Set up a second factor',
  status: statusOf(wrong),
  body: html`${said(wrong)}
      <p>Signing in takes a password and a code of an authenticator, such as one on your phone.</p>
      <form method="post" action="/second-factor/set-up">
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" maxlength="256" required autofocus>
        <button>Set up an authenticator</button>
      </form>`,
})

/** What somebody is to keep of a new authenticator. It is shown this once. */
export interface NewAuthenticator {
  /** As authenticators read it (Key URI Format). */
  readonly uri: string
  readonly codes: readonly string[]
  /** Where the code goes that confirms it. */
  readonly action: string
}

export const showSecretPage = ({ uri, codes, action }: NewAuthenticator, cookies: readonly string[]): Page => ({
  title: 'Set up a second factor',
  cookies,
  body: html`<p>Let your authenticator read this picture, then type the code that it shows.</p>
      <div class="qr">${new Html(renderSVG(uri, { border: 1 }))}</div>
      <p class="quiet">Where it reads no pictures, give it this: <code>${new URL(uri).searchParams.get('secret') ?? ''}</code></p>
      ${codesToKeep(codes)}
      ${codeForm(action)}`,
})

export interface Joining {
  readonly code: string
  /** Whom the link is for; null for the first person, who says so. */
  readonly email: string | null
}

export const joinPage = ({ code, email }: Joining, wrong: Wrong): Page => ({
  title: email === null ? 'Found this platform' : 'Join this platform',
  status: statusOf(wrong),
  body: html`${said(wrong)}
      <form method="post" action="/join/${code}">
        <label for="email">E-mail</label>
        ${
          email === null
            ? html`<input id="email" name="email" type="email" autocomplete="username" maxlength="254" required autofocus>`
            : html`<input id="email" name="email" type="email" autocomplete="username" value="${email}" readonly>`
        }
        <label for="password">Password, of 12 characters or more</label>
        <input id="password" name="password" type="password" autocomplete="new-password" minlength="12" maxlength="256" required>
        <button>${email === null ? 'Found the platform' : 'Join'}</button>
      </form>`,
})

/** Of a link that is none any more, whatever it was: nobody is told which. */
export const noLinkPage: Page = {
  title: 'This link has ended',
  status: 410,
  body: html`<p>A link is good once, and for a while. Ask whoever made it for another.</p>
      <p><a href="/sign-in">Sign in</a></p>`,
}

/** What takes a code of an authenticator, in any form. */
export const authenticatorCode = html`<label for="code">Code of your authenticator</label>
        <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{6}" maxlength="6" required autofocus>`

/** Whoever is not signed in, or not any more. */
export const signInFirstPage: Page = {
  title: 'Sign in first',
  status: 401,
  body: html`<p>Nobody is signed in here, or that has ended. <a href="/sign-in">Sign in</a>, then open this address again.</p>`,
}

const codeForm = (action: string): Html => html`<form method="post" action="${action}">
        ${authenticatorCode}
        <button>Confirm the code</button>
      </form>`

/** The sentence of what was wrong; nothing where nothing was. */
export const said = (wrong: Wrong): Html | null =>
  wrong === null ? null : html`<p class="wrong" role="alert">${wrong}</p>`

const statusOf = (wrong: Wrong): number => (wrong === null ? 200 : 401)

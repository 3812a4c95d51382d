import type { OwnSession } from '../accounts/own-sessions.ts'
import type { SignedIn } from '../accounts/signed-in.ts'
import type { Passkey } from '../store/passkeys.ts'
import { authenticatorCode, type NewAuthenticator, said, showSecretPage, type Wrong } from './forms.ts'
import { type Html, html } from './html.ts'
import type { Page } from './page.ts'
import { passkeyList } from './passkey-forms.ts'

/** What of an account is shown, and to whom. */
export interface OwnAccount {
  readonly signedIn: SignedIn
  readonly sessions: readonly OwnSession[]
  readonly programs: number
  readonly mode: 'development' | 'production'
  /** Whether a second factor was shown just now: without one nothing is changed. */
  readonly isFresh: boolean
  readonly passkeys: readonly Passkey[]
  /** What an authenticator is asked to show a passkey; null where there is none to show. */
  readonly passkeyOptions: string | null
}

/** Who is signed in, from where, and with what; with a form for each change. */
export const accountPage = (account: OwnAccount, wrong: Wrong): Page => ({
  title: 'Your account',
  status: wrong === null ? 200 : 422,
  hasScript: account.passkeyOptions !== null,
  body: html`${said(wrong)}
      <p>You are ${account.signedIn.email}, with the id <code>${account.signedIn.person}</code>.</p>
      ${account.isFresh ? null : confirmForm(account.passkeyOptions)}
      <h2>Sessions</h2>
      ${account.sessions.map((session) => sessionOf(account, session))}
      ${account.isFresh && account.sessions.length > 1 ? endOthersForm : null}
      <h2>Programs</h2>
      <p>${programs(account.programs)} <a href="/device">See and end them</a>.</p>
      ${account.mode === 'production' ? passkeyList(account.passkeys, account.isFresh) : null}
      ${account.isFresh && account.mode === 'production' ? changes : null}`,
})

const confirmForm = (
  options: string | null,
): Html => html`<form method="post" action="/account/confirm" data-options="${options}">
        <p>To change anything here, show that it is you.</p>
        ${authenticatorCode}
        <button>Confirm the code</button>
        ${options === null ? null : html`<button type="button" data-passkey="get">Show a passkey</button>`}
      </form>`

const sessionOf = ({ signedIn, isFresh }: OwnAccount, { id, agent, address, sinceMs, usedAtMs }: OwnSession): Html => {
  const isThis = id === signedIn.session
  return html`<form method="post" action="/account/end-session">
        <p>${agent}, from ${address}, since <time>${moment(sinceMs)}</time>, last used <time>${moment(usedAtMs)}</time>${isThis ? html` <strong>(this browser)</strong>` : null}</p>
        ${isFresh ? html`<input type="hidden" name="id" value="${id}"><button class="plain">${isThis ? 'Sign out' : 'End this session'}</button>` : null}
      </form>`
}

const programs = (count: number): string =>
  count === 0 ? 'No program acts for you.' : `${count} ${count === 1 ? 'program acts' : 'programs act'} for you.`

const endOthersForm = html`<form method="post" action="/account/end-others">
        <p>All but this browser’s:</p>
        <button>End all other sessions</button>
      </form>`

const changes = html`<h2>Password</h2>
      <form method="post" action="/account/password">
        <label for="currentPassword">Current password</label>
        <input id="currentPassword" name="currentPassword" type="password" autocomplete="current-password" maxlength="256" required>
        <label for="newPassword">New password, of 12 characters or more</label>
        <input id="newPassword" name="newPassword" type="password" autocomplete="new-password" minlength="12" maxlength="256" required>
        <button>Change the password</button>
        <p class="quiet">It ends all your sessions, and the programs that act for you.</p>
      </form>
      <h2>Second factors</h2>
      <form method="post" action="/account/recovery-codes">
        <label for="recoveryCode">Code of your authenticator</label>
        <input id="recoveryCode" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{6}" maxlength="6" required>
        <button>Make new recovery codes</button>
      </form>
      <form method="post" action="/account/authenticator">
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" maxlength="256" required>
        <button>Set up another authenticator</button>
        <p class="quiet">The one you have now stops working at once. Until a code of the new one is confirmed, only a recovery code or a passkey signs you in.</p>
      </form>`

/** To the minute, in UTC. */
const moment = (atMs: number): string => `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`

export const anotherAuthenticatorPage = (made: Omit<NewAuthenticator, 'action'>): Page =>
  showSecretPage({ ...made, action: '/account/authenticator/confirm' }, [])

export const confirmAuthenticatorPage = (wrong: Wrong): Page => ({
  title: 'Confirm your authenticator',
  status: wrong === null ? 200 : 422,
  body: html`${said(wrong)}
      <form method="post" action="/account/authenticator/confirm">
        ${authenticatorCode}
        <button>Confirm the code</button>
      </form>`,
})

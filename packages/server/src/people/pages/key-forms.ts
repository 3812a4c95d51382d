import type { KeyMinted } from '../../program/keys.ts'
import { authenticatorCode, said, type Wrong } from './forms.ts'
import { html } from './html.ts'
import type { Page } from './page.ts'

/** What a key is to be, as somebody typed it. */
export interface KeyWanted {
  readonly name?: string | undefined
  readonly grants?: string | undefined
  readonly days?: string | undefined
}

/** Of whom it is asked. */
export interface KeyAsking {
  readonly mode: 'development' | 'production'
  /** What an authenticator is asked to show a passkey; null where there is none to show. */
  readonly passkeyOptions: string | null
}

/** Whoever makes a key sees what it may before, and may say less: an address is sent to people by others, too. */
export const newKeyPage = (
  { name = '', grants = '', days = '' }: KeyWanted,
  { mode, passkeyOptions }: KeyAsking,
  wrong: Wrong,
): Page => ({
  title: 'Make a key for a machine',
  status: wrong === null ? 200 : 422,
  hasScript: passkeyOptions !== null,
  body:
    mode === 'development'
      ? html`<p>The owner of this machine signs in by a link and has no second factor: <code>charter key create</code> makes a key here.</p>`
      : html`${said(wrong)}
      <p>It may what it grants and you may too, in your name, until it ends. It lets nothing, and makes no further keys.</p>
      <form method="post" action="/keys/new" data-options="${passkeyOptions}">
        <label for="name">Name</label>
        <input id="name" name="name" value="${name}" maxlength="80" autocomplete="off" required>
        <label for="grants">What it may: viewer, designer, operator, auditor; or directory alone, which an owner makes</label>
        <input id="grants" name="grants" value="${grants}" maxlength="80" autocomplete="off" required>
        <label for="days">Days until it ends, 365 at most</label>
        <input id="days" name="days" value="${days}" inputmode="numeric" pattern="[0-9]{1,3}" maxlength="3" required>
        ${authenticatorCode}
        <button>Make it</button>
        ${passkeyOptions === null ? null : html`<button type="button" data-passkey="get">Make it, with a passkey</button>`}
      </form>`,
})

/** It is shown this once. */
export const keyMadePage = ({ id, key, endsAt }: KeyMinted): Page => ({
  title: 'The key is made',
  body: html`<p><code>${key}</code></p>
      <p>Keep it now: it is not shown again. It is known as <code>${id}</code>, and ends ${endsAt}; <code>charter key revoke ${id}</code> ends it sooner.</p>`,
})

import type { SignedIn } from '../accounts/signed-in.ts'
import type { Asking } from '../store/devices.ts'
import type { Program } from '../store/programs.ts'
import { said, type Wrong } from './forms.ts'
import { html } from './html.ts'
import type { Page } from './page.ts'

/** Whom a page is shown to. */
type Who = Pick<SignedIn, 'person' | 'email'>

/** Who is signed in, what acts for them, and where the code of another is typed. */
export const devicePage = (who: Who, programs: readonly Program[], wrong: Wrong): Page => ({
  title: 'Sign a program in',
  status: wrong === null ? 200 : 422,
  body: html`${said(wrong)}
      <p>You are ${who.email}, with the id <code>${who.person}</code>.</p>
      <form method="post" action="/device">
        <label for="code">Code that the program shows</label>
        <input id="code" name="code" autocomplete="off" autocapitalize="characters" maxlength="20" required autofocus>
        <button>Look at what asks</button>
      </form>
      ${programs.map(
        ({ id, name, sinceMs }) => html`<form method="post" action="/device/end">
        <p>${name}, signed in ${new Date(sinceMs).toISOString()}</p>
        <input type="hidden" name="id" value="${id}">
        <button>End this program’s sign-in</button>
      </form>`,
      )}`,
})

/** Whoever confirms sees what asks, from where and when: codes are sent to people by others, too. */
export const confirmPage = (code: string, { program, address, askedAtMs }: Asking): Page => ({
  title: 'Let this program act for you?',
  body: html`<p>It says that it is “${program}”. It asked at ${new Date(askedAtMs).toISOString()}, from ${address}, with the code <code>${code}</code>.</p>
      <p>It will do what you may do, for thirty days, but for what takes a second factor. Confirm it only if you began this yourself, a moment ago: nobody else has a reason to send you a code.</p>
      <form method="post" action="/device/confirm">
        <input type="hidden" name="code" value="${code}">
        <button>Sign the program in</button>
      </form>
      <p><a href="/device">It was not me</a></p>`,
})

export const deviceDonePage: Page = {
  title: 'The program is signed in',
  body: html`<p>Go on where you began. You can end this at <a href="/device">programs</a>.</p>`,
}

import type { ApprovalSeen } from '../../program/approval-of.ts'
import type { SignedIn } from '../accounts/signed-in.ts'
import { authenticatorCode, said, type Wrong } from './forms.ts'
import { type Html, html } from './html.ts'
import type { Page } from './page.ts'

/** What is shown, and to whom. */
export interface Approving {
  readonly seen: ApprovalSeen
  readonly signedIn: Pick<SignedIn, 'person'>
  readonly mode: 'development' | 'production'
  /** What an authenticator is asked to show a passkey; null where there is none to show. */
  readonly passkeyOptions: string | null
}

/** What a deployment changes, who asked for it, and of which digest; with a form for who may let it. */
export const approvePage = (approving: Approving, wrong: Wrong): Page => {
  const { deployment, project, environment, version, given } = approving.seen
  const { requestedBy, requestedAt, reason, releaseDigest, changes, approvals, involved } = deployment
  return {
    title: `Version ${version.number} of ${project.name} to ${environment.name}`,
    status: wrong === null ? 200 : 422,
    hasScript: approving.passkeyOptions !== null,
    body: html`${said(wrong)}
      <p>Asked for by <code>${requestedBy}</code>, ${requestedAt}: ${reason}</p>
      <p>What it changes, of clients, access and data, and of what its service is told and may reach:</p>
      <ul>${changes.map((change) => html`<li>${change}</li>`)}</ul>
      <p>Its release is <code>${releaseDigest}</code>.</p>
      <p>${String(approvals)} have to let it, none of whom had a part in it: ${involved.join(', ')}.</p>
      ${given.map(
        ({ givenBy, givenAt, isYes, comment }) =>
          html`<p><code>${givenBy}</code> ${isYes ? 'lets' : 'refuses'} it, ${givenAt}${comment === null ? '' : `: ${comment}`}</p>`,
      )}
      ${answerOf(approving)}`,
  }
}

const passkeyButtons = html`<p class="quiet">Or, without a code:</p>
        <button type="button" data-passkey="get" name="answer" value="let">Let it, with a passkey</button>
        <button type="button" data-passkey="get" name="answer" value="refuse">Refuse it, with a passkey</button>`

/** A form, or why there is none. */
const answerOf = ({ seen: { deployment, given }, signedIn: { person }, mode, passkeyOptions }: Approving): Html => {
  const { id, state, involved, releaseDigest } = deployment
  if (state !== 'requested') return html`<p><strong>It is ${state}.</strong></p>`
  if (mode === 'development')
    return html`<p>This platform is of the owner of this machine alone, who signs in by a link and has no second factor: nobody lets here what they asked for. Deploy to an environment that asks for nobody.</p>`
  if (given.some(({ givenBy }) => givenBy === person)) return html`<p><strong>You have said so.</strong></p>`
  if (involved.includes(person)) return html`<p>You had a part in it: somebody else lets it.</p>`
  return html`<form method="post" action="/approve/${id}" data-options="${passkeyOptions}">
        <input type="hidden" name="digest" value="${releaseDigest}">
        <label for="comment">What you have to say of it, if anything</label>
        <input id="comment" name="comment" maxlength="500" autocomplete="off">
        ${authenticatorCode}
        <button name="answer" value="let">Let it</button>
        <button name="answer" value="refuse">Refuse it</button>
        ${passkeyOptions === null ? null : passkeyButtons}
      </form>`
}

/** Of one that is none, or not theirs to see: nobody is told which. */
export const noDeploymentPage: Page = {
  title: 'There is no such deployment',
  status: 404,
  body: html`<p>None that you may see has this address. Look at what asked you to open it.</p>`,
}

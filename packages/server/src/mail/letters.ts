import { html } from '../people/pages/html.ts'

/** An e-mail to one person. */
export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Whom a letter is for, and where it leads. */
export interface Leading {
  readonly to: string
  readonly link: string
}

/** What a letter says: its paragraphs, and the one address that it leads to. */
interface Said {
  readonly to: string
  readonly subject: string
  readonly before: string
  readonly link: string
  readonly after: string
}

export const invitationLetter = ({ to, link }: Leading): Letter =>
  letterOf({
    to,
    subject: 'You are invited to Charter',
    before: `You are invited to the Charter platform at ${new URL(link).origin}. Choose a password and set up an authenticator here:`,
    link,
    after:
      'The link is good once, for a week. If you expected no invitation, do nothing: nobody has an account until the link is followed.',
  })

export const recoveryLetter = ({ to, link }: Leading): Letter =>
  letterOf({
    to,
    subject: 'A new password for Charter',
    before: `Somebody asked for a new password of your account at ${new URL(link).origin}. Choose it here:`,
    link,
    after:
      'The link is good once, for half an hour; it ends your sessions, and signing in takes a code of your authenticator as before. If it was not you, do nothing: your password stays.',
  })

/** After it was changed, whoever did. */
export const changedLetter = ({ to, link }: Leading): Letter =>
  letterOf({
    to,
    subject: 'Your password for Charter was changed',
    before: `The password of your account at ${new URL(link).origin} was changed, and its sessions have ended. Where that was not you, choose another one at once:`,
    link,
    after: 'Then tell whoever runs the platform.',
  })

/** After a recovery code signed somebody in, whoever that was. */
export const usedCodeLetter = ({ to, link }: Leading): Letter =>
  letterOf({
    to,
    subject: 'A recovery code signed you in to Charter',
    before: `Somebody signed in to your account at ${new URL(link).origin} with your password and one of your recovery codes. Where that was not you, end the session and choose another password at once:`,
    link,
    after: 'The code is good no more. Set up another authenticator there if you have lost yours.',
  })

/** After an account got other recovery codes, whoever asked for them. */
export const newCodesLetter = ({ to, link }: Leading): Letter =>
  letterOf({
    to,
    subject: 'Your account at Charter has new recovery codes',
    before: `New recovery codes were made for your account at ${new URL(link).origin}; those of before are good no more. Where that was not you, end its sessions and choose another password at once:`,
    link,
    after: 'Then tell whoever runs the platform.',
  })

/** After an authenticator took the place of another, whoever set it up. */
export const newAuthenticatorLetter = ({ to, link }: Leading): Letter =>
  letterOf({
    to,
    subject: 'Another authenticator for Charter',
    before: `Another authenticator, with new recovery codes, was set up for your account at ${new URL(link).origin}; those of before are good no more. Where that was not you, choose another password at once:`,
    link,
    after: 'Then tell whoever runs the platform.',
  })

/** After a passkey was added, whoever did. */
export const passkeyLetter = ({ to, link }: Leading): Letter =>
  letterOf({
    to,
    subject: 'A passkey was added to your account at Charter',
    before: `A passkey was added to your account at ${new URL(link).origin}: it signs in by itself. Where that was not you, remove it and choose another password at once:`,
    link,
    after: 'Then tell whoever runs the platform.',
  })

const letterOf = ({ to, subject, before, link, after }: Said): Letter => ({
  to,
  subject,
  text: `${before}\n\n${link}\n\n${after}\n`,
  html: html`<!doctype html><html lang="en"><body style="font: 16px/1.5 system-ui, sans-serif; color: #1c1c1e; max-width: 34em; margin: 2em auto; padding: 0 1em">
<p>${before}</p>
<p><a href="${link}">${link}</a></p>
<p style="color: #6b6b70">${after}</p>
</body></html>`.text,
})

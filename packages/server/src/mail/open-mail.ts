import { ConfigError } from '@charter/runtime'
import { fromEnvironment } from '@charter/runtime/service'
import { createTransport } from 'nodemailer'
import type { Letter } from './letters.ts'

/** What the platform says to people by e-mail. */
export interface Mail {
  /** Once the server has taken it; rejects with what the server or the network says. */
  send(letter: Letter): Promise<void>
  close(): void
}

const waitMs = 15_000
/** Letters go one after the other, in the order in which they were written. */
const connectionsMax = 1

/**
 * By the server of `SMTP_URL` (`smtp://user:password@host:587`, which has to offer STARTTLS but on this machine, or `smtps://…`), from `SMTP_FROM`;
 * null where none is named. Throws a ConfigError.
 */
export const openMail = (env: Readonly<Record<string, string | undefined>>): Mail | null => {
  const given = fromEnvironment(env, 'SMTP_URL')
  if (given === undefined) return null
  const { url, from } = { url: smtpUrl(given), from: env.SMTP_FROM }
  if (!from)
    throw new ConfigError('SMTP_URL is set without SMTP_FROM: say whom letters are from, as charter@example.com.')
  const transport = createTransport({
    host: url.hostname,
    port: Number(url.port || (url.protocol === 'smtps:' ? 465 : 587)),
    secure: url.protocol === 'smtps:',
    requireTLS: !isHere(url),
    tls: { minVersion: 'TLSv1.2' },
    ...(url.username && { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    pool: true,
    maxConnections: connectionsMax,
    connectionTimeout: waitMs,
    greetingTimeout: waitMs,
    socketTimeout: waitMs,
    // Letters hold what is said here, and nothing of a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async (letter) =>
      void (await transport.sendMail({ from, ...letter, headers: { 'Auto-Submitted': 'auto-generated' } })),
    close: () => transport.close(),
  }
}

const smtpUrl = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '')
    throw new ConfigError(
      'SMTP_URL is no address of a mail server: write smtp://user:password@mail.example.com:587, or smtps://….',
    )
  return url
}

/** On this machine nobody else reads what goes over the wire. */
const isHere = ({ hostname }: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

import type { FastifyReply } from 'fastify'
import { type Html, html } from './html.ts'

export interface Page {
  readonly title: string
  readonly body: Html
  readonly status?: number
  /** It runs the script of passkeys, and no other. */
  readonly hasScript?: boolean
  /** `Set-Cookie`, one each. */
  readonly cookies?: readonly string[]
}

export const stylePath = '/people/page.css'

/**
 * Nothing is loaded but our own style, no script is run (but that of passkeys, where one is asked for), no other site frames it, and its forms go here alone. An address may hold a code, which no
 * other site is told.
 */
export const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

export const sendPage = (
  reply: FastifyReply,
  { title, body, status = 200, hasScript, cookies = [] }: Page,
): FastifyReply =>
  reply
    .code(status)
    .headers(hasScript ? scriptHeaders : pageHeaders)
    .header('content-type', 'text/html; charset=utf-8')
    .header('set-cookie', [...cookies])
    .send(written(title, body, hasScript ? script : null).text)

/** See other (RFC 9110 section 15.4.4): what was posted is not posted again. */
export const sendOn = (reply: FastifyReply, to: string, cookies: readonly string[] = []): FastifyReply =>
  reply
    .code(303)
    .headers(pageHeaders)
    .header('set-cookie', [...cookies])
    .header('location', to)
    .send()

const scriptHeaders = {
  ...pageHeaders,
  'content-security-policy': `${pageHeaders['content-security-policy']}; script-src 'self'`,
}

const script = html`<script type="module" src="/people/passkey.js"></script>`

const written = (title: string, body: Html, head: Html | null): Html =>
  html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title} · Charter</title>
    <link rel="stylesheet" href="${stylePath}">
    ${head}
  </head>
  <body>
    <main>
      ${mark}
      <h1>${title}</h1>
      ${body}
    </main>
  </body>
</html>
`

const mark = html`<svg class="mark" viewBox="0 0 32 32" role="img" aria-label="Charter">
        <rect x="4.75" y="3.75" width="20.5" height="24.5" rx="2.5" fill="#fff" stroke="#1b1b1f" stroke-width="1.5" />
        <path d="M9 10h12M9 14.5h12M9 19h6" fill="none" stroke="#6b6a70" stroke-width="1.5" stroke-linecap="round" />
        <circle cx="23" cy="24" r="5.5" fill="#b3261e" stroke="#fff" stroke-width="1.5" />
      </svg>`

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf } from '../testing/authenticator.ts'
import { optionsIn, passkeyDevice } from '../testing/passkey-device.ts'
import { joinBy, openTestPlatform, password, tokenOf } from '../testing/platform.ts'
import { visitor } from '../testing/visitor.ts'

/** Letters, as the server took them. */
const letters: { readonly to: readonly string[]; readonly text: string }[] = []
let refuses = false
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  logger: false,
  onRcptTo: (_address, _session, done) => done(refuses ? new Error('Nobody here.') : null),
  onData: async (stream, session, done) => {
    const source = await text(stream)
    letters.push({ to: session.envelope.rcptTo.map(({ address }) => address), text: plain(source) })
    done()
  },
})

/** Quoted-printable (RFC 2045 section 6.7), unfolded. */
const plain = (source: string): string =>
  source
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

let platform: Awaited<ReturnType<typeof openTestPlatform>>
let ann: Awaited<ReturnType<typeof joinBy>>
beforeAll(async () => {
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  const mail = { SMTP_URL: `smtp://127.0.0.1:${port}`, SMTP_FROM: 'Charter <charter@example.org>' }
  platform = await openTestPlatform('production', mail)
  ann = await joinBy(await platform.people.makeLink(), 'ann@example.org')
})
afterAll(async () => {
  await platform.close()
  await new Promise<void>((resolve) => server.close(resolve))
})

const linkIn = (letter: (typeof letters)[number] | undefined): string =>
  /https?:\/\/[^\s"<]+\/(?:recover|join)\/[\w-]+/.exec(letter?.text ?? '')?.[0] ?? ''

test('an invitation is sent to whom it is for, and its link is told nobody else', async () => {
  await tokenOf(ann.browser)
  const api = await ownerOf('acme')
  const { status, body } = await api('bob@example.org')
  expect([status, body]).toEqual([201, { personId: expect.any(String), sentTo: 'bob@example.org' }])
  expect(letters.at(-1)?.to).toEqual(['bob@example.org'])
  await joinBy(linkIn(letters.at(-1)), 'bob@example.org')
  refuses = true
  const unsent = await api('carl@example.org')
  refuses = false
  expect([unsent.status, JSON.stringify(unsent.body)]).toEqual([503, expect.not.stringContaining('/join/')])
})

/** Makes an organisation as Ann, and gives what invites somebody to it. */
const ownerOf = async (organisation: string) => {
  const token = await tokenOf(ann.browser)
  const ask = async (path: string, sent: object, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(`${platform.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(sent),
    })
    return { status: response.status, body: await response.json() }
  }
  expect((await ask('/api/v1/organisations', { id: organisation, name: organisation })).status).toBe(201)
  return (email: string) => ask('/invitations', { email }, { 'charter-tenant': organisation })
}

test('a password is changed by a link that was sent, once; sessions end, and the second factor stays', async () => {
  const stranger = visitor(platform.url)
  const sent = letters.length
  const [known, unknown] = [
    await stranger.post('/recover', { email: 'Ann@example.org' }),
    await stranger.post('/recover', { email: 'nobody@example.org' }),
  ]
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
  await expect.poll(() => letters.length).toBe(sent + 1)
  const link = linkIn(letters.at(-1))
  expect(letters.at(-1)?.to).toEqual(['ann@example.org'])
  expect((await stranger.post(link, { password: 'password1234' })).status).toBe(401)
  const [one, two] = await Promise.all([1, 2].map(() => stranger.post(link, { password: 'four louder herons' })))
  expect([one?.status, two?.status].sort()).toEqual([200, 410])
  expect((await ann.browser.post('/token')).status).toBe(401)
  const again = visitor(platform.url)
  expect((await again.post('/sign-in', { email: ann.email, password })).status).toBe(401)
  expect(await again.post('/sign-in', { email: ann.email, password: 'four louder herons' })).toMatchObject({
    status: 303,
    location: '/second-factor',
  })
  expect((await again.post('/token')).status).not.toBe(200)
  expect(await again.post('/second-factor', { code: codeOf(ann.secret, 1) })).toMatchObject({
    status: 303,
    location: '/',
  })
  await expect.poll(() => letters.at(-1)?.text).toContain('was changed')
})

test('nobody is flooded with letters', async () => {
  const sent = letters.length
  const stranger = visitor(platform.url)
  for (let at = 0; at < 12; at++) await stranger.post('/recover', { email: 'bob@example.org' })
  await stranger.post('/recover', { email: 'ann@example.org' })
  await expect.poll(() => letters.filter(({ to }) => to[0] === 'ann@example.org').length).toBeGreaterThan(2)
  expect(letters.slice(sent).filter(({ to }) => to[0] === 'bob@example.org').length).toBe(5)
})

test('each use of a recovery code, another authenticator, new codes and a passkey are told by a letter', async () => {
  const browser = visitor(platform.url)
  await browser.post('/sign-in', { email: ann.email, password: 'four louder herons' })
  const sent = letters.length
  const told = async (text: string) => {
    await expect.poll(() => letters.at(-1)?.text).toContain(text)
    expect(letters.at(-1)?.to).toEqual(['ann@example.org'])
  }
  expect((await browser.post('/second-factor/recovery', { code: ann.codes[0] ?? '' })).location).toBe('/account')
  await told('one of your recovery codes')
  const shown = await browser.post('/account/authenticator', { password: 'four louder herons' })
  await told('Another authenticator')
  const secret = /<code>([A-Z2-7]+)<\/code>/.exec(shown.text)?.[1] ?? ''
  expect((await browser.post('/account/authenticator/confirm', { code: codeOf(secret) })).location).toBe('/account')
  expect((await browser.post('/account/recovery-codes', { code: codeOf(secret, 1) })).status).toBe(200)
  await told('New recovery codes')
  const options = optionsIn((await browser.get('/account/passkeys/new')).text)
  const passkey = passkeyDevice(new URL(platform.url).origin).make(options)
  expect((await browser.post('/account/passkeys', { name: 'Laptop', passkey })).location).toBe('/account')
  await told('A passkey was added')
  expect(letters.length).toBe(sent + 4)
})

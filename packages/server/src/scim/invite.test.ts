import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Platform } from '../open-platform.ts'
import { joinBy, openTestPlatform } from '../people/testing/platform.ts'
import { asDirectory, asPerson, keyOf } from './testing/directories.ts'

/** Letters, as the server took them. */
const letters: { readonly to: readonly string[]; readonly text: string }[] = []
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  logger: false,
  onData: async (stream, session, done) => {
    const source = (await text(stream)).replaceAll('=\r\n', '').replaceAll('=3D', '=')
    letters.push({ to: session.envelope.rcptTo.map(({ address }) => address), text: source })
    done()
  },
})

let platform: Platform
beforeAll(async () => {
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  platform = await openTestPlatform('production', {
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    SMTP_FROM: 'Charter <charter@example.org>',
  })
}, 60_000)
afterAll(async () => {
  await platform.close()
  await new Promise<void>((resolve) => server.close(resolve))
})

test('whom a directory makes is invited by a letter to them alone, and has joined as who the directory says they are', async () => {
  const ann = asPerson(platform.url, await joinBy(await platform.people.makeLink(), 'ann@example.org'))
  expect((await ann('POST /api/v1/organisations', { id: 'acme', name: 'Acme' })).status).toBe(201)
  const acme = asDirectory(platform.url, 'acme', await keyOf(platform.url, ann, ['directory']))
  const emails = [{ value: 'bob@example.org', type: 'work' }]
  const made = await acme('POST /Users', { userName: 'bob', emails, active: true })
  expect(made.status).toBe(201)
  expect(letters.map(({ to }) => to)).toEqual([['bob@example.org']])
  const link = /https?:\/\/[^\s"<]+\/join\/[\w-]+/.exec(letters[0]?.text ?? '')?.[0] ?? ''
  expect(JSON.stringify(made.body)).not.toContain('/join/')
  const bob = await joinBy(link, 'whoever@example.org')
  const group = (await acme('POST /Groups', { displayName: 'Looking', members: [{ value: made.body.id }] })).body.id
  const roleId = (await ann('POST /api/v1/roles', { name: 'Looking', grants: ['viewer'] })).body.id
  expect((await ann(`PATCH /api/v1/teams/${group}`, { roleId })).status).toBe(200)
  expect((await asPerson(platform.url, bob)('GET /api/v1/roles')).status).toBe(200)
  // Ann is a member, and whoever is made inactive is not asked to come.
  expect((await acme('POST /Users', { userName: 'ann@example.org' })).status).toBe(201)
  expect((await acme('POST /Users', { userName: 'carl@example.org', active: false })).status).toBe(201)
  expect(letters.length).toBe(1)
}, 60_000)

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { invitationLetter } from './letters.ts'
import { openMail } from './open-mail.ts'

test('what cannot send letters is said before anything is opened', () => {
  expect(openMail({})).toBeNull()
  expect(() => openMail({ SMTP_URL: 'mail.example.com:587', SMTP_FROM: 'charter@example.com' })).toThrow('smtp://')
  expect(() => openMail({ SMTP_URL: 'smtp://mail.example.com' })).toThrow('SMTP_FROM')
})

test('a password is told to no server that speaks in clear, but on this machine', async () => {
  const told: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username = '' }, _session, done) => {
      told.push(username)
      done(null, { user: username })
    },
  })
  const listening = server.listen(0)
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  const sending = (host: string) => {
    const mail = openMail({ SMTP_URL: `smtp://ann:secret@${host}:${port}`, SMTP_FROM: 'charter@example.com' })
    const letter = invitationLetter({ to: 'bob@example.com', link: 'https://charter.example.com/join/x' })
    return mail?.send(letter).finally(() => mail.close())
  }
  // Another name of this machine, of which the platform does not know that it is one.
  await expect(sending('127.0.0.2')).rejects.toThrow(/STARTTLS/i)
  expect(told).toEqual([])
  await sending('127.0.0.1')
  expect(told).toEqual(['ann'])
  await new Promise<void>((resolve) => server.close(resolve))
})

test('whoever is written to adds no header, and nothing of a link is markup', () => {
  const letter = invitationLetter({ to: 'bob@example.com', link: 'https://charter.example.com/join/"><script>' })
  expect(letter.html).not.toContain('<script>')
})

import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestPlatform } from '../people/testing/platform.ts'
import { visitor } from '../people/testing/visitor.ts'
import { programToken } from './program-token.ts'
import { signInProgram } from './sign-in-program.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charter-program-'))
  file = join(folder, 'config', 'platforms.json')
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

/** Time goes by, and nobody waits for it. */
const wait = async (ms: number): Promise<void> => void vi.setSystemTime(Date.now() + ms)

test('a program is signed in by its person, and has tokens of what it keeps in a file of its own', async () => {
  const platform = await openTestPlatform('development')
  try {
    const browser = visitor(platform.url)
    await browser.get(await platform.people.makeLink())
    await expect(programToken(platform.url, file)).rejects.toThrow(`charter login ${platform.url}`)
    const confirmed: Promise<unknown>[] = []
    await signInProgram({
      address: platform.url,
      program: 'charter',
      file,
      onCode: ({ code, at }) => {
        expect(at).toBe(`${platform.url}/device`)
        confirmed.push(browser.post('/device/confirm', { code }))
      },
      wait: (ms) => Promise.all(confirmed).then(() => wait(ms)),
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const token = await programToken(platform.url, file)
    expect(readFileSync(file, 'utf8')).not.toContain(token)
    const seen = await fetch(`${platform.url}/api/v1/organisations`, { headers: { authorization: `Bearer ${token}` } })
    expect(seen.status).toBe(200)
  } finally {
    await platform.close()
  }
}, 60_000)

test('where nobody confirms it, it ends, and keeps nothing', async () => {
  const platform = await openTestPlatform('development')
  try {
    const asked = { address: platform.url, program: 'charter', file, onCode: () => {}, wait }
    await expect(signInProgram(asked)).rejects.toThrow('Nobody confirmed the code')
    await expect(programToken(platform.url, file)).rejects.toThrow('Nobody is signed in')
  } finally {
    await platform.close()
  }
}, 60_000)

test.each([
  ['a page', '<html>'],
  [
    'a code that is none',
    '{"device_code":"x","user_code":"\\u001b[2J","verification_uri":"http://x","expires_in":9,"interval":1}',
  ],
  [
    'a time without end',
    '{"device_code":"x","user_code":"BCDF-GHJK","verification_uri":"http://x/","expires_in":1e9,"interval":1}',
  ],
])('what answers with %s is no platform, and nothing of it is shown', async (_, body) => {
  const server = createServer((_request, response) => response.end(body)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  // Of a server that listens at a port.
  const { port } = server.address() as AddressInfo
  const onCode = vi.fn()
  const asked = { address: `http://127.0.0.1:${port}`, program: 'charter', file, onCode, wait }
  await expect(signInProgram(asked)).rejects.toThrow('Look at the address')
  expect(onCode).not.toHaveBeenCalled()
  server.close()
})

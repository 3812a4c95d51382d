import { request } from 'node:http'
import { expect, test } from 'vitest'
import { openTestPlatform, password } from './testing/platform.ts'

/** As a proxy that ended TLS hands a form on. */
const post = (url: string, path: string, fields: Readonly<Record<string, string>>) =>
  new Promise<{ readonly status: number | undefined; readonly cookies: readonly string[] }>((resolve, reject) => {
    const headers = {
      host: 'charter.example.org',
      origin: 'https://charter.example.org',
      'content-type': 'application/x-www-form-urlencoded',
    }
    const asked = request(new URL(path, url), { method: 'POST', headers }, (response) => {
      response.resume()
      resolve({ status: response.statusCode, cookies: response.headers['set-cookie'] ?? [] })
    })
    asked.on('error', reject)
    asked.end(new URLSearchParams(fields).toString())
  })

test('over TLS a session is of its host alone and of TLS alone, no script sees it, and links are https', async () => {
  const env = { CHARTER_BEHIND: 'tls-proxy', CHARTER_URL: 'https://charter.example.org' }
  const platform = await openTestPlatform('production', env)
  try {
    const link = await platform.people.makeLink()
    expect(link).toMatch(/^https:\/\/charter\.example\.org\/join\/[\w-]{43}$/)
    const given = { email: 'ann@example.org', password }
    const { status, cookies } = await post(platform.url, new URL(link).pathname, given)
    expect(status).toBe(200)
    expect(cookies).toEqual([
      expect.stringMatching(
        /^__Host-charter-[0-9a-f]{12}\.session_token=[^;]+; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
  } finally {
    await platform.close()
  }
}, 60_000)

test('behind a proxy that ends TLS it does not start before it is said where people reach it', async () => {
  await expect(openTestPlatform('production', { CHARTER_BEHIND: 'tls-proxy' })).rejects.toThrow('CHARTER_URL must say')
})

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openReader } from '@charter/ledger'
import { ledgerKey, readSettings } from '@charter/ledger/settings'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ledgerFolder } from '../../ledger/open-ledger.ts'
import type { Platform } from '../../open-platform.ts'
import { platformCalls } from '../../program/platform-calls.ts'
import { codeOf } from '../testing/authenticator.ts'
import { type Joined, joinBy, openTestPlatform, password, tokenOf } from '../testing/platform.ts'
import { type Visitor, visitor } from '../testing/visitor.ts'

let platform: Platform & { readonly folder: string }
let ann: Joined
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  platform = await openTestPlatform('production')
  ann = await joinBy(await platform.people.makeLink(), 'ann@example.org')
  await platformCalls({ url: platform.url, token: () => tokenOf(ann.browser) })('POST organisations', {
    id: 'acme',
    name: 'Acme',
  })
}, 60_000)
beforeEach(() => {
  vi.setSystemTime(Date.now() + 3_600_000)
})
afterAll(async () => {
  await platform.close()
  vi.useRealTimers()
})

const withPassword = async (): Promise<Visitor> => {
  const browser = visitor(platform.url)
  expect((await browser.post('/sign-in', { email: ann.email, password })).location).toBe('/second-factor')
  return browser
}

const recover = (browser: Visitor, code: string) => browser.post('/second-factor/recovery', { code })

test('a recovery code is shown once, kept as a seal, and signs in once, however it is typed', async () => {
  expect(ann.codes).toHaveLength(10)
  const database = new DatabaseSync(join(platform.folder, 'people.db'), { readOnly: true })
  const [kept] = database.prepare('SELECT backupCodes FROM twoFactor').all()
  database.close()
  expect(String(kept?.backupCodes)).toContain('sealed:')
  for (const code of ann.codes) expect(String(kept?.backupCodes)).not.toContain(code)
  const [code = ''] = ann.codes
  const one = await withPassword()
  expect((await one.get('/second-factor')).text).toContain('href="/second-factor/recovery"')
  expect((await recover(one, code.toUpperCase().replaceAll('-', ' '))).location).toBe('/account')
  expect((await one.post('/token')).status).toBe(200)
  const again = await withPassword()
  expect((await recover(again, code)).text).toContain('none of your recovery codes')
  expect((await again.post('/token')).status).toBe(401)
})

test('a recovery code that comes many times at once signs in once', async () => {
  const browsers = await Promise.all(Array.from({ length: 4 }, withPassword))
  const answers = await Promise.all(browsers.map((browser) => recover(browser, ann.codes[1] ?? '')))
  expect(answers.filter(({ location }) => location === '/account')).toHaveLength(1)
})

test('recovery codes are guessed five times, counted with codes of the authenticator, over all sign-ins', async () => {
  for (let guess = 0; guess < 3; guess++)
    expect((await recover(await withPassword(), `bbbb-bbbb-bbbb-bbb${guess + 2}`)).status).toBe(401)
  const wrong = [...'012'].map((digit) => digit.repeat(6)).filter((code) => code !== codeOf(ann.secret))
  for (const code of wrong.slice(0, 2)) await (await withPassword()).post('/second-factor', { code })
  expect((await recover(await withPassword(), ann.codes[2] ?? '')).text).toContain('That was too often')
  vi.setSystemTime(Date.now() + 60_000)
  expect((await recover(await withPassword(), ann.codes[2] ?? '')).location).toBe('/account')
}, 60_000)

test('a recovery code is of a sign-in that is under way: it does nothing for who is signed in, or has shown no password', async () => {
  const browser = await withPassword()
  await browser.post('/second-factor', { code: codeOf(ann.secret) })
  expect((await recover(browser, ann.codes[3] ?? '')).location).toBe('/sign-in')
  expect((await recover(visitor(platform.url), ann.codes[3] ?? '')).location).toBe('/sign-in')
})

test('who signed in by a recovery code has shown nothing that approves', async () => {
  const browser = await withPassword()
  await recover(browser, ann.codes[4] ?? '')
  const payload = JSON.parse(Buffer.from((await tokenOf(browser)).split('.')[1] ?? '', 'base64url').toString())
  expect([payload.amr, payload.auth_time]).toEqual([undefined, undefined])
})

test('each use of a recovery code, and each new set, is on record', async () => {
  const recorded = async (operation: string): Promise<number> => {
    const ledger = ledgerFolder(platform.folder)
    const reader = await openReader(ledger, ledgerKey(await readSettings(ledger)))
    let found = 0
    for await (const { line } of reader.lines()) if (line.includes(`"${operation}"`)) found++
    return found
  }
  const used = await recorded('useRecoveryCode')
  expect((await recover(await withPassword(), ann.codes[5] ?? '')).location).toBe('/account')
  await expect.poll(() => recorded('useRecoveryCode'), { timeout: 30_000, interval: 500 }).toBeGreaterThan(used)
  expect(await recorded('newRecoveryCodes')).toBe(1)
}, 60_000)

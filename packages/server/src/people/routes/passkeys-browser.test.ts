import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Platform } from '../../open-platform.ts'
import { codeOf } from '../testing/authenticator.ts'
import { openTestPlatform, password } from '../testing/platform.ts'

const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium'

let platform: Platform & { readonly folder: string }
let browser: Browser
beforeAll(async () => {
  if (!existsSync(browserPath)) return
  const port = String(await freePort())
  // Browsers have no passkeys for addresses: the platform is reached by a name.
  platform = await openTestPlatform('production', { PORT: port, CHARTER_URL: `http://localhost:${port}` })
  browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu'] })
}, 60_000)
afterAll(async () => {
  await browser?.close()
  await platform?.close()
})

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** A page whose browser has an authenticator that knows its person (Chrome DevTools Protocol, domain WebAuthn). */
const withAuthenticator = async (): Promise<{ readonly page: Page; readonly faults: readonly string[] }> => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (line) => line.type() === 'error' && faults.push(line.text()))
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { page, faults }
}

test.skipIf(!existsSync(browserPath))(
  'in a browser a passkey is added, signs in by itself, and nothing that its page forbids is asked for',
  async () => {
    const { page, faults } = await withAuthenticator()
    await page.goto(await platform.people.makeLink())
    await page.getByLabel('E-mail').fill('ann@example.org')
    await page.getByLabel('Password, of 12 characters or more').fill(password)
    await page.getByRole('button', { name: 'Found the platform' }).click()
    const secret = (await page.locator('code').first().textContent()) ?? ''
    await page.getByLabel('Code of your authenticator').fill(codeOf(secret))
    await page.getByRole('button', { name: 'Confirm the code' }).click()
    await page.getByRole('link', { name: 'Your account' }).click()
    await page.getByRole('link', { name: 'Add a passkey' }).click()
    await page.getByLabel('Name, such as that of the device').fill('Laptop')
    await page.getByRole('button', { name: 'Make the passkey' }).click()
    await page.getByText('Laptop, since').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByText('You are ann@example.org').waitFor()
    expect([new URL(page.url()).pathname, faults]).toEqual(['/', []])
  },
  60_000,
)

import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import type { AuditedLedger } from './audited-ledger.ts'

const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** A machine without a browser says so instead of passing. */
export const hasBrowser = existsSync(browserPath)

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: browserPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })

export interface OpenedPage {
  readonly page: Page
  /** What went wrong in it: errors, refusals of its policy, requests to elsewhere. */
  readonly faults: string[]
}

/** A page of the ledger, before anybody signed in. */
export const openPage = async (
  browser: Browser,
  served: AuditedLedger,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> => {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (line) => {
    // A refused request is an answer, and no fault of the page.
    if (line.type() === 'error' && !line.text().includes('status of 4')) faults.push(line.text())
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(served.server.url)) faults.push(`went to ${request.url()}`)
  })
  await page.goto(served.server.url)
  return { page, faults }
}

export const signIn = async (page: Page, token: string): Promise<void> => {
  await page.getByLabel('Token').fill(token)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Sections' }).waitFor()
}

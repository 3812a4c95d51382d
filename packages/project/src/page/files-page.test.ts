import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dev, startDev } from '../dev.ts'

const charter = `charter: 1
name: documents
serves: [rest, graphql]
access: { accepts: [jwt], roles: [clerk, auditor] }
entities:
  Document:
    key: id
    fields:
      id: { type: uuid, default: generated }
      title: { type: text, length: 1..80 }
      scan: { type: file, max: 1 MiB, kinds: [application/pdf, text/plain] }
    allow:
      clerk: { do: [create, read, list, update, delete] }
      auditor: { do: [read, list] }
`

const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
/** Where pictures go when somebody wants to look. */
const pictures = process.env.CHARTER_PICTURES

// A machine without a browser says so instead of passing.
const suite = existsSync(browserPath) ? describe : describe.skip

suite('files of a row, on the page of a service that runs', () => {
  let folder: string
  let dev: Dev
  let browser: Browser
  let page: Page
  const faults: string[] = []

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'charter-files-page-'))
    writeFileSync(join(folder, 'charter.yaml'), charter)
    dev = await startDev({ file: folder, port: 0, onReload: () => {} })
    browser = await chromium.launch({
      executablePath: browserPath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
    })
    page = await browser.newPage({ viewport: { width: 1440, height: 1000 }, reducedMotion: 'reduce' })
    page.on('pageerror', (error) => faults.push(error.message))
    await page.goto(dev.pageUrl)
  }, 180_000)
  afterAll(async () => {
    await browser.close()
    await dev.close()
    rmSync(folder, { recursive: true })
    expect(faults).toEqual([])
  })

  const go = async (operation: string, role: string): Promise<void> => {
    await page.goto(`${dev.url}/#/operations/${encodeURIComponent(operation)}?as=${role}`)
    await page.locator('main h1').waitFor()
  }
  const said = () => page.getByRole('group', { name: 'Files of the row' }).locator('[aria-live]')
  const choose = (name: string, text: string) =>
    page.getByLabel('scan').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

  test('are sent, downloaded and taken away as the role that may, and refused with the reason', async () => {
    await go('Document.read', 'clerk')
    await page.getByRole('button', { name: 'Send scan' }).click()
    expect(await said().textContent()).toBe('— Choose a file first.')
    await choose('a létter.txt', 'some words')
    await page.getByRole('button', { name: 'Send scan' }).click()
    await page.getByText('✓ a létter.txt, 10 bytes, text/plain').waitFor()
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download scan' }).click()
    const download = await coming
    expect(download.suggestedFilename()).toBe('a létter.txt')
    expect(readFileSync(await download.path(), 'utf8')).toBe('some words')
    for (const theme of ['light', 'dark']) {
      await page.locator('html').evaluate((element, name) => element.setAttribute('data-theme', name), theme)
      await page.evaluate(readFileSync(axePath, 'utf8'))
      const { violations } = (await page.evaluate('axe.run({ runOnly: ["wcag2a", "wcag2aa"] })')) as {
        readonly violations: readonly { readonly id: string }[]
      }
      expect(violations.map(({ id }) => id)).toEqual([])
      if (pictures !== undefined) await page.screenshot({ path: join(pictures, `files-${theme}.png`) })
    }
    await choose('image.png', '\x89PNG\r\n\x1a\n')
    await page.getByRole('button', { name: 'Send scan' }).click()
    await page.getByText('✕ 422 invalid-input').waitFor()
    await page.getByRole('button', { name: 'Remove scan' }).click()
    await page.getByText('✓ The row has no such file any more.').waitFor()
    await page.getByRole('button', { name: 'Download scan' }).click()
    await page.getByText('✕ 404 not-found').waitFor()
    await go('Document.read', 'auditor')
    await choose('other.txt', 'others')
    await page.getByRole('button', { name: 'Send scan' }).click()
    await page.getByText('✕ 403 forbidden').waitFor()
  })

  test('stand where a row is read or changed, and nowhere else', async () => {
    const count = async (operation: string) => {
      await go(operation, 'clerk')
      return page.getByRole('group', { name: 'Files of the row' }).count()
    }
    expect(await count('Document.update')).toBe(1)
    expect(await count('Document.list')).toBe(0)
    expect(await count('Document.delete')).toBe(0)
  })
})

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dev, startDev } from '../dev.ts'
import { docsSite } from '../docs/docs-site.ts'
import { loadCharter } from '../load.ts'

const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium'

const charter = `charter: 1
name: shop
title: Shop
version: 1.0.0
description: Sells \`things\`.
serves: [rest]
sources: { main: { own: sqlite } }
access: { accepts: [jwt, oauth2, api-key, saml, gateway], roles: [clerk] }
entities:
  Thing:
    description: What is \`sold\`.
    key: id
    fields:
      id: { type: uuid, default: generated }
      name: { type: text, length: 1..80, description: As the \`label\` says. }
    allow: { clerk: { do: [create, read, update, list] } }
`

const folder = mkdtempSync(join(tmpdir(), 'charter-prose-'))
writeFileSync(join(folder, 'charter.yaml'), charter)
afterAll(() => rmSync(folder, { recursive: true }))

test('the documentation sets what stands between backticks as code', async () => {
  const site = await docsSite(await loadCharter(folder))
  const pages = Object.entries(site).filter(([name]) => name.endsWith('.html'))
  for (const [name, text] of pages) expect(text.replaceAll(/<pre[\s\S]*?<\/pre>/g, ''), name).not.toContain('`')
  expect(site['index.html']).toContain('Sells <code>things</code>.')
})

const suite = existsSync(browserPath) ? describe : describe.skip

suite('the development page', () => {
  let dev: Dev
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    dev = await startDev({ file: folder, port: 0, onReload: () => {} })
    browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu'] })
    page = await browser.newPage()
    await page.goto(dev.pageUrl)
    await page.locator('main h1').waitFor()
  })
  afterAll(async () => {
    await browser?.close()
    await dev?.close()
  })

  test.each([
    ['overview', '#/overview', 'sold'],
    ['reference', '#/reference?open=createThing', '/oauth2/token'],
  ])('%s: sets what stands between backticks as code', async (_name, hash, code) => {
    await page.goto(`${dev.url}/${hash}`)
    await page.locator('main code', { hasText: code }).first().waitFor()
    expect(await page.locator('main').innerText()).not.toContain('`')
  })

  test('says how each kind of credential is sent, and never undefined', async () => {
    await page.goto(`${dev.url}/#/reference`)
    await page.getByRole('heading', { name: 'Signing in' }).waitFor()
    expect(await page.locator('main dl dt').allInnerTexts()).toEqual([
      'Authorization: Bearer …',
      'Authorization: Bearer …',
      'X-Api-Key: …',
      expect.stringMatching(/^X-\S+: …$/),
    ])
    expect(await page.locator('main').innerText()).not.toContain('undefined')
  })
})

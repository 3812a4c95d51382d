import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dev, startDev } from '../dev.ts'
import { freePort } from '../run.ts'

const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
/** Where pictures go when somebody wants to look. */
const pictures = process.env.CHARTER_PICTURES

interface Axe {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[]
}

// A machine without a browser says so instead of passing.
const suite = existsSync(browserPath) ? describe : describe.skip

suite('the box that changes the API in words, under charter dev', () => {
  let folder: string
  let dev: Dev
  let browser: Browser
  let page: Page
  const text = () => readFileSync(join(folder, 'charter.yaml'), 'utf8')

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'charter-edit-page-'))
    const clinic = readFileSync(join(import.meta.dirname, '../../../charter/examples/clinic.yaml'), 'utf8')
    writeFileSync(
      join(folder, 'charter.yaml'),
      `${clinic}\nquestions:\n  - { kind: question, about: Patient.email, sentence: 'Is the email of a patient kept?', choices: [remove the email of patients, rename email to mail] }\n`,
    )
    dev = await startDev({ file: folder, port: await freePort(18_180), onReload: () => {} })
    browser = await chromium.launch({
      executablePath: browserPath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
    })
    page = await browser.newPage({ viewport: { width: 1280, height: 1100 }, reducedMotion: 'reduce' })
    await page.goto(dev.pageUrl)
  }, 180_000)
  afterAll(async () => {
    await browser.close()
    await dev.close()
    rmSync(folder, { recursive: true })
  })

  const preview = async (words: string): Promise<void> => {
    await page.getByLabel('Change this API in words').fill(words)
    await page.getByRole('button', { name: 'Preview change' }).click()
    await page.locator('.edit-shown h3, .edit-shown [role=alert]').first().waitFor()
  }

  test('a preview tells steps, questions, who gains or loses what and the diff, and writes nothing', async () => {
    const before = text()
    await preview('add a phone number to patients; pharmacists may discharge patients; bananas are yellow')
    const shown = page.locator('.edit-shown')
    expect(await shown.locator('.diff .come').allTextContents()).toEqual([
      expect.stringContaining('phone: { type: text'),
      expect.stringContaining('[read, dischargePatient]'),
    ])
    expect(await shown.locator('.access-changes').textContent()).toContain('pharmacist gains Patient.dischargePatient')
    expect(await shown.textContent()).toMatch(/“bananas are yellow”.*Say it like/s)
    expect(text()).toBe(before)
    for (const theme of ['light', 'dark']) {
      await page.locator('html').evaluate((element, name) => element.setAttribute('data-theme', name), theme)
      await page.evaluate(readFileSync(axePath, 'utf8'))
      const { violations } = (await page.evaluate('axe.run({ runOnly: ["wcag2a", "wcag2aa"] })')) as Axe
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
      if (pictures !== undefined) await page.screenshot({ path: join(pictures, `edit-${theme}.png`) })
    }
  })

  test('a choice becomes words and is previewed', async () => {
    await preview('rename unit to measure')
    await page.locator('.choices button').first().click()
    await page.locator('.diff').waitFor()
    expect(await page.getByLabel('Change this API in words').inputValue()).toMatch(/^rename \w+\.unit to measure$/)
  })

  test('applied, the charter is written, the page comes back by itself, and shows where it comes from', async () => {
    await preview('add a nickname to patients')
    await page.getByRole('button', { name: 'Apply this change' }).click()
    await page.locator('tr', { hasText: 'nickname' }).first().waitFor({ timeout: 20_000 })
    expect(text()).toContain('nickname: { type: text')
    expect(await page.locator('tr', { hasText: 'nickname' }).first().textContent()).toContain(
      'From the words “add a nickname to patients”',
    )
  }, 30_000)

  test('a question is answered by pressing a choice, and is gone when that is applied', async () => {
    await page.goto(`${dev.url}/#/`)
    await page.getByRole('button', { name: 'Answer: rename email to mail' }).click()
    await page.locator('.diff').waitFor()
    expect(await page.locator('.diff .gone').allTextContents()).toEqual(
      expect.arrayContaining([expect.stringContaining('Is the email of a patient kept?')]),
    )
    await page.getByRole('button', { name: 'Apply this change' }).click()
    await page.locator('tr', { hasText: /^mail/ }).first().waitFor({ timeout: 20_000 })
    expect(text()).not.toContain('Is the email of a patient kept?')
  }, 30_000)

  test('an edit that fails is said, also after a reload, and its words stay in the box', async () => {
    await page.goto(`${dev.url}/#/`)
    await page.reload()
    await preview('add a hobby to patients')
    await page.route('**/_charter/edit/state', (route) =>
      route.fulfill({ json: { phase: 'failed', sentence: 'The service did not start with this edit.' } }),
    )
    await page.getByRole('button', { name: 'Apply this change' }).click()
    await page.getByRole('alert').getByText('did not start with this edit').waitFor()
    expect(await page.getByLabel('Change this API in words').inputValue()).toBe('add a hobby to patients')
    await page.reload()
    await page.getByRole('alert').getByText('did not start with this edit').waitFor()
    expect(await page.getByLabel('Change this API in words').inputValue()).toBe('add a hobby to patients')
    await page.unrouteAll()
    await page.getByLabel('Change this API in words').fill('')
  }, 30_000)

  test('nobody but the page may edit, and no more than 16 KB', async () => {
    const opened = { 'x-charter-page': await page.evaluate(() => localStorage.getItem('charter-page') ?? '') }
    const { edit } = (await (await fetch(`${dev.url}/_charter/page.json`, { headers: opened })).json()) as {
      readonly edit: { readonly token: string }
    }
    const post = async (headers: Readonly<Record<string, string>>, words = 'remove the email'): Promise<number> =>
      (
        await fetch(`${dev.url}/_charter/edit/preview`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...opened, ...headers },
          body: JSON.stringify({ words }),
        })
      ).status
    const origin = dev.url
    expect(await post({ origin, 'x-charter-edit': edit.token })).toBe(200)
    expect(await post({ origin })).toBe(403)
    expect(await post({ 'x-charter-edit': edit.token })).toBe(403)
    expect(await post({ origin: 'http://elsewhere.example', 'x-charter-edit': edit.token })).toBe(403)
    expect(await post({ origin, 'x-charter-edit': edit.token }, 'x'.repeat(17_000))).toBe(413)
  })
})

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyLock, formatLock, parseCharter, updateLock } from '@charter/charter'
import { draftCharter, withPlaces } from '@charter/draft'
import { styles } from '@charter/styles'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dev, startDev } from '../dev.ts'
import { freePort } from '../run.ts'
import { wordsFile } from '../words-file.ts'
import { pageWords } from './page-words.ts'

const words = 'Members book classes and see them on a dashboard, trainers see their own classes.\nPrices in euro.'

const { document, lockProvenance } = draftCharter(words)
const charter = parseCharter({ 'charter.yaml': document }, { styles }).charter
const lock = updateLock(charter as NonNullable<typeof charter>, emptyLock, withPlaces(lockProvenance, words, wordsFile))

describe('the words that a charter was drafted from', () => {
  test('are told piece by piece: what each became, and what nothing was made of', () => {
    const pieces = pageWords(words, lock)
    expect(pieces.map(({ text }) => text).join('')).toBe(words)
    const became = (text: string) => pieces.find((piece) => piece.text === text)?.became
    expect(became('Members')).toEqual(expect.arrayContaining(['Member', 'access.roles.member']))
    expect(became('book')).toEqual(['Booking'])
    expect(pieces.filter(({ isUnused }) => isUnused).map(({ text }) => text)).toContain('dashboard')
  })

  test('are told only where they still say so', () => {
    expect(pageWords(words.replace('Members', 'Persons'), lock).flatMap(({ became = [] }) => became)).not.toContain(
      'Member',
    )
    expect(pageWords('', lock)).toEqual([])
    expect(pageWords(words, emptyLock)).toEqual([])
  })
})

const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
/** Where pictures go when somebody wants to look. */
const pictures = process.env.CHARTER_PICTURES

// A machine without a browser says so instead of passing.
const suite = existsSync(browserPath) ? describe : describe.skip

suite('the page under charter dev', () => {
  let folder: string
  let dev: Dev
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'charter-words-page-'))
    writeFileSync(join(folder, 'charter.yaml'), document)
    writeFileSync(join(folder, 'charter.lock'), formatLock(lock))
    writeFileSync(join(folder, wordsFile), words)
    dev = await startDev({ file: folder, port: await freePort(18_280), onReload: () => {} })
    browser = await chromium.launch({
      executablePath: browserPath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
    })
    page = await browser.newPage({ viewport: { width: 1280, height: 1000 }, reducedMotion: 'reduce' })
    await page.goto(dev.pageUrl)
  }, 180_000)
  afterAll(async () => {
    await browser.close()
    await dev.close()
    rmSync(folder, { recursive: true })
  })

  test('says of a pressed word what it became, and puts the words that change it into the box', async () => {
    await page.getByRole('link', { name: 'book', exact: true }).click()
    expect(await page.locator('.fate').textContent()).toMatch(/^ThingBooking/)
    expect(page.url(), 'the address says which word is shown').toContain('word=')
    await page.getByRole('button', { name: 'Remove it' }).click()
    await page.locator('.edit-shown .diff').waitFor()
    expect(await page.getByLabel('Change this API in words').inputValue()).toBe('remove Booking')
    expect((await page.locator('.edit-shown .diff .gone').allTextContents()).join('')).toContain('Booking:')
    await page.getByRole('button', { name: 'Rename it' }).click()
    expect(await page.getByLabel('Change this API in words').inputValue()).toBe('rename Booking to ')
  })

  test('marks what nothing was made of, and keeps it on a press', async () => {
    await page.getByRole('link', { name: 'dashboard', exact: true }).click()
    await page.getByRole('button', { name: 'Keep it as a thing' }).click()
    await page.locator('.edit-shown .diff').waitFor()
    expect(await page.locator('.edit-shown .diff').textContent()).toContain('Dashboard:')
    for (const theme of ['light', 'dark']) {
      await page.locator('html').evaluate((element, name) => element.setAttribute('data-theme', name), theme)
      await page.evaluate(readFileSync(axePath, 'utf8'))
      const { violations } = (await page.evaluate('axe.run({ runOnly: ["wcag2a", "wcag2aa"] })')) as {
        readonly violations: readonly { readonly id: string }[]
      }
      expect(violations.map(({ id }) => id)).toEqual([])
      if (pictures !== undefined) await page.screenshot({ path: join(pictures, `words-${theme}.png`) })
    }
  })
})

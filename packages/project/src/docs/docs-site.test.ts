import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadCharter } from '../load.ts'
import { starterOf } from '../starters.ts'
import { docsSite } from './docs-site.ts'

const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const folder = mkdtempSync(join(tmpdir(), 'charter-docs-'))
let site: Readonly<Record<string, string>>
let browser: Browser
const outside: string[] = []

beforeAll(async () => {
  const { folder: at } = await starterOf('healthcare')
  site = await docsSite(await loadCharter(at))
  for (const [file, text] of Object.entries(site)) writeFileSync(join(folder, file), text)
  browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu'] })
})
afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true })
})

/** A page of the site, opened from the folder: no server. */
const opened = async (file: string, colorScheme: 'light' | 'dark' = 'light', width = 1440): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, bypassCSP: true })
  const page = await context.newPage()
  page.on('request', (request) => {
    if (!request.url().startsWith('file:')) outside.push(request.url())
  })
  await page.goto(`${pathToFileURL(join(folder, file))}`)
  return page
}

test('the same charter gives the same bytes, without a moment of when it was made', async () => {
  const { folder: at } = await starterOf('healthcare')
  expect(await docsSite(await loadCharter(at))).toEqual(site)
  expect(Object.values(site).join('')).not.toContain(new Date().toISOString().slice(0, 10))
})

test('every link leads to a place that is there', () => {
  for (const [file, text] of Object.entries(site).filter(([name]) => name.endsWith('.html')))
    for (const [, href = ''] of text.matchAll(/href="([^"]+)"/g)) {
      const [to = '', part] = href.split('#')
      const target = site[to === '' ? file : to]
      expect(target, `${file} links to ${href}`).toBeDefined()
      if (part) expect(target, `${file} links to ${href}`).toContain(`id="${part}"`)
    }
})

test('every operation that somebody may do is answered in each style, and a refusal is told in all', () => {
  const pages = Object.entries(site).filter(
    ([name]) => name.endsWith('.html') && !/^(?:problems|operations)/.test(name),
  )
  for (const [file, text] of pages) expect(text.match(/class="status no">[^<]*/g) ?? [], file).toEqual([])
  expect(site['patient.html']?.match(/class="status ok"/g)?.length).toBeGreaterThan(30)
  expect(site['problems.html']?.match(/class="status no"/g)).toHaveLength(5)
})

test('fields say in words how they are kept and who sees them', () => {
  expect(site['patient.html']).toContain(
    'Kept in a vault; the row holds a token. Shown to physician; others see the token.',
  )
  expect(site['patient.html']).toContain(
    'Encrypted where it lies. Shown to physician, nurse; others see the year, as its first of January.',
  )
  expect(site['stay.html']).toContain('A stay cannot end before it begins.')
})

test.each([
  ['index.html', 'light', 1440],
  ['patient.html', 'light', 1440],
  ['patient.html', 'dark', 1440],
  ['problems.html', 'dark', 390],
] as const)('%s is accessible (%s, %i wide), and asks for nothing elsewhere', async (file, scheme, width) => {
  const page = await opened(file, scheme, width)
  await page.addScriptTag({ path: axePath })
  const found = await page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run()
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  })
  expect(found).toEqual([])
  const isWider = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
  expect(isWider).toBe(false)
  expect(outside).toEqual([])
  await page.context().close()
})

interface AxeResults {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[]
}

test('search finds an operation from a folder, by keyboard alone', async () => {
  const page = await opened('index.html')
  await page.keyboard.press('/')
  await page.keyboard.type('discharge')
  await page.waitForSelector('#found li')
  expect(await page.locator('#found li').first().textContent()).toContain('Stay.dischargedOn')
  await page.keyboard.press('Enter')
  await page.waitForURL(/stay\.html#dischargedOn$/)
  await page.context().close()
})

test('one style can be read alone, and all are printed', async () => {
  const page = await opened('patient.html')
  await page.getByRole('button', { name: 'SOAP', exact: true }).click()
  expect(await page.locator('#list-patients .exchange:visible').count()).toBe(1)
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('#list-patients .exchange:visible').count()).toBe(5)
  expect(await page.locator('nav').isVisible()).toBe(false)
  await page.context().close()
})

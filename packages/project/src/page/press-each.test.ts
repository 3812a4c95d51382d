import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clinicWords, draftCharter } from '@charter/draft'
import type { PageData } from '@charter/page'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dev, startDev } from '../dev.ts'
import { startersFolder } from '../starters.ts'
import { openPage } from './open-page.ts'

const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** Keys that clients give, unique values, deletes, rows of whoever asks, rules across fields. */
const library = `charter: 1
name: library
title: Library
version: 1.0.0
serves: [rest, graphql, grpc, soap, mcp]
sources: { main: { own: sqlite } }
mcp: { tools: all }
access:
  accepts: [jwt]
  roles: [librarian, assistant, member]
  principal: { branch: { type: text, claim: branch, required: true } }
entities:
  Member:
    key: id
    fields:
      id: { type: uuid, default: generated }
      name: { type: text, length: 1..80 }
      card: { type: text, pattern: '\\d{8}', unique: true }
      branch: { type: text, length: 1..40 }
    allow:
      librarian: { do: [create, read, update, delete, list, audit], when: resource.branch == principal.branch }
      assistant: { do: [create, read, list, delete], when: resource.branch == principal.branch }
      member: { do: [read, list] }
  Book:
    key: isbn
    fields:
      isbn: { type: text, pattern: '\\d{13}' }
      title: { type: text, length: 1..200 }
      pages: { type: int32, min: 1, optional: true }
    allow:
      librarian: { do: [create, read, update, delete, list] }
      member: { do: [read, list] }
  Loan:
    key: id
    fields:
      id: { type: uuid, default: generated }
      lentOn: { type: date, default: today }
      dueOn: date
      seenAt: { type: instant, optional: true }
    relations:
      book: { one: Book }
      member: { one: Member }
    unique: [[bookIsbn, memberId]]
    checks:
      dueAfterLent: { rule: dueOn >= lentOn, message: A loan is due after it begins. }
    allow:
      librarian: { do: [create, read, update, delete, list], when: resource.member.branch == principal.branch }
      member: { do: [read, list], when: resource.memberId == principal.id }
`

const suite = existsSync(browserPath) ? describe : describe.skip

suite.each([
  ['the default clinic', () => draftCharter(clinicWords).document, 5],
  ['a library', () => library, 5],
  // Fields that some roles may not write, and rows that some roles know none of.
  ['payments', () => readFileSync(join(startersFolder(), 'finance', 'charter.yaml'), 'utf8'), 5],
] as readonly (readonly [string, () => string, number])[])('every prefilled run of %s', (_name, charter, styles) => {
  let folder: string
  let dev: Dev
  let browser: Browser
  let page: Page
  let data: PageData

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'charter-press-each-'))
    writeFileSync(join(folder, 'charter.yaml'), charter())
    dev = await startDev({ file: folder, port: 0, onReload: () => {} })
    const headers = (await openPage(dev.pageUrl)) ?? {}
    data = (await (await fetch(`${dev.url}/_charter/page.json`, { headers })).json()) as PageData
    browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu'] })
    page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
    await page.goto(dev.pageUrl)
    await page.locator('main h1').waitFor()
  })
  afterAll(async () => {
    await browser?.close()
    await dev?.close()
    rmSync(folder, { recursive: true })
  })

  const press = async (operation: string, role: string): Promise<readonly string[]> => {
    await page.goto(`${dev.url}/#/operations/${encodeURIComponent(operation)}?as=${role}`)
    await page.locator('main[data-place="operations"] h1, main h1').first().waitFor()
    await page.getByRole('button', { name: /^Run (?:in all )?as / }).click()
    await page.locator('.agreement[aria-busy=false]').waitFor()
    const rows = await page.locator('.agreement tbody tr').allInnerTexts()
    return rows.map((row) => row.replaceAll(/\s+/g, ' ').trim())
  }

  test('as whoever is allowed succeeds, in every style; what is taken away is so last', async () => {
    expect(data.styles).toHaveLength(styles)
    const failed: string[] = []
    let pressed = 0
    const isLast = ({ method }: PageData['operations'][number]) => method === 'DELETE'
    const inOrder = [...data.operations.filter((each) => !isLast(each)), ...data.operations.filter(isLast)]
    for (const operation of inOrder)
      for (const { name } of data.roles) {
        if (operation.id !== 'batch' && (data.access[name]?.[operation.id] ?? 'no') === 'no') continue
        const lines = await press(`${operation.id} ${operation.method} ${operation.path}`, name)
        pressed += lines.length
        // The body of an operation of the charter's own is for people to write.
        const bad = lines.filter(
          (line) => !/^\S+ (?:✓|not offered|— no row)/.test(line) && !/ not-implemented /.test(line),
        )
        failed.push(...bad.map((line) => `${operation.method} ${operation.path} as ${name}: ${line}`))
      }
    expect(failed).toEqual([])
    expect(pressed).toBeGreaterThan(100)
  }, 720_000)

  test('the audit operation counts its entries, and the record tells each call once', async () => {
    const entity = data.operations.find(({ id, path }) => id.endsWith('.audit') && path.includes(':'))
    const role = data.roles.find(({ name }) => entity && (data.access[name]?.[entity.id] ?? 'no') !== 'no')
    const lines = await press(`${entity?.id} ${entity?.method} ${entity?.path}`, role?.name ?? '')
    for (const line of lines) expect(line).toMatch(/✓ (?:200 OK|0 OK) \d+ entr(?:y|ies)|not offered/)
    await page.goto(`${dev.url}/#/trail`)
    await page.locator('.trail tbody tr time').first().waitFor()
    await page.waitForTimeout(3500)
    const requests = await page
      .locator('.trail tbody td[title]')
      .evaluateAll((cells) =>
        cells.map((cell) => `${cell.getAttribute('title')} ${cell.previousElementSibling?.textContent}`),
      )
    expect(requests.length).toBeGreaterThan(50)
    expect(requests.length).toBeLessThanOrEqual(101)
  })
})

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Dev, startDev } from '../dev.ts'

const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const require = createRequire(import.meta.url)
const axePath = require.resolve('axe-core/axe.min.js')
/** Where pictures go when somebody wants to look. */
const pictures = process.env.CHARTER_PICTURES

const styles = ['REST', 'GraphQL', 'gRPC', 'SOAP', 'MCP']

interface Axe {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[]
}

// A machine without a browser says so instead of passing.
const suite = existsSync(browserPath) ? describe : describe.skip

suite('one operation in every style, of a service that runs', () => {
  let folder: string
  let dev: Dev
  let browser: Browser
  let page: Page
  const faults: string[] = []

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'charter-page-styles-'))
    const clinic = join(import.meta.dirname, '../../../charter/examples/clinic.yaml')
    const text = readFileSync(clinic, 'utf8').replace(/^serves: .*$/m, `serves: [${styles.join(', ').toLowerCase()}]`)
    writeFileSync(join(folder, 'charter.yaml'), text.replace(/^rest: .*$/m, '$&\nmcp: { tools: all }'))
    dev = await startDev({ file: folder, port: 0, onReload: () => {} })
    browser = await chromium.launch({
      executablePath: browserPath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
    })
  }, 180_000)
  afterAll(async () => {
    await browser.close()
    await dev.close()
    rmSync(folder, { recursive: true })
  })
  beforeEach(async () => {
    await open({ viewport: { width: 1680, height: 1250 } })
  })
  afterEach(async () => {
    await page.context().close()
    expect(faults.splice(0)).toEqual([])
  })

  const open = async (options: Parameters<Browser['newContext']>[0]): Promise<void> => {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: dev.url })
    page = await context.newPage()
    page.on('pageerror', (error) => faults.push(error.message))
    await page.goto(dev.pageUrl)
  }

  const go = async (operation: string, query: string): Promise<void> => {
    await page.goto(`${dev.url}/#/operations/${encodeURIComponent(operation)}?${query}`)
    await page.locator('main h1').waitFor()
  }

  /** The lines of the table: style, answer, what it says, digest. */
  const lines = async (): Promise<readonly (readonly string[])[]> => {
    await page.locator('.agreement[aria-busy=false]').waitFor()
    const rows = await page.locator('.agreement tbody tr').all()
    return Promise.all(rows.map((row) => row.locator('th, td').allTextContents()))
  }

  const digestsOf = (table: readonly (readonly string[])[]) => [
    ...new Set(table.map(([, , , digest = '']) => digest.slice(0, 8))),
  ]

  test('the same read gives the same rows in all, run by keyboard', async () => {
    await go('Patient.list', 'as=clinician')
    await page.keyboard.press('Enter')
    const table = await lines()
    expect(table.map(([style, answer, said]) => [style, answer, said])).toEqual(
      styles.map((style) => [style, expect.stringMatching(/^✓ (?:200 OK|0 OK)$/), '5 rows']),
    )
    expect(digestsOf(table)).toEqual([expect.stringMatching(/^[0-9a-f]{8}$/)])
    expect(await page.locator('.agreed').textContent()).toBe(`✓ The same 5 rows in ${styles.length} styles`)
  })

  test('what is told apart is what the service answers: another page of rows has other digits', async () => {
    await go('Patient.list', 'as=clinician&limit=2')
    await page.keyboard.press('Enter')
    const two = digestsOf(await lines())
    await page.getByLabel('limit', { exact: true }).fill('1')
    await page.keyboard.press('Enter')
    await page.locator('.agreement').getByText('1 row').first().waitFor()
    const one = digestsOf(await lines())
    expect([one.length, two.length, one[0] === two[0]]).toEqual([1, 1, false])
  })

  test('answers that differ are said to differ', async () => {
    await go('Patient.list', 'as=clinician&limit=2&edit.rest=GET%20%2Fapi%2Fpatients%3Flimit%3D3')
    await page.keyboard.press('Enter')
    expect((await lines()).map(([, , said]) => said)).toEqual(['3 rows', ...styles.slice(1).map(() => '2 rows')])
    expect(await page.locator('.agreed').textContent()).toContain('The answers differ')
  })

  test('the same refusal in the carrier of each, with why', async () => {
    await go('Patient.list', 'as=pharmacist')
    await page.getByRole('button', { name: 'Run in all as pharmacist' }).click()
    const table = await lines()
    for (const [, answer, said] of table) {
      expect(answer).toMatch(/^✕ /)
      expect(said).toMatch(/^forbidden in /)
    }
    expect(new Set(table.map(([, , said]) => said)).size).toBe(styles.length)
    expect(digestsOf(table)).toHaveLength(1)
    expect(await page.locator('.agreed').textContent()).toContain(`The same refusal in ${styles.length} styles`)
    expect(await page.locator('.decided').textContent()).toContain('The nearest rule allows it to clinician')
  })

  test('values that are wrong are the same errors, by path, in all', async () => {
    await go('Prescription.create', 'as=clinician&value.dose=-1&value.drug=&value.endsOn=soon')
    await page.keyboard.press('Enter')
    const table = await lines()
    for (const [, , said] of table) expect(said).toMatch(/^invalid-input .*\/dose too-small/)
    expect(digestsOf(table)).toHaveLength(1)
  })

  test('a number runs one style; the rest are left as they were', async () => {
    await go('Patient.read', 'as=clinician')
    await page.keyboard.press('3')
    const table = await lines()
    expect(table.map(([, answer]) => answer)).toEqual(styles.map((_, at) => (at === 2 ? '✓ 0 OK' : 'not run')))
  })

  test('role, operation, chosen styles, inputs and an edited request survive a reload', async () => {
    await go('Patient.read', 'as=pharmacist')
    await page.getByLabel('Show SOAP').uncheck()
    await page.getByLabel('id', { exact: true }).fill('7f1de1a4-3a0e-4b7c-9d86-0f3a5e1c2b10')
    await page.locator('#style-graphql').getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('GraphQL request, edited').fill('POST /graphql\n\n{"query":"{ __typename }"}')
    await page.waitForURL(/__typename/)
    await page.reload()
    await page.locator('main h1').waitFor()
    expect(await page.locator('#as').inputValue()).toBe('pharmacist')
    expect(await page.locator('.column h2').allTextContents()).toEqual(styles.filter((style) => style !== 'SOAP'))
    expect(await page.locator('#style-rest .line').textContent()).toContain('7f1de1a4-3a0e-4b7c-9d86-0f3a5e1c2b10')
    expect(await page.getByLabel('GraphQL request, edited').inputValue()).toContain('__typename')
  })

  test('a request is copied as a command that gets the same answer', async () => {
    await go('Patient.list', 'as=clinician')
    const told = new Set<string>()
    for (const style of ['rest', 'graphql', 'soap', 'mcp']) {
      await page.locator(`#style-${style}`).getByRole('button', { name: 'Copy request' }).click()
      const text = (await page.evaluate('navigator.clipboard.readText()')) as string
      const [head = '', body] = text.split('\n\n')
      const [line = '', ...headers] = head.split('\n')
      const [method = '', target = ''] = line.split(' ')
      const answer = await fetch(`${dev.url}${target}`, {
        method,
        headers: Object.fromEntries(headers.map((each) => each.split(': ') as [string, string])),
        ...(body !== undefined && { body }),
      })
      const ids = new Set((await answer.text()).match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g))
      expect(ids.size).toBe(5)
      told.add([...ids].sort().join())
    }
    expect(told.size).toBe(1)
  })

  test.each([
    ['light', { colorScheme: 'light', viewport: { width: 1680, height: 1250 } }],
    ['dark', { colorScheme: 'dark', viewport: { width: 1680, height: 1250 } }],
    ['narrow', { colorScheme: 'light', viewport: { width: 390, height: 1200 } }],
    ['narrow-dark', { colorScheme: 'dark', viewport: { width: 390, height: 1200 } }],
  ] as const)('%s: axe finds nothing after a run, nothing overflows', async (name, options) => {
    await page.context().close()
    await open(options)
    for (const [shown, operation, query] of [
      ['rows', 'Patient.list', 'as=clinician'],
      ['refusal', 'Patient.list', 'as=pharmacist'],
      ['errors', 'Prescription.create', 'as=clinician&value.dose=-1'],
    ] as const) {
      await go(operation, query)
      await page.keyboard.press('Enter')
      await lines()
      if (pictures !== undefined) await page.screenshot({ path: join(pictures, `styles-${shown}-${name}.png`) })
      await page.evaluate(readFileSync(axePath, 'utf8'))
      const { violations } = (await page.evaluate('axe.run()')) as Axe
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
      await page.goto('about:blank')
    }
  })

  test('on a narrow window arrow keys bring the next style to the front, and the address says which', async () => {
    await page.context().close()
    await open({ viewport: { width: 390, height: 1000 } })
    await go('Patient.list', 'as=clinician')
    await page.getByRole('tab', { name: 'REST' }).focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('GraphQL')
    expect(await page.locator('.column:visible h2').allTextContents()).toEqual(['GraphQL'])
    await page.reload()
    await page.locator('main h1').waitFor()
    expect(await page.locator('.column:visible h2').allTextContents()).toEqual(['GraphQL'])
  })
})

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { extname, join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const folder = import.meta.dirname
const fixtures = join(folder, '../fixtures')
const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
}
// The same policy that a service answers with (src/host/development.ts).
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const why = {
  sentence: 'No rule allows pharmacist to list patients. The nearest rule allows it to clinician, under a condition.',
  rule: { id: 'Patient.clinician', text: 'clinician: { do: [read, list] }', file: 'clinic.yaml', line: 33 },
}
const row = { id: '7f1de1a4-3a0e-4b7c-9d86-0f3a5e1c2b10', name: 'Ada <b>Okafor</b>', ward: 'north' }

interface Asked {
  readonly method: string
  readonly url: string
  readonly token: string
  readonly body: string
}

let server: Server
let browser: Browser
let context: BrowserContext
let page: Page
let origin = ''
let asked: Asked[] = []
let trail: object[] = []
let faults: string[] = []

/** A service as the page sees one: its own files, its data, and an API that allows clinicians alone. */
const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const name = url.pathname === '/' ? 'index.html' : url.pathname.replace('/_charter/', '')
  if (url.pathname === '/_charter/page.json')
    return send(response, 200, await readFile(join(fixtures, 'page.json'), 'utf8'))
  if (url.pathname === '/openapi.json')
    return send(response, 200, await readFile(join(fixtures, 'openapi.json'), 'utf8'))
  if (url.pathname === '/_charter/trail') {
    const after = Number(url.searchParams.get('after'))
    return send(
      response,
      200,
      JSON.stringify({ entries: trail.filter((entry) => (entry as { position: number }).position > after) }),
    )
  }
  if (url.pathname.startsWith('/api/')) return api(request, response)
  const file = join(folder, name)
  if (!(extname(file) in types) || !existsSync(file)) return send(response, 404, '{}')
  response.writeHead(200, { 'content-type': types[extname(file)] ?? '', 'content-security-policy': policy })
  response.end(await readFile(file))
}

const api = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  let body = ''
  for await (const chunk of request) body += chunk
  const token = (request.headers.authorization ?? '').replace('Bearer ', '')
  asked.push({ method: request.method ?? '', url: request.url ?? '', token, body })
  if (token === '')
    return send(response, 401, JSON.stringify({ code: 'unauthenticated', detail: 'Sign-in is needed.' }))
  if (token !== 'clinician-token' && token !== 'admin-token')
    return send(response, 403, JSON.stringify({ code: 'forbidden', detail: 'You may not.', why }))
  send(response, 200, JSON.stringify(request.url?.includes('/patients/') ? row : { items: [row], next: null }))
}

const send = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(text)
}

const entry = (position: number, outcome = 'ok') => ({
  position,
  id: String(position),
  at: new Date().toISOString(),
  operation: 'Patient.read',
  entity: 'Patient',
  key: JSON.stringify({ id: row.id }),
  tenant: null,
  principal: `person-${position}`,
  roles: ['clinician'],
  credential: 'jwt',
  origin: { style: 'rest', address: '127.0.0.1', requestId: `request-${position}` },
  outcome,
  fields: [],
  rows: null,
  rule: 'Patient.clinician',
  mode: 'durable',
})

const open = async (options: Parameters<Browser['newContext']>[0] = {}): Promise<void> => {
  context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
  page = await context.newPage()
  page.on('pageerror', (error) => faults.push(error.message))
  // A refused call is the API's answer, not a fault of the page.
  page.on('console', (line) => {
    if (line.type() === 'error' && !line.text().includes('status of 40')) faults.push(line.text())
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && request.url() !== 'about:blank') faults.push(`went to ${request.url()}`)
  })
}

const go = async (hash: string): Promise<void> => {
  await page.goto('about:blank')
  await page.goto(`${origin}/${hash}`)
  await page.locator('main h1').waitFor()
}

const reopen = async (options: Parameters<Browser['newContext']>[0]): Promise<void> => {
  await context.close()
  await open(options)
}

// A machine without a browser says so instead of passing.
const suite = existsSync(browserPath) ? describe : describe.skip

suite('the development page, in a browser', () => {
  beforeAll(async () => {
    server = createServer((request, response) => void answer(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    browser = await chromium.launch({ executablePath: browserPath, args })
  })
  afterAll(async () => {
    await browser.close()
    server.close()
  })
  beforeEach(async () => {
    asked = []
    trail = []
    faults = []
    await open()
  })
  afterEach(async () => {
    await context.close()
    expect(faults).toEqual([])
  })

  const views = [
    ['overview', '#/'],
    ['charter', '#/charter?line=33'],
    ['access', '#/access'],
    ['record', '#/trail'],
    ['reference', '#/reference?open=createPatient'],
    ['operation', '#/operations/Patient.update?as=admin'],
  ] as const

  describe.each([
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['380 pixels wide', { viewport: { width: 380, height: 800 } }],
  ] as const)('%s', (_name, options) => {
    test.each(views)('%s: axe finds nothing, nothing overflows', async (_view, hash) => {
      trail = [entry(2, 'forbidden'), entry(1)]
      await reopen(options)
      await go(hash)
      await page.waitForTimeout(100)
      // axe is brought in from outside the page, past its policy.
      await page.evaluate(await readFile(axePath, 'utf8'))
      const found = await page.evaluate(async () => {
        const { axe } = globalThis as unknown as {
          axe: { run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }> }
        }
        return (await axe.run()).violations.map(
          ({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`,
        )
      })
      expect(found).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    })
  })

  test('trying an operation sends it as the role, and shows status, headers and body as text', async () => {
    await go('#/operations/Patient.list?as=clinician')
    await page.getByRole('button', { name: 'Run as clinician' }).click()
    await page.locator('.column').getByText('200 OK').waitFor()
    expect(asked).toEqual([
      { method: 'GET', url: '/api/patients?limit=5&count=true', token: 'clinician-token', body: '' },
    ])
    expect(await page.locator('.answer pre').textContent()).toContain('"Ada <b>Okafor</b>"')
    expect(await page.locator('.answer pre b').count()).toBe(0)
    await page.getByText('headers', { exact: false }).last().click()
    await page.getByRole('rowheader', { name: 'content-type' }).waitFor()
  })

  test('a refusal says why, and leads to the line of the charter', async () => {
    await go('#/operations/Patient.list?as=pharmacist')
    await page.keyboard.press('Enter')
    await page.locator('.column').getByText('403 Forbidden').waitFor()
    expect(await page.locator('.decided').textContent()).toContain(why.sentence)
    await page.getByRole('link', { name: 'clinic.yaml, line 33' }).click()
    await page.locator('.wanted').waitFor()
    expect(await page.locator('.wanted .number').textContent()).toBe('33')
    expect(page.url()).toContain('line=33')
  })

  test('the same read as every role, side by side', async () => {
    await go('#/operations/Patient.list?as=clinician')
    await page.getByRole('button', { name: 'Compare roles' }).click()
    await page.getByText('401 Unauthorized').waitFor()
    const rows = await page.locator('.compared tbody tr').allTextContents()
    expect(rows.length).toBe(5)
    expect(rows.find((each) => each.startsWith('clinician'))).toContain('200 OK1 row')
    expect(rows.find((each) => each.startsWith('auditor'))).toContain(why.sentence)
    expect(new Set(asked.map(({ token }) => token)).size).toBe(5)
  })

  test('what is filled in stands in the address, and survives a reload and another role', async () => {
    await go('#/operations/Patient.update?as=admin')
    await page.getByLabel('id', { exact: true }).fill('a/b')
    await page.getByLabel('ward', { exact: true }).fill('south')
    // The browser hears of a new address a moment after the page has set it.
    await page.waitForURL(/south/)
    await page.reload()
    await page.locator('.roles a', { hasText: 'clinician' }).click()
    await page.getByRole('button', { name: 'Run as clinician' }).click()
    await page.locator('.column').getByText('200 OK').waitFor()
    expect(asked).toEqual([
      { method: 'PATCH', url: '/api/patients/a%2Fb', token: 'clinician-token', body: '{"ward":"south"}' },
    ])
    await page.goBack()
    await page.getByRole('button', { name: 'Run as admin' }).waitFor()
  })

  test('a row is picked by name, and its key filled in', async () => {
    await go('#/operations/Patient.read?as=clinician')
    await page.getByLabel('Pick a Patient').focus()
    await page.getByRole('option', { name: 'Okafor' }).waitFor({ state: 'attached' })
    await page.getByLabel('Pick a Patient').selectOption('0')
    expect(await page.getByLabel('id', { exact: true }).inputValue()).toBe(row.id)
  })

  test('curl is copied whole, quotes and all', async () => {
    await go('#/operations/Patient.update?as=admin')
    await page.getByLabel('id', { exact: true }).fill('1')
    await page.getByLabel('ward', { exact: true }).fill("o'hara")
    await page.getByRole('button', { name: 'Copy curl' }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      `curl -i -X PATCH -H 'authorization: Bearer admin-token' -H 'accept: application/json' -H 'content-type: application/merge-patch+json' -d '{"ward":"o'\\''hara"}' '${origin}/api/patients/1'`,
    )
  })

  test('everything by keyboard: search, next and previous, sections, keys', async () => {
    await go('#/')
    await page.keyboard.press('/')
    await page.keyboard.type('dispens')
    await page.keyboard.press('Enter')
    await page.locator('main h1', { hasText: /dispens/i }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Escape')
    const before = page.url()
    await page.keyboard.press('k')
    await page.waitForURL((url) => url.href !== before)
    await page.keyboard.press('j')
    await page.waitForURL(before)
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await page.getByRole('heading', { name: 'The record' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('search operations and fields').waitFor()
    await page.keyboard.press('Escape')
    expect(await page.locator('dialog[open]').count()).toBe(0)
  })

  test('the record follows what happens, pauses, and is filtered', async () => {
    trail = [entry(1)]
    await go('#/trail')
    await page.getByText('person-1').waitFor()
    trail = [entry(2, 'forbidden'), entry(1)]
    await page.getByText('person-2').waitFor()
    expect(await page.locator('tbody tr').first().textContent()).toContain('✕ forbidden')
    await page.getByLabel('Filter the record').fill('forbidden')
    expect(await page.locator('tbody tr').count()).toBe(1)
    expect(page.url()).toContain('words=forbidden')
    await page.getByRole('button', { name: 'Pause the record' }).click()
    trail = [entry(3, 'forbidden'), ...trail]
    await page.waitForTimeout(1300)
    expect(await page.getByText('person-3').count()).toBe(0)
    await page.getByRole('button', { name: 'Follow the record' }).click()
    await page.getByText('person-3').waitFor()
  })

  test('an entry that is told twice stands once, and a service that is gone is said until it is back', async () => {
    trail = [entry(2), entry(1)]
    await go('#/trail')
    await page.getByText('person-2').waitFor()
    // As an older service answers: the newest, whatever was asked for.
    await page.route('**/_charter/trail*', (route) =>
      route.fulfill({ contentType: 'application/json', body: JSON.stringify({ entries: trail }) }),
    )
    trail = [entry(3), ...trail]
    await page.getByText('person-3').waitFor()
    await page.waitForTimeout(1200)
    expect(await page.locator('tbody tr').count()).toBe(3)
    await page.route('**/_charter/**', (route) => route.abort())
    await page.getByRole('alert').getByText('The service does not answer').waitFor()
    await page.unrouteAll()
    await page.locator('#gone').waitFor({ state: 'hidden' })
    faults = faults.filter((each) => !each.includes('net::ERR_FAILED'))
  })

  test('an address of nothing says so', async () => {
    for (const hash of ['#/nope', '#/overview/Nobody', '#/access/x']) {
      await go(hash)
      expect(await page.locator('main h1').textContent()).toBe('Nothing is at this address')
    }
    await page.getByRole('link', { name: 'Go to the overview' }).click()
    await page.getByRole('heading', { name: 'Begin here' }).waitFor()
    expect(await page.locator('main h2').first().textContent()).toBe('Begin here')
  })

  test('a day is picked from a calendar, and stays text that may be wrong', async () => {
    await go('#/operations/Prescription.create?as=clinician')
    const field = page.locator('.dated input:not(.picker)').first()
    await page.locator('.picker').first().fill('2026-05-17')
    expect(await field.inputValue()).toBe('2026-05-17')
    expect(page.url()).toContain('2026-05-17')
    await field.fill('soon')
    expect(await page.locator('.column pre').first().textContent()).toContain('soon')
  })

  test('the charter says beside a line what it rests on', async () => {
    await go('#/charter')
    const line = page.locator('tr', { has: page.locator('.source', { hasText: /^\s*birthDate:/ }) })
    expect(await line.locator('.note').textContent()).toContain('Assumed')
    expect(
      await page.locator('tr', { has: page.locator('.source', { hasText: /^ {2}Patient:/ }) }).textContent(),
    ).toContain('Said')
  })

  test('a dark page is dark from its first paint, and the switch is remembered', async () => {
    await reopen({ colorScheme: 'dark' })
    await page.goto(origin, { waitUntil: 'commit' })
    await page.locator('main h1').waitFor()
    const theme = () => page.evaluate('document.documentElement.dataset.theme')
    expect(await theme()).toBe('dark')
    await page.getByRole('button', { name: 'Switch between light and dark' }).click()
    await page.reload()
    await page.locator('main h1').waitFor()
    expect(await theme()).toBe('light')
  })

  test('nothing shifts while the page loads or an answer comes', async () => {
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(globalThis, { shifts })
      new PerformanceObserver((list) => {
        for (const each of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
          if (!each.hadRecentInput) shifts.push(each.value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await go('#/operations/Patient.list?as=clinician')
    await page.keyboard.press('Enter')
    await page.locator('.column').getByText('200 OK').waitFor()
    await page.waitForTimeout(200)
    const shifts = (await page.evaluate('globalThis.shifts')) as number[]
    expect(shifts.reduce((sum, each) => sum + each, 0)).toBeLessThan(0.02)
  })
})

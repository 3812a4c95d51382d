import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { canonicalJson } from '@charter/runtime'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileWitness, hashText, noteKeyText } from '../index.ts'
import { type AuditedLedger, type AuditedLedgerOptions, auditedLedger } from '../testing/audited-ledger.ts'
import { clinicEntries } from '../testing/clinic-entries.ts'
import { appendAll, newFipsKey, newFolder, newKey, record } from '../testing/ledger.ts'
import { hasBrowser, launchBrowser, openPage, signIn } from '../testing/page-browser.ts'
import { pageRoutes } from './page-routes.ts'
import { readerRoutes } from './reader-routes.ts'

const verifier = join(import.meta.dirname, '../../verifier/verify_ledger.py')
const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const routes = [readerRoutes(), pageRoutes]

/** A ledger with 120 entries of a clinic, and its page. */
const served = async (options: AuditedLedgerOptions = {}): Promise<AuditedLedger> => {
  const ledger = await auditedLedger({ routes, ...options })
  await appendAll(ledger.ledger, clinicEntries(120, Date.now()))
  await ledger.ledger.publish()
  return ledger
}

const rows = (page: Page) => page.locator('.trail tbody tr')
const go = (page: Page, hash: string): Promise<unknown> => page.evaluate(`location.hash = ${JSON.stringify(hash)}`)

describe.skipIf(!hasBrowser)('the page of a ledger, in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  it('a token lets a reader in, stays in its tab, and stands in no address, history or storage that lasts', async () => {
    const ledger = await served()
    const { page, faults } = await openPage(browser, ledger)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.getByLabel('Token').fill('cl_wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('This reader token is not known here.').waitFor()
    await signIn(page, ledger.token)
    await rows(page).nth(5).waitFor()
    for (const hash of ['#/search?outcome=ok', '#/entries/3', '#/state', '#/trail']) await go(page, hash)
    await page.reload()
    await rows(page).nth(5).waitFor()
    const left = JSON.stringify(
      await page.evaluate(
        '[{ ...localStorage }, document.cookie, location.href, document.documentElement.outerHTML, history.state]',
      ),
    )
    expect([left, ...asked].filter((text) => text.includes(ledger.token))).toEqual([])
    expect(await page.evaluate('Object.values(sessionStorage)')).toEqual([ledger.token])
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Token').waitFor()
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
    expect(faults).toEqual([])
  })

  it('entries come in as they are published; paused, they are counted, and shown when asked for', async () => {
    const ledger = await served()
    const { page, faults } = await openPage(browser, ledger)
    await signIn(page, ledger.token)
    await page.getByText('Live', { exact: true }).waitFor()
    const add = async (sequence: number, principal: string) => {
      const entry = canonicalJson({ operation: 'Patient.read', outcome: 'ok', principal })
      await ledger.ledger.append(record(sequence, { entry }))
      await ledger.ledger.publish()
    }
    await add(121, 'came-first')
    await rows(page).filter({ hasText: 'came-first' }).waitFor()
    await page.keyboard.press('p')
    await page.getByText('Paused', { exact: true }).waitFor()
    await page.getByLabel('With what the ledger records of itself').uncheck()
    await add(122, 'came-second')
    await add(123, 'came-third')
    await page.getByRole('button', { name: 'Show 2 new' }).waitFor()
    expect(await rows(page).filter({ hasText: 'came-third' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Show 2 new' }).click()
    expect(await rows(page).locator('.who').first().textContent()).toBe('came-third')
    expect(page.url()).toContain('own=no')
    expect(await rows(page).filter({ hasText: 'auditor-1' }).count()).toBe(0)
    expect(faults).toEqual([])
  })

  it('a search stands whole in the address, and leads on page by page', async () => {
    const ledger = await served()
    const { page, faults } = await openPage(browser, ledger)
    await signIn(page, ledger.token)
    await page.keyboard.press('/')
    await page.getByLabel('Who', { exact: true }).fill('nurse-3')
    await page.getByLabel('Outcome').fill('forbidden')
    await page.keyboard.press('Enter')
    await page.getByText('3 entries').waitFor()
    expect(page.url()).toContain('#/search?principal=nurse-3&outcome=forbidden')
    await page.reload()
    await page.getByText('3 entries').waitFor()
    expect(await page.getByLabel('Who', { exact: true }).inputValue()).toBe('nurse-3')
    await go(page, '#/search?replica=clinic-1&order=oldest')
    await page.getByText('50 or more entries').waitFor()
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.getByText('100 or more entries').waitFor()
    expect(await rows(page).first().locator('.number').textContent()).toBe('1')
    await go(page, '#/search?principal=nobody-of-this-name')
    await page.getByText('No published entry matches.').waitFor()
    await go(page, '#/search?outcom=ok')
    await page.getByText('Some values are not valid.').waitFor()
    expect(faults).toEqual([])
  })

  it('everything by keyboard: sections, entries, keys', async () => {
    const ledger = await served()
    const { page } = await openPage(browser, ledger)
    await signIn(page, ledger.token)
    await go(page, '#/search?replica=clinic-1&order=oldest')
    await rows(page).nth(5).waitFor()
    for (const key of ['j', 'ArrowDown', 'j', 'k', 'Enter']) await page.keyboard.press(key)
    await page.getByRole('heading', { name: 'Entry 2', exact: true }).waitFor()
    for (const key of ['g', 'w']) await page.keyboard.press(key)
    await page.getByRole('heading', { name: 'Witnesses and alarms' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('pause the record, or follow it').waitFor()
    await page.keyboard.press('Escape')
    for (const key of ['g', 'r']) await page.keyboard.press(key)
    await page.getByRole('heading', { name: 'The record' }).waitFor()
    await page.keyboard.press('/')
    await page.getByRole('heading', { name: 'Search' }).waitFor()
    expect(await page.evaluate('document.activeElement.name')).toBe('principal')
  })

  it.each([
    ['Ed25519', newKey],
    ['ECDSA P-256', newFipsKey],
  ] as const)(
    'a proof is computed by the browser, up to a signature of %s by the key that the reader brought',
    async (name, makeKey) => {
      const ledger = await served({ key: makeKey() })
      const { page, faults } = await openPage(browser, ledger)
      await signIn(page, ledger.token)
      await go(page, '#/entries/57')
      await page.getByText('that is its own word').waitFor()
      await page.getByLabel('The ledger’s key').fill('clinic.example/ledger+00000000+AAAA')
      await page.getByRole('button', { name: 'Pin this key' }).click()
      await page.getByText('This is no key.').waitFor()
      await page.getByLabel('The ledger’s key').fill(noteKeyText(ledger.ledger.key))
      await page.getByRole('button', { name: 'Pin this key' }).click()
      await page.getByText('The signature is of the key that you brought.').waitFor()
      const steps = await page.locator('.step').allTextContents()
      expect(steps[0]).toContain(`${name} by clinic.example/ledger+`)
      expect(steps.every((step) => step.includes('✓ holds'))).toBe(true)
      // Root, checkpoint and signature; the leaf; a node for each of the other levels of a tree of 121 entries and more.
      expect(steps.length).toBe(10)
      // The same proof, checked by code that shares nothing with the page.
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: ledger.server.url })
      await page.getByRole('button', { name: 'Copy proof' }).click()
      const file = join(await newFolder(), 'proof.json')
      await writeFile(file, String(await page.evaluate('navigator.clipboard.readText()')))
      const checked = ['-B', verifier, '--proof', file, '--key', noteKeyText(ledger.ledger.key)]
      expect((await promisify(execFile)('python3', checked)).stderr).toBe('')
      await ledger.ledger.publish()
      for (const index of [0, 120, 121]) {
        await go(page, `#/entries/${index}`)
        await page.getByText(`Entry ${index} is one of the`).waitFor()
      }
      expect(faults).toEqual([])
    },
  )

  const flip = (text: string): string => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`
  const attacks: readonly (readonly [string, (answer: Answer) => Partial<Answer>, string])[] = [
    [
      'a letter of the line',
      ({ line }) => ({ line: line.replace('"outcome":"forbidden"', '"outcome":"forbiddem"') }),
      'Leaf',
    ],
    ['a hash beside the leaf', ({ proof }) => ({ proof: proof.with(0, flip(proof[0] ?? '')) }), 'Node 1'],
    ['a hash further up', ({ proof }) => ({ proof: proof.with(3, flip(proof[3] ?? '')) }), 'Node 4'],
    ['the last hash', ({ proof }) => ({ proof: proof.with(-1, flip(proof.at(-1) ?? '')) }), 'Root'],
    ['a shorter path', ({ proof, nodes }) => ({ proof: proof.slice(0, -1), nodes: nodes.slice(0, -1) }), 'Checkpoint'],
    [
      'the root in the checkpoint',
      ({ checkpoint }) => ({ checkpoint: checkpoint.replace(/\n[\w+/]/, '\n9') }),
      'Checkpoint',
    ],
    [
      'the signature',
      ({ checkpoint }) => ({ checkpoint: `${checkpoint.slice(0, -12)}AAAA${checkpoint.slice(-8)}` }),
      'Signature',
    ],
    ['the place', ({ index }) => ({ index: index + 1 }), 'Node 1'],
  ]
  it.each(attacks)('an answer with %s altered is not believed, and the step is named', async (_name, alter, step) => {
    const ledger = await served()
    const { page } = await openPage(browser, ledger)
    await signIn(page, ledger.token)
    await page.route('**/api/entries/57', async (route) => {
      const answer = (await (await route.fetch()).json()) as Answer
      await route.fulfill({ json: { ...answer, ...alter(answer) } })
    })
    await go(page, '#/entries/57')
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).toContain(
      `Do not believe this entry: the proof breaks at “${step}”.`,
    )
    expect(await page.locator('.step.breaks').count()).toBe(1)
    expect(await page.locator('.step.breaks strong').textContent()).toBe(step === 'Leaf' ? 'Leaf 57' : step)
    expect(await page.locator('.path .seal.holds').count()).toBe(0)
  })

  it('an answer without a proof is not believed either', async () => {
    const ledger = await served()
    const { page, faults } = await openPage(browser, ledger)
    await signIn(page, ledger.token)
    for (const [index, json] of [
      {},
      { index: 1, line: 'x', leaf: '', proof: 'y', nodes: [], checkpoint: '' },
    ].entries()) {
      await page.route(`**/api/entries/${index}`, (route) => route.fulfill({ json }))
      await go(page, `#/entries/${index}`)
      await page.getByText('Do not believe this entry. It came without a proof.').waitFor()
      await go(page, '#/trail')
    }
    expect(faults).toEqual([])
  })

  it('a whole answer that another key signed is not believed by who pinned one', async () => {
    const [ledger, other] = [await served(), await served()]
    const { page } = await openPage(browser, ledger)
    await signIn(page, ledger.token)
    await page.evaluate(`localStorage.setItem('ledger-key', ${JSON.stringify(noteKeyText(other.ledger.key))})`)
    await go(page, '#/entries/57')
    await page.getByText('the proof breaks at “Signature”').waitFor()
    await page.getByText('This ledger names another key than the one you pinned.').waitFor()
  })

  it('witnesses are told with how far they are, and whether they are independent', async () => {
    const file = join(await newFolder(), 'witness')
    const ledger = await served({
      witnesses: (_tested, key) => [
        fileWitness({ file, key, administrator: 'operations', ledgerAdministrator: 'operations' }),
      ],
    })
    ledger.ledger.raise('gap', 'Records 12 to 14 of replica clinic-2 are missing.')
    const { page, faults } = await openPage(browser, ledger)
    await signIn(page, ledger.token)
    await go(page, '#/state')
    const witness = page.locator('.witnesses tbody tr')
    await witness.getByText('121 of').waitFor()
    expect(await witness.textContent()).toContain('! not independent: operations administers ledger and witness')
    await page.getByText('Records 12 to 14 of replica clinic-2 are missing.').waitFor()
    const alone = await served()
    const lonely = await openPage(browser, alone)
    await signIn(lonely.page, alone.token)
    await go(lonely.page, '#/state')
    await lonely.page.getByText('Nobody witnesses this ledger.').waitFor()
    expect([...faults, ...lonely.faults]).toEqual([])
  })

  it('hostile text of an entry is text: it runs nothing, loads nothing, and leads nowhere', async () => {
    const ledger = await served()
    const hostile = `"><img src=x onerror="document.title='owned'"><script>document.title='owned'</script><a href="javascript:document.title='owned'">x</a>\u202e`
    const entry = canonicalJson({
      entity: hostile,
      event: hostile,
      fields: [hostile],
      key: canonicalJson({ [hostile]: hostile }),
      operation: hostile,
      origin: { address: hostile },
      outcome: hostile,
      principal: hostile,
      roles: [hostile],
    })
    await ledger.ledger.append(record(121, { entry }))
    await ledger.ledger.publish()
    const { page, faults } = await openPage(browser, ledger)
    await signIn(page, ledger.token)
    for (const hash of ['#/trail', `#/search?principal=${encodeURIComponent(hostile)}`, '#/entries/121']) {
      await go(page, hash)
      await page.getByText('onerror', { exact: false }).first().waitFor()
      expect(await page.locator('main img, main script, main a[href^="javascript"]').count()).toBe(0)
    }
    await page.getByText('is one of the').waitFor()
    expect(await page.title()).not.toContain('owned')
    expect(faults).toEqual([])
  })

  it('what the ledger records of itself is told in words', async () => {
    const ledger = await served()
    const events = [
      { event: 'hold', hold: { id: '1', reason: 'the case of 2026' }, principal: 'operator' },
      { event: 'settings', change: 'reader ada added', principal: 'operator' },
      { event: 'toString', principal: 'operator' },
    ]
    for (const event of events) await ledger.ledger.note(event)
    await ledger.get('/segments', 'cl_wrong')
    await ledger.get('/segments')
    await ledger.ledger.publish()
    const { page, faults } = await openPage(browser, ledger)
    await signIn(page, ledger.token)
    await rows(page).nth(5).waitFor()
    expect(await page.locator('td.what').allTextContents()).toEqual(
      expect.arrayContaining(['Hold placedthe case of 2026', 'Settings changedreader ada added', 'toString']),
    )
    await page.getByText('! Sign-ins refused: 1').waitFor()
    expect(faults).toEqual([])
  })

  it('a commitment is shown as one: personal, erased or sealed', async () => {
    const ledger = await served()
    const commitment = `sha256-commitment:${hashText('x'.repeat(32)).slice(0, 43).replaceAll(/[+/]/g, '_')}`
    await ledger.ledger.append(
      record(121, { entry: canonicalJson({ operation: 'Patient.read', principal: commitment }) }),
    )
    await ledger.ledger.publish()
    const { page } = await openPage(browser, ledger)
    await signIn(page, ledger.token)
    await go(page, '#/entries/121')
    expect(await page.locator('.sealed').first().getAttribute('title')).toContain('personal, erased or sealed')
  })

  describe.each([
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['390 pixels wide', { viewport: { width: 390, height: 844 } }],
  ] as const)('%s', (_name, options) => {
    it('axe finds nothing in any view, and nothing overflows', async () => {
      const file = join(await newFolder(), 'witness')
      const ledger = await served({
        witnesses: (_tested, key) => [fileWitness({ file, key, administrator: 'a', ledgerAdministrator: 'b' })],
      })
      const { page, faults } = await openPage(browser, ledger, options)
      const requireSound = async (view: string) => {
        // axe is brought in from outside the page, past its policy.
        await page.evaluate(await readFile(axeFile, 'utf8'))
        const found = await page.evaluate(
          'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes[0].html + nodes[0].failureSummary))',
        )
        expect([view, found]).toEqual([view, []])
        expect([view, await page.evaluate('document.documentElement.scrollWidth - innerWidth')]).toEqual([view, 0])
      }
      await requireSound('sign in')
      await signIn(page, ledger.token)
      await rows(page).nth(5).waitFor()
      await requireSound('record')
      for (const [hash, wanted] of [
        ['#/search?outcome=forbidden', '.trail td.number a'],
        ['#/entries/57', '.proof'],
        ['#/state', '.witnesses'],
      ] as const) {
        await go(page, hash)
        await page.locator(wanted).first().waitFor()
        await requireSound(hash)
      }
      await page.route('**/api/entries/58', async (route) => {
        const answer = (await (await route.fetch()).json()) as Answer
        await route.fulfill({ json: { ...answer, line: `${answer.line} ` } })
      })
      await go(page, '#/entries/58')
      await page.getByRole('alert').waitFor()
      await requireSound('a broken proof')
      expect(faults).toEqual([])
    })
  })

  it('the page holds nothing of the ledger, and runs nothing but its own files', async () => {
    const ledger = await served()
    const answer = await ledger.get('/', null)
    expect(await answer.text()).not.toContain('clinic')
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self'")
    expect(policy).not.toContain('unsafe')
    expect((await ledger.get('/_ledger/page.test.ts', null)).status).toBe(404)
    expect((await ledger.get('/_ledger/..%2fpackage.json', null)).status).toBe(404)
  })
})

interface Answer {
  readonly index: number
  readonly line: string
  readonly proof: readonly string[]
  readonly nodes: readonly string[]
  readonly checkpoint: string
}

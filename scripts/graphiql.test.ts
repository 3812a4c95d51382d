import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { graphiqlFolder, prepareProject, type RunningService, runService, startDev } from '@charter/project'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bringGraphiql } from './graphiql/bring.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']
const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const folder = mkdtempSync(join(tmpdir(), 'charter-graphiql-'))
const typed = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

interface GraphiqlService {
  readonly url: string
  /** Another each time it was opened. */
  readonly pageUrl?: string
}

let dev: Awaited<ReturnType<typeof startDev>>
let generated: RunningService
let production: RunningService

beforeAll(async () => {
  await bringGraphiql(root)
  cpSync(join(root, 'packages/charter/examples/clinic.yaml'), join(folder, 'charter.yaml'))
  dev = await startDev({ file: join(folder, 'charter.yaml'), port: 0, onReload: () => {} })
  const { databaseUrl } = await prepareProject({ input: folder, within: folder })
  const ran = { folder, port: 0, databaseUrl, graphiqlFolder: graphiqlFolder() }
  generated = await runService(ran)
  const secret = Buffer.alloc(32, 7).toString('base64url')
  production = await runService({ ...ran, env: { CHARTER_MODE: 'production', CHARTER_SECRET: secret } })
})
afterAll(async () => {
  await Promise.all([dev?.close(), generated?.stop(), production?.stop()])
  rmSync(folder, { recursive: true, force: true })
})

describe.each([
  ['in process', (): GraphiqlService => dev],
  ['generated', (): GraphiqlService => generated],
])('GraphiQL of a service, %s', (_name, running) => {
  const ask = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(`${running().url}${path}`, { headers, redirect: 'manual' })

  test('a browser that is typed the address of the API is led to it', async () => {
    const answer = await ask('/graphql', typed)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/_charter/graphiql'])
  })

  test('whoever asks for anything else there gets what it gets without', async () => {
    const query = '/graphql?query=%7B__typename%7D'
    for (const [path, headers] of [
      ['/graphql', {}],
      ['/graphql', { accept: 'application/graphql-response+json' }],
      ['/graphql', { accept: 'application/json' }],
      [query, typed],
    ] as const) {
      const answer = await ask(path, headers)
      expect([answer.status, await answer.json()]).toEqual([
        401,
        { errors: [expect.objectContaining({ extensions: expect.objectContaining({ code: 'unauthenticated' }) })] },
      ])
    }
    const posted = await fetch(`${running().url}/graphql`, { method: 'POST', headers: typed, body: '{}' })
    expect(posted.status).toBe(401)
  })
})

test('in production there is none, and the address of the API leads nowhere', async () => {
  const ask = (path: string) => fetch(`${production.url}${path}`, { headers: typed, redirect: 'manual' })
  expect((await ask('/_charter/graphiql')).status).toBe(404)
  expect((await ask('/_charter/graphiql/main.js')).status).toBe(404)
  expect((await ask('/graphql')).status).toBe(401)
})

// A machine without a browser says so instead of passing.
const suite = existsSync(browserPath) ? describe : describe.skip

suite.each([
  ['in process', (): GraphiqlService => dev],
  ['generated', (): GraphiqlService => generated],
])('GraphiQL in a browser, %s', (_name, running) => {
  let browser: Browser
  let context: BrowserContext
  /** What the browser keeps once the page was opened, which its address does once. */
  let opened: Awaited<ReturnType<BrowserContext['storageState']>>
  let page: Page
  let faults: string[]

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: browserPath, args })
    const first = await browser.newContext()
    const door = await first.newPage()
    await door.goto(running().pageUrl ?? '')
    await door.getByRole('link', { name: 'GraphiQL' }).waitFor()
    opened = await first.storageState()
    await first.close()
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    faults = []
    await enter({ storageState: opened })
  })
  const enter = async (options: Parameters<Browser['newContext']>[0]): Promise<void> => {
    context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options })
    page = await context.newPage()
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (line) => {
      if (line.type() === 'error') faults.push(line.text())
    })
    page.on('request', (request) => {
      if (!/^(?:data|blob|about):/.test(request.url()) && !request.url().startsWith(running().url))
        faults.push(`went to ${request.url()}`)
    })
  }
  afterEach(async () => {
    await context.close()
    expect(faults).toEqual([])
  })

  const open = async (): Promise<void> => {
    await page.goto(`${running().url}/graphql`)
    await page.locator('.graphiql-query-editor .view-line').first().waitFor()
  }
  const execute = (): Promise<void> => page.getByRole('button', { name: 'Execute query' }).click()
  /** The editor breaks lines where they end, and has its own spaces. */
  const answered = (text: string): Promise<void> =>
    expect
      .poll(async () => (await page.locator('.graphiql-response .view-lines').innerText()).replaceAll(/\s/g, ''), {
        timeout: 20_000,
      })
      .toContain(text.replaceAll(' ', ''))
  /** GraphiQL reads what is written a moment later, and then calls the tab after it. */
  const write = async (name: string, text: string): Promise<void> => {
    await page.evaluate((written) => {
      const { __MONACO } = globalThis as unknown as {
        __MONACO: { editor: { getModels(): { uri: { path: string }; setValue(text: string): void }[] } }
      }
      const model = __MONACO.editor.getModels().find(({ uri }) => uri.path.endsWith('operation.graphql'))
      model?.setValue(written)
    }, text)
    await page.locator('.graphiql-tab-active', { hasText: name }).waitFor()
  }

  /** What axe finds but for GraphiQL's own: its tabs hold the button that closes them. */
  const wrongForReaders = async (): Promise<readonly string[]> => {
    const found = await page.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
      }
      return (await axe.run()).violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
    })
    return found.filter((each) => !/^nested-interactive: <li .*graphiql-tab/.test(each))
  }

  test('asks as a role, and tells the schema', async () => {
    await open()
    expect(page.url()).toBe(`${running().url}/_charter/graphiql`)
    await page.getByLabel('Who asks').selectOption('clinician')
    await execute()
    await answered('"rowId"')
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click()
    await page.getByRole('link', { name: 'PatientConnection', exact: true }).waitFor()
    await page.evaluate(await readFile(axePath, 'utf8'))
    expect(await wrongForReaders()).toEqual([])
    await page.getByRole('button', { name: 'Switch between light and dark' }).click()
    await page.locator('body.graphiql-dark').waitFor()
    expect(await wrongForReaders()).toEqual([])
  })

  test('another role is refused what it may not, and is remembered', async () => {
    await open()
    await page.getByLabel('Who asks').selectOption('pharmacist')
    await write('Refused', 'query Refused { patients(first: 1) { nodes { name } } }')
    await execute()
    await answered('You may not list patients.')
    await page.goto(`${running().url}/_charter/graphiql`)
    await page.locator('.graphiql-query-editor .view-line').first().waitFor()
    expect(await page.getByLabel('Who asks').inputValue()).toBe('pharmacist')
  })

  test('asks as nobody too, who is told to sign in', async () => {
    await open()
    await page.getByLabel('Who asks').selectOption('nobody')
    await write('Refused', 'query Refused { patients(first: 1) { nodes { name } } }')
    await execute()
    await answered('"code":"unauthenticated"')
    faults = faults.filter((each) => !each.includes('401 (Unauthorized)'))
  })

  test.each(['light', 'dark'] as const)(
    'fits a phone, %s: what is asked above the answer, docs over both, by touch',
    async (colorScheme) => {
      await context.close()
      await enter({ storageState: opened, viewport: { width: 375, height: 700 }, hasTouch: true, colorScheme })
      await open()
      await page.getByRole('button', { name: 'Execute query' }).tap()
      await answered('"data"')
      const box = async (selector: string) => await page.locator(selector).boundingBox()
      const [asked, answer] = [await box('.graphiql-editors'), await box('.graphiql-response')]
      for (const each of [asked, answer]) {
        expect(each?.width).toBeGreaterThan(300)
        expect(each?.height).toBeGreaterThan(150)
      }
      expect(answer?.y).toBeGreaterThanOrEqual((asked?.y ?? 0) + (asked?.height ?? 0))
      await page.getByRole('button', { name: 'Show Documentation Explorer' }).tap()
      expect((await box('.graphiql-plugin'))?.width).toBe(375)
      await page.getByRole('button', { name: 'Hide Documentation Explorer' }).tap()
      await page.getByRole('button', { name: 'Execute query' }).tap()
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(375)
    },
  )

  test('follows what changes, over a WebSocket', async () => {
    await open()
    await write('Followed', 'subscription Followed { patientChanged { change patient { name } } }')
    await execute()
    await page.getByRole('button', { name: 'Stop query' }).waitFor()
    const make = () =>
      page.evaluate(async () => {
        const answer = await fetch('/_charter/page.json', {
          headers: { 'x-charter-page': localStorage.getItem('charter-page') ?? '' },
        })
        const { roles } = (await answer.json()) as {
          roles: { name: string; token: string; claims: { ward: string } }[]
        }
        const { token = '', claims } = roles.find(({ name }) => name === 'clinician') ?? {}
        const { status } = await fetch('/api/patients', {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify({ name: 'Followed Person', birthDate: '1990-01-01', ward: claims?.ward }),
        })
        return status
      })
    // The button is there before the socket: what is made before that is not told.
    await expect
      .poll(
        async () => {
          expect(await make()).toBe(201)
          return page.locator('.graphiql-response .view-lines').innerText()
        },
        { timeout: 20_000, interval: 1000 },
      )
      .toContain('Followed')
    await answered('"name":"Followed Person"')
  })

  test('a browser that has not opened the page is told what to do', async () => {
    await context.close()
    await enter({})
    await page.goto(`${running().url}/_charter/graphiql`)
    await page.getByRole('heading', { name: 'Open the development page first' }).waitFor()
    faults = faults.filter((each) => !each.includes('401 (Unauthorized)'))
  })
})

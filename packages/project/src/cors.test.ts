import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDev } from './dev.ts'
import { prepareProject } from './prepare.ts'
import { runService } from './run.ts'
import { mintTokens } from './start.ts'

const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const suite = existsSync(browserPath) ? describe : describe.skip

/** A site that is not the service's: an app that somebody writes against the API. */
const site = async (): Promise<{ readonly server: Server; readonly origin: string }> => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<!doctype html><title>An app</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

suite.each(['in process', 'generated'])('pages of another origin, %s', (how) => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-cors-'))
  let mine: Awaited<ReturnType<typeof site>>
  let theirs: Awaited<ReturnType<typeof site>>
  let url: string
  let token: string
  let stop: () => Promise<unknown>
  let browser: Browser

  beforeAll(async () => {
    mine = await site()
    theirs = await site()
    const clinic = readFileSync(join(import.meta.dirname, '../../charter/examples/clinic.yaml'), 'utf8')
    const text = clinic
      .replace(/^serves: .*$/m, `serves: [rest, graphql, mcp]\ncors: { origins: ['${mine.origin}'] }`)
      .replace(/^rest: .*$/m, '$&\nmcp: { tools: all }')
    writeFileSync(join(folder, 'charter.yaml'), text)
    const prepared = await prepareProject({ input: folder, within: folder })
    token = (await mintTokens(prepared)).clinician ?? ''
    if (how === 'generated') {
      const service = await runService({ folder, port: 0, databaseUrl: prepared.databaseUrl })
      url = service.url
      stop = () => service.stop()
    } else {
      const dev = await startDev({ file: folder, port: 0, onReload: () => {} })
      url = dev.url
      stop = () => dev.close()
    }
    browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu'] })
  })
  afterAll(async () => {
    await browser?.close()
    await stop?.()
    mine.server.close()
    theirs.server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** What a page of an origin gets: status and what it may read; or that the browser kept the answer from it. */
  const ask = async (origin: string, path: string, body: object | null): Promise<unknown> => {
    const page = await browser.newPage()
    await page.goto(origin)
    const answer = await page.evaluate(
      async ([target, sent, bearer]) => {
        try {
          const answered = await fetch(target ?? '', {
            method: sent ? 'POST' : 'GET',
            headers: {
              authorization: `Bearer ${bearer}`,
              accept: 'application/json, text/event-stream',
              ...(sent ? { 'content-type': 'application/json' } : {}),
            },
            ...(sent ? { body: sent } : {}),
          })
          const id = answered.headers.get('x-request-id') !== null
          return [answered.status, (await answered.text()).includes('Okafor'), id]
        } catch (error) {
          return String(error)
        }
      },
      [`${url}${path}`, body ? JSON.stringify(body) : '', token] as const,
    )
    await page.close()
    return answer
  }

  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_patients', arguments: {} } }
  const ways = [
    ['REST', '/api/patients', null],
    ['GraphQL', '/graphql', { query: '{ patients { nodes { name } } }' }],
    ['MCP', '/mcp', call],
  ] as const

  test.each(ways)(
    'over %s: of the one that the charter names is answered, and reads the answer',
    async (_name, path, body) => {
      expect(await ask(mine.origin, path, body)).toEqual([200, true, true])
    },
  )

  test.each(ways)('over %s: of another reads nothing', async (_name, path, body) => {
    expect(await ask(theirs.origin, path, body)).toMatch(/Failed to fetch/)
  })

  test('what a cache keeps of an answer is for the caller and the origin that it was made for', async () => {
    for (const headers of [{}, { authorization: `Bearer ${token}` }]) {
      const answer = await fetch(`${url}/api/patients`, { headers: { ...headers, origin: mine.origin } })
      expect(answer.headers.get('vary')).toBe('Authorization, Accept, Origin')
    }
  })

  test('a preflight that is refused says how to allow it; the development page is for nobody else', async () => {
    const preflight = (origin: string, path = '/api/patients') =>
      fetch(`${url}${path}`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
      })
    const refused = await preflight(theirs.origin)
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, null])
    expect(await refused.json()).toMatchObject({
      code: 'forbidden',
      detail: `Pages of ${theirs.origin} may not call this API. To allow them, write \`cors: { origins: ['${theirs.origin}'] }\` into its charter and generate it anew.`,
    })
    const allowed = await preflight(mine.origin)
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([204, mine.origin])
    expect(allowed.headers.get('access-control-allow-credentials')).toBeNull()
    expect((await preflight(mine.origin, '/_charter/page.json')).headers.get('access-control-allow-origin')).toBeNull()
    expect(await (await preflight('https://x"><script>')).text()).not.toContain('<script>')
  })
})

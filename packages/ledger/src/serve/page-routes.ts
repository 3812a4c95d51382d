import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import type { LedgerRoutes } from './serve-ledger.ts'

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Nothing but the page's own files runs, and it speaks with this ledger alone: text of an entry can do nothing. */
const security = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-cache',
}

/** What the ledger's page shares with a service's: one look, one way to make elements. */
const shared = ['page.css', 'dom.js', 'theme.js', 'highlight.js', 'mark.svg']

/** The page at `/`. It holds nothing of the ledger: who opens it is asked for a token before it asks for anything. */
export const pageRoutes: LedgerRoutes = (app) => {
  app.register(async (scope) => {
    for (const [url, file] of await pageFiles()) {
      const body = await readFile(file)
      const type = contentTypes[extname(file)] ?? 'application/octet-stream'
      scope.get(url, async (_request, reply) => reply.headers(security).type(type).send(body))
    }
  })
}

const pageFiles = async (): Promise<readonly (readonly [string, string])[]> => {
  const service = pageOf('page')
  const own = pageOf('ledger')
  const names = (await readdir(own)).filter((name) => extname(name) in contentTypes)
  return [
    ...shared.map((name) => [`/_ledger/${name}`, join(service, name)] as const),
    ...names.map((name) => [name === 'index.html' ? '/' : `/_ledger/${name}`, join(own, name)] as const),
  ]
}

const pageOf = (name: string): string =>
  join(dirname(createRequire(import.meta.url).resolve(`@charter/${name}/package.json`)), 'page')

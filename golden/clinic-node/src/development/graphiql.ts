import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export interface GraphiqlOptions {
  /** Folder of its files; `index.html` has `{nonce}` where that of each answer goes. */
  readonly folder: string
  /** Path at which GraphQL is served. */
  readonly api: string
}

/** Where GraphiQL is. */
export const graphiqlPath = '/_charter/graphiql'

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

/** What holds for all of it, workers too, which have the policy that they come with. */
const shared = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}
const workerPolicy = "default-src 'none'; script-src 'self'; connect-src 'none'"

/**
 * GraphiQL, in a scope that answers loopback callers alone; and a browser that asks for the API's address itself is led to it from
 * there, which is a matter of `app`. Its page tells nothing: tokens it asks for as the development page does. Throws where the folder
 * cannot be read.
 */
export const registerGraphiql = (
  app: FastifyInstance,
  scope: FastifyInstance,
  { folder, api }: GraphiqlOptions,
): void => {
  const shell = readFileSync(join(folder, 'index.html'), 'utf8')
  for (const name of readdirSync(folder).filter((each) => extname(each) in contentTypes))
    scope.get(`${graphiqlPath}/${name}`, async (_request, reply) =>
      reply
        .headers({ ...shared, 'content-security-policy': workerPolicy })
        .type(contentTypes[extname(name)] ?? '')
        .send(await readFile(join(folder, name))),
    )
  scope.get(graphiqlPath, async (request, reply) => {
    const nonce = randomBytes(18).toString('base64')
    return reply
      .headers({ ...shared, 'content-security-policy': policyOf(nonce, request) })
      .type('text/html; charset=utf-8')
      .send(shell.replaceAll('{nonce}', nonce))
  })
  // Before it is asked who calls: a browser that is typed an address shows nothing of that.
  app.addHook('onRequest', (request, reply, done) => {
    if (isLedFrom(api, request)) lead(reply)
    else done()
  })
}

/**
 * Scripts and style elements are those with this answer's nonce; the editor writes the places of its lines as style attributes. A
 * socket's origin is not `'self'` to every browser (CSP Level 3, section 6.7.2.8).
 */
const policyOf = (nonce: string, { headers }: FastifyRequest): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "worker-src 'self'",
    "img-src 'self' data:",
    'font-src data:',
    `connect-src 'self' ws://${headers.host}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** A person who typed the address into a browser: pages are asked for, and nothing of GraphQL. */
const isLedFrom = (api: string, { method, raw, headers }: FastifyRequest): boolean =>
  method === 'GET' && raw.url === api && /\btext\/html\b/.test(headers.accept ?? '')

const lead = (reply: FastifyReply): void =>
  // The same address answers others with JSON.
  void reply.header('vary', 'Accept').header('cache-control', 'no-store').redirect(graphiqlPath, 303)

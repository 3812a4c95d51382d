import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { credentialIn, ProblemError } from '../runtime/index.ts'
import { isLoopback, type PageDoor, type Service, sealHeader, settleIntents } from '../runtime/service/index.ts'
import { type EditDesk, type EditSession, registerEditing } from './edit-desk.ts'
import { type GraphiqlOptions, graphiqlPath, registerGraphiql } from './graphiql.ts'
import type { PageData } from './page-data.ts'
import { type Relay, registerRelay } from './relay.ts'

export interface DevelopmentOptions {
  readonly service: Service
  /** Roles come without tokens; they are minted here. */
  readonly page: PageData
  /** The published contracts: file name → text. Each is served under its name. */
  readonly contracts: Readonly<Record<string, string>>
  /** Folder of the page's own files. */
  readonly pageFolder: string
  /** Who can change the charter; without one the page offers no edits. */
  readonly editDesk?: EditDesk
  /** Where each style is reached that is not where the page is, by its name; asked when the page is. */
  readonly urls?: () => Readonly<Record<string, string>>
  /** How the page's calls are sent on of styles that a browser cannot speak, by their names; without it they are not. */
  readonly relays?: Readonly<Record<string, Relay>>
  /** Folder of GraphiQL, which whoever runs the service brings; without one, or where GraphQL is not served, there is none. */
  readonly graphiqlFolder?: string
  /** Told when the page was opened: its address opened it once, and this one opens it in another browser. */
  readonly onOpened?: (address: string) => void
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const contractTypes: Readonly<Record<string, string>> = {
  '.json': 'application/json',
  '.wsdl': 'text/xml; charset=utf-8',
  '.xsd': 'text/xml; charset=utf-8',
}

const security = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/**
 * What only development offers: the contracts, the page, its data with tokens, edits where there is a desk, the live trail, and the
 * statement count that conformance reads. Answers loopback callers that name a loopback host (a page of another site cannot, by DNS
 * rebinding, read the tokens); the page and what it reads, whoever opened it by its address, or shows a development token.
 * Whoever composes the service leaves it out in production.
 */
export const registerDevelopment = async (app: FastifyInstance, options: DevelopmentOptions): Promise<void> => {
  const { service, page, contracts, onOpened = () => {} } = options
  const door = service.development?.page
  const graphiql = graphiqlOf(options)
  if (!door) throw new Error('the development page is for development alone')
  const data = {
    ...page,
    roles: await Promise.all(
      page.roles.map(async (role) => ({
        ...role,
        token: (await service.development?.token([role.name], role.claims)) ?? '',
      })),
    ),
  }
  await app.register(async (scope) => {
    // Whoever reaches it is on this machine, and learns here how to sign in.
    scope.decorate('isOpen', true)
    scope.addHook('onRequest', async (request, reply) => {
      const host = (request.headers.host ?? '').replace(/:\d+$/, '')
      if (!isLoopback(host) || !isLoopback(request.ip.replace(/^::ffff:/, ''))) await reply.code(404).send()
    })
    for (const [name, text] of Object.entries(contracts)) {
      const bytes = Buffer.from(text)
      scope.get(`/${name}`, async (_request, reply) =>
        reply.type(contractTypes[extname(name)] ?? 'text/plain').send(bytes),
      )
    }
    scope.get('/_charter/statements', async () => ({ statements: service.store.condition.statementCount }))
    await scope.register(async (inside) => {
      inside.addHook('onRequest', async (request, reply) => {
        if (!(await isInside(service, door, request))) await reply.code(401).headers(security).send({ error: closed })
      })
      const editing: { readonly edit?: EditSession } = options.editDesk
        ? { edit: registerEditing(inside, options.editDesk) }
        : {}
      const told = () => {
        const urls = options.urls?.() ?? {}
        const styles = data.styles.map((style) => ({ ...style, url: urls[style.name] ?? style.url }))
        return JSON.stringify({ ...data, styles, ...editing, ...(graphiql && { graphiql: graphiqlPath }) })
      }
      inside.get('/_charter/page.json', async (_request, reply) =>
        reply.headers(security).type('application/json').send(told()),
      )
      for (const [style, relay] of Object.entries(options.relays ?? {})) registerRelay(inside, style, relay)
      inside.get('/_charter/trail', async (request) => {
        await service.audit.flush()
        const entries = await service.state.recentAudit(100, afterIn(request.url))
        return { entries: await settleIntents({ ...service, nowMs: Date.now() }, entries) }
      })
    })
    if (graphiql) registerGraphiql(app, scope, graphiql)
    for (const [url, file] of await pageFiles(options.pageFolder)) {
      const body = await readFile(file)
      scope.get(url, async (_request, reply) =>
        reply
          .headers(security)
          .type(contentTypes[extname(file)] ?? 'application/octet-stream')
          .send(body),
      )
    }
    const [open, shut] = await Promise.all(
      ['index.html', 'closed.html'].map((name) => readFile(join(options.pageFolder, name))),
    )
    // Not HEAD: who only looks whether there is something opens nothing.
    scope.get('/', { exposeHeadRoute: false }, async (request, reply) => {
      const secret = new URL(request.url, 'http://page').searchParams.get('secret')
      const seal = secret === null ? null : door.enter(secret)
      if (seal !== null) {
        onOpened(door.address(`http://${request.headers.host}`))
        // What stands behind `#` is the page's alone: no request repeats it.
        return reply.headers(security).redirect(`/#opened=${seal}`, 303)
      }
      // The page itself tells nothing: what it shows it asks for, with its seal.
      return reply
        .code(secret === null ? 200 : 401)
        .headers(security)
        .type('text/html; charset=utf-8')
        .send(secret === null ? open : shut)
    })
  })
}

/** GraphiQL before where the page's GraphQL calls go; null where none does, or nobody brings it. */
const graphiqlOf = ({ graphiqlFolder: folder, page }: DevelopmentOptions): GraphiqlOptions | null => {
  if (folder === undefined) return null
  for (const { requests } of page.operations) {
    const request = requests.graphql
    const api = typeof request === 'object' ? request.target[0] : undefined
    if (typeof api === 'string') return { folder, api }
  }
  return null
}

/** Servers of the API leave queries as they came. */
const afterIn = (url: string): number => Number(new URL(url, 'http://page').searchParams.get('after') ?? 0) || 0

const closed = 'The page is opened by the whole address that the service printed when it started.'

/** The page itself; or somebody with a development token, who could mint what the page would tell. */
const isInside = async (service: Service, door: PageDoor, { headers }: FastifyRequest): Promise<boolean> => {
  if (door.isOpen(sealIn(headers))) return true
  try {
    return (await service.authenticate(credentialIn(headers)))?.credential === 'development'
  } catch (error) {
    if (error instanceof ProblemError) return false
    throw error
  }
}

const sealIn = ({ [sealHeader]: seal }: FastifyRequest['headers']): string | undefined =>
  typeof seal === 'string' ? seal : undefined

/** The page's files lie under `/_charter/`; the page itself is `/`, for who may open it. */
const pageFiles = async (folder: string): Promise<readonly (readonly [string, string])[]> => {
  const names = (await readdir(folder)).filter((name) => extname(name) in contentTypes && extname(name) !== '.html')
  return names.map((name) => [`/_charter/${name}`, join(folder, name)] as const)
}

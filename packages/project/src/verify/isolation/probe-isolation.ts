import { hash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { bodyText, type Execute, type Json, type JsonObject, type Principal, referenceOrder } from '@charter/runtime'
import { loadRows, readConfig, type Service } from '@charter/runtime/service'
import { type Derived, type OpenServiceOptions, openService, serverNear } from '@charter/service'
import { rest } from '@charter/styles'
import { serveStyles } from '@charter/styles/serve'
import { exampleHooks } from '../../example-code.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { foreignWrites } from './foreign-writes.ts'
import { type About, type Request, requestsOf } from './requests.ts'
import { type Rows, sightOf } from './sight.ts'
import { canaryMark, twinOf } from './twin.ts'

export interface IsolationOptions {
  readonly derived: Derived
  /** What is in the database, whosever it is. */
  readonly rows: Rows
  readonly principals: readonly Prober[]
  /** Its own code; hooks that are left out do nothing, but give what they alone can. */
  readonly code?: Pick<OpenServiceOptions, 'operations' | 'routes' | 'hooks'>
  /** Where throw-away databases are made, for those that need a server. */
  readonly near?: string | null
  /** One of so many requests, from which on; absent: all. */
  readonly drawn?: { readonly oneIn: number; readonly from: number }
  /** It ends with so many leaks; absent: they are all found. */
  readonly leaksMax?: number
  /** A fault to plant, so that the probe itself can be judged. */
  readonly plant?: (execute: Execute, service: Service) => Execute
}

/** Who probes: a role or several, with attributes and a tenant; `id`, where rows name who is whose. */
export type Prober = Pick<Principal, 'roles' | 'attributes' | 'tenant'> & Partial<Pick<Principal, 'id'>>

export interface IsolationReport {
  readonly requests: number
  readonly leaks: readonly Leak[]
}

export interface Leak {
  readonly principal: string
  readonly request: string
  /** What told the two states, or a hidden row and an absent one, apart. */
  readonly what: string
}

/**
 * Noninterference: a principal sends the same requests to two services whose databases differ only in what he may not see
 * (decided by predicates, without SQL). Every answer must be the same, no hidden value may be in any, and a hidden row must
 * answer as one that is not there. Conflicts of uniqueness and of references on writes are left out: they are told by design.
 */
export const probeIsolation = async (options: IsolationOptions): Promise<IsolationReport> => {
  const reports: IsolationReport[] = []
  for (const probing of options.principals) reports.push(await probeAs(options, probing))
  return {
    requests: reports.reduce((sum, { requests }) => sum + requests, 0),
    leaks: reports.flatMap(({ leaks }) => leaks),
  }
}

const probeAs = async (options: IsolationOptions, probing: Prober): Promise<IsolationReport> => {
  const { derived, rows, leaksMax = Number.POSITIVE_INFINITY } = options
  const { model } = derived
  const principal: Principal = {
    id: `${probing.roles.join('+')}@development`,
    ...probing,
    credential: 'development',
  }
  const twin = twinOf(model, rows, principal)
  const about: About = {
    model,
    tenant: probing.tenant,
    surface: rest.surface(derived.charter),
    states: [rows, twin],
    sights: [sightOf(model, rows, principal), sightOf(model, twin, principal)],
  }
  // Last what makes rows under keys of others: from then on those are rows of one's own.
  const { oneIn, from } = options.drawn ?? { oneIn: 1, from: 0 }
  const requests = [...requestsOf(about), ...foreignWrites(about)].filter((_, at) => at % oneIn === from % oneIn)
  // Both states have the same time, so that nothing but what was planted differs. It goes on with each request: new keys are in its order.
  let nowMs = startedAt
  const served = { ...options, nowMs: () => nowMs }
  const [first, second] = await Promise.all([serve(served, rows, principal), serve(served, twin, principal)])
  const leaks: Leak[] = []
  /** Canaries that somebody sent: a problem may repeat its input, and what was written is read again. */
  const sent = new Set<string>()
  const leak = (request: Request, what: string) =>
    leaks.push({
      principal: principal.id,
      request: `${request.method} ${decodeURIComponent(request.path)} ${JSON.stringify(request.body ?? request.lines ?? '')}`,
      what,
    })
  try {
    for (const request of requests) {
      if (leaks.length >= leaksMax) break
      nowMs++
      const [a, b] = await Promise.all([first.ask(request), second.ask(request)])
      if (a.text !== b.text) leak(request, toldApart(a.text, b.text))
      for (const canary of canariesIn(sentBy(request))) sent.add(canary)
      const told = canariesIn(b.text).find((canary) => !sent.has(canary))
      if (told !== undefined) leak(request, `a hidden value: ${around(b.text, b.text.indexOf(told))}`)
      const { twinPath, twinBody } = request
      if (twinPath !== undefined || twinBody !== undefined) {
        const absent = await first.ask({
          ...request,
          path: twinPath ?? request.path,
          ...(twinBody && { body: twinBody }),
        })
        if (absent.about !== a.about)
          leak(request, `hidden: ${a.about.slice(0, 300)}; absent: ${absent.about.slice(0, 300)}`)
      }
    }
    return { requests: requests.length, leaks }
  } finally {
    await first.close()
    await second.close()
  }
}

const around = (text: string, at: number): string => text.slice(Math.max(0, at - 100), at + 300)

/** Two answers from shortly before they differ. */
const toldApart = (one: string, other: string): string => {
  const at = [...one].findIndex((each, place) => each !== other[place])
  const from = at < 0 ? one.length : at
  return `${around(one, from)} ≠ ${around(other, from)}`
}

const canariesIn = (text: string): readonly string[] => text.match(new RegExp(`${canaryMark}\\d*`, 'g')) ?? []

const sentBy = ({ path, body, lines }: Request): string =>
  `${decodeURIComponent(path)}${JSON.stringify([body ?? null, lines ?? null])}`

interface Answer {
  readonly text: string
  /** The same without the address that was asked for. */
  readonly about: string
}

const startedAt = Date.UTC(2026, 5, 1, 12)

const serve = async (
  { derived, code, near = serverNear(), plant, nowMs }: IsolationOptions & { readonly nowMs: () => number },
  rows: Rows,
  principal: Principal,
) => {
  const folder = await temporaryFolder('isolation')
  const temporary = await derived.connector.makeTemporary(near)
  const config = readConfig(
    // Time hardly goes on, so nobody is ever let in again whom a rate has kept out.
    {
      CHARTER_MODE: 'development',
      CHARTER_DATA: folder,
      DATABASE_URL: temporary.url,
      PORT: '0',
      RATE_DENIALS: '100000000',
      RATE_FAILED_SIGN_INS: '100000000',
      RATE_AGGREGATES: '100000000',
      RATE_IMPORTS: '100000000',
      RATE_SESSIONS: '100000000',
    },
    { name: derived.model.name, databaseUrl: temporary.url },
  )
  const service = await openService(derived, {
    config,
    hooks: exampleHooks(derived.model),
    ...code,
    nowMs,
    onBug: () => {},
  })
  const order = referenceOrder(derived.model).map((entity) => ({ entity, rows: rows[entity] ?? [] }))
  await loadRows(service.store, derived.model, order, service.protection)
  const execute = plant ? plant(service.execute, service) : service.execute
  const served = await serveStyles(derived.styles, { ...service, execute }, { host: '127.0.0.1', port: 0 })
  const token = (await service.development?.token(principal.roles, claimsOf(derived, principal))) ?? ''
  return {
    ask: async (request: Request) => {
      const answer = await walk(served.url, token, request)
      // Entries of plain reads come on record within a second: here at once, so that both trails have the same order.
      await service.audit.flush()
      return answer
    },
    close: async () => {
      await served.close()
      await service.close()
      await temporary.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const claimsOf = ({ model }: Derived, { id, attributes, tenant }: Principal): JsonObject => ({
  sub: id,
  ...Object.fromEntries(
    model.access.principal.flatMap(({ name, claim }) =>
      attributes[name] === undefined ? [] : [[claim, attributes[name] ?? null]],
    ),
  ),
  ...(model.access.tenantClaim !== undefined && tenant !== undefined && { [model.access.tenantClaim]: tenant }),
})

const pagesMax = 20

/** The answer, or the answers of all pages: cursors are each service's own, but where they end is not. */
const walk = async (url: string, token: string, request: Request): Promise<Answer> => {
  const texts: string[] = []
  let path = request.path
  for (let page = 0; page < pagesMax; page++) {
    const { text, next } = await send(url, token, { ...request, path })
    texts.push(text)
    if (!request.isWalked || next === null) break
    path = `${request.path}&after=${encodeURIComponent(next)}`
  }
  const text = texts.join('\n')
  return { text, about: text.replaceAll(request.path.split('?')[0] ?? '', '…') }
}

const send = async (url: string, token: string, { method, path, body, lines }: Request) => {
  const type = lines ? 'application/x-ndjson' : method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
  const sent =
    lines?.map((line) => JSON.stringify(line)).join('\n') ?? (body === undefined ? undefined : JSON.stringify(body))
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(sent !== undefined && { 'content-type': type }) },
    ...(sent !== undefined && { body: sent }),
  })
  const said = await bodyText(response)
  const value = said === '' ? null : (JSON.parse(said) as Json)
  const next = typeof value === 'object' && value !== null && 'next' in value ? value.next : null
  // A new row, a run, and an entry of the trail have a key of their own in each state.
  const isMade = response.status === 201 || response.status === 202 || lines !== undefined || path.endsWith('/batch')
  const tag = isMade ? '' : (response.headers.get('etag') ?? '')
  const shown = JSON.stringify(value, (name, each) => (own.has(name) ? (each === null ? null : '…') : each))
  return {
    text: `${response.status} ${tag} ${withoutNow(withoutTokens(isMade || path.endsWith('/audit') ? withoutKeys(shown) : shown))}`,
    next: typeof next === 'string' ? next : null,
  }
}

/** Members that differ from answer to answer of one and the same service. */
const own = new Set(['next', 'requestId', 'instance', 'traceId'])
/** A token is drawn anew in each state, so that it tells nothing of what it stands for. */
const withoutTokens = (text: string): string => text.replaceAll(/tok_[\w-]{32}/g, 'token')
/** What runs beside the requests is begun and ended at no time of theirs. */
const withoutNow = (text: string): string =>
  text.replaceAll(/"(2026-06-01T12:[\d:.]+Z)"/g, (whole, instant) =>
    Date.parse(instant) >= startedAt ? '"now"' : whole,
  )
/** Nor are keys that were made just now compared, nor their digests. */
const withoutKeys = (text: string): string => {
  const keys = new Set(text.match(uuids))
  const plain = text.replaceAll(uuids, 'uuid')
  return [...keys].reduce((said, key) => said.replaceAll(hash('sha256', key, 'hex'), 'digest'), plain)
}
const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

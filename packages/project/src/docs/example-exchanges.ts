import { sampleRows } from '@charter/draft'
import type { PageData, PageOperation, PageStyle } from '@charter/runtime'
import type { Derived } from '@charter/service'
import type { GrpcSurface } from '@charter/styles'
import { grpcRelay } from '@charter/styles/relay'
import { exampleBody } from '../mock.ts'
import { type FilledRequest, filledRequest } from '../page/filled-request.ts'
import { claimsOf } from '../page-data.ts'
import type { Target } from '../verify/target.ts'
import { inProcessTarget } from '../verify/targets/in-process.ts'
import { exampleValues, type Rows } from './example-values.ts'
import { type Steadying, steadyText } from './steady-text.ts'

/** What is asked in one style, and what it was answered with. */
export interface Exchange {
  readonly style: string
  /** Or the sentence that says why this style has no such call. */
  readonly request: FilledRequest | string
  /** Null where it was not asked. */
  readonly answer: { readonly isOk: boolean; readonly status: string; readonly text: string } | null
}

export interface OperationExchanges {
  /** Who asks; null where nobody may. */
  readonly as: string | null
  readonly exchanges: readonly Exchange[]
}

export interface Exchanges {
  /** In the order of the page's operations. */
  readonly operations: readonly OperationExchanges[]
  /** One call that its role may not make, in every style; null where everybody may do everything. */
  readonly refusal: {
    readonly operation: PageOperation
    readonly as: string
    readonly exchanges: readonly Exchange[]
  } | null
}

/**
 * Every operation of a charter asked in every style on its sample rows, of the in-process service on a throw-away database. What two
 * runs do not tell alike (keys that were made, moments) is told as if they did.
 */
export const exampleExchanges = async (derived: Derived, page: PageData): Promise<Exchanges> => {
  const samples = ownTenant(derived, sampleRows(derived.charter, { seed: 1, perEntity: 12 }))
  const claims = claimsOf(derived)
  const { rows, valuesOf } = exampleValues(derived, samples, claims)
  const attributes = Object.fromEntries(
    derived.charter.access.principal.map(({ name, claim }) => [name, claims[claim] ?? null]),
  )
  const operations = Object.fromEntries(
    derived.model.operations.map((each) => [each.name, exampleBody(derived.model, each)]),
  )
  const target = await inProcessTarget(derived, { rows, attributes: [attributes] }, { operations })
  const steadying = { known: knownIn(rows), fromMs: Date.now() }
  try {
    const ask = asker(derived, target, page, (style, operation) => requestOf(style, operation, page, valuesOf))
    const answered: OperationExchanges[] = []
    for (const operation of page.operations) answered.push(await ask(operation, rolesFor(page, operation)))
    const refused = page.operations.flatMap((operation) => {
      const as = rolesRefused(page, operation)[0]
      return operation.method === 'GET' && operation.id.endsWith('.list') && as !== undefined ? [{ operation, as }] : []
    })[0]
    const refusal = refused ? { ...refused, ...(await ask(refused.operation, [refused.as])), as: refused.as } : null
    const steady = { ...steadying, untilMs: Date.now() }
    return {
      operations: answered.map((each) => ({ ...each, exchanges: each.exchanges.map(steadied(steady)) })),
      refusal: refusal && { ...refusal, exchanges: refusal.exchanges.map(steadied(steady)) },
    }
  } finally {
    await target.close()
  }
}

/** Tokens that are minted for examples are of the first tenant. */
const ownTenant = ({ model }: Derived, rows: Rows): Rows =>
  Object.fromEntries(
    Object.entries(rows).map(([entity, of]) => {
      const field = model.entities.find(({ name }) => name === entity)?.tenantField
      return [entity, field === undefined ? of : of.map((row) => ({ ...row, [field]: 'tenant-1' }))]
    }),
  )

const knownIn = (rows: Rows): ReadonlySet<string> =>
  new Set(
    Object.values(rows)
      .flat()
      .flatMap((row) => Object.values(row).filter((value) => typeof value === 'string')),
  )

const steadied =
  (steadying: Steadying) =>
  (exchange: Exchange): Exchange => ({
    ...exchange,
    answer: exchange.answer && { ...exchange.answer, text: steadyText(exchange.answer.text, steadying) },
  })

const verdict = ({ access }: PageData, role: string, { id }: PageOperation): string => access[role]?.[id] ?? 'no'

/** Whoever may without a condition first. */
const rolesFor = (page: PageData, operation: PageOperation): readonly string[] => {
  const may = page.roles.map(({ name }) => name).filter((role) => verdict(page, role, operation) !== 'no')
  return may.toSorted(
    (a, b) => Number(verdict(page, b, operation) === 'yes') - Number(verdict(page, a, operation) === 'yes'),
  )
}

const rolesRefused = (page: PageData, operation: PageOperation): readonly string[] =>
  page.roles.map(({ name }) => name).filter((role) => verdict(page, role, operation) === 'no')

type Ask = (operation: PageOperation, roles: readonly string[]) => Promise<OperationExchanges>

/** Asks as the first role that is answered, each time on the rows as they were. */
const asker = ({ styles }: Derived, target: Target, { styles: shown }: PageData, requested: Requested): Ask => {
  const surface = styles.find(({ style }) => style.listener === 'grpc')?.surface
  // The surface is that of the one style with a gRPC listener.
  const relay = surface === undefined ? null : grpcRelay(surface as GrpcSurface, target.urls?.grpc ?? '')
  let isTouched = true
  const send = async (style: PageStyle, request: FilledRequest, as: string): Promise<Exchange['answer']> => {
    if (isTouched) await target.reset?.('example')
    isTouched = request.method !== 'GET'
    const authorization = `Bearer ${await target.tokenOf(as)}`
    if (style.listener === 'grpc' && relay) {
      const { status, message } = await relay({
        path: request.target,
        metadata: { authorization },
        message: JSON.parse(request.body ?? '{}'),
      })
      const isOk = status.code === 0
      return { isOk, status: `${status.code} ${status.name}`, text: JSON.stringify(isOk ? message : status) }
    }
    const answer = await fetch(`${target.url}${request.target}`, {
      method: request.method,
      headers: { ...request.headers, authorization },
      ...(request.body !== null && { body: request.body }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await answer.text()
    return { isOk: answer.ok && !isRefusal(text), status: `${answer.status} ${answer.statusText}`.trim(), text }
  }
  return async (operation, roles) => {
    const requests = shown.map((style) => ({ style, request: requested(style, operation) }))
    const first = requests.find(({ request }) => request !== null && typeof request === 'object')
    let as: string | null = roles[0] ?? null
    // What was read is on record a moment later: the answer depends on when it is asked.
    const isAsked = as !== null && !operation.id.endsWith('.audit')
    if (isAsked && first && typeof first.request === 'object' && first.request)
      for (const role of roles) {
        const answer = await send(first.style, first.request, role)
        if (!answer?.isOk) continue
        as = role
        break
      }
    const exchanges: Exchange[] = []
    for (const { style, request } of requests) {
      if (request === null) continue
      const answer = typeof request === 'string' || !isAsked || as === null ? null : await send(style, request, as)
      exchanges.push({ style: style.name, request, answer })
    }
    return { as, exchanges }
  }
}

const timeoutMs = 10_000

type Requested = (style: PageStyle, operation: PageOperation) => FilledRequest | string | null

/** Rows to import are those that could be made one by one, a line each. */
const requestOf = (
  style: PageStyle,
  operation: PageOperation,
  { operations }: PageData,
  valuesOf: (operation: PageOperation) => Readonly<Record<string, string>>,
): FilledRequest | string | null => {
  const request = filledRequest(style, operation, valuesOf(operation))
  if (request === null || typeof request === 'string' || !operation.path.endsWith('/import')) return request
  const create = operations.find(({ id, path }) => id === `${operation.entity}.create` && !path.endsWith('/import'))
  const made = create ? filledRequest(style, create, valuesOf(create)) : null
  return made === null || typeof made === 'string'
    ? request
    : { ...request, headers: { 'content-type': 'application/x-ndjson' }, body: made.body }
}

/** GraphQL and MCP refuse with 200. */
const isRefusal = (text: string): boolean => {
  try {
    const { errors, error, result } = JSON.parse(text) as Refusing
    return (errors?.length ?? 0) > 0 || error !== undefined || result?.isError === true
  } catch {
    return false
  }
}

interface Refusing {
  readonly errors?: readonly unknown[]
  readonly error?: unknown
  readonly result?: { readonly isError?: boolean } | null
}

import { sampleRows } from '@charter/draft/sample-rows'
import type { PageData, PageOperation, PageStyle } from '@charter/page'
import type { EntityModel, JsonObject } from '@charter/runtime'
import type { Derived } from '@charter/service'
import type { SqlConnector } from '@charter/sql'
import { exampleBody, exampleRoutes } from '../example-code.ts'
import { type FilledRequest, filledRequest } from '../page/filled-request.ts'
import { isRefusal } from '../page/is-refusal.ts'
import { claimsOf } from '../page/page-roles.ts'
import type { Rows } from '../page/prefill.ts'
import { initially, prefilledFor } from '../page/prefilled-for.ts'
import { uniqueGroups } from '../page/telling-fields.ts'
import type { Target } from '../verify/target.ts'
import { inProcessTarget } from '../verify/targets/in-process.ts'
import { type SteadyOptions, steadyText } from './steady-text.ts'

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
export const exampleExchanges = async (derived: Derived<SqlConnector>, page: PageData): Promise<Exchanges> => {
  const samples = ownTenant(derived, sampleRows(derived.charter, { seed: 1, perEntity: 12 }))
  const spares = spareRows(derived, samples)
  const rows = Object.fromEntries(Object.entries(samples).map(([name, of]) => [name, [...of, ...(spares[name] ?? [])]]))
  const claims = claimsOf(derived)
  const attributes = Object.fromEntries(
    derived.charter.access.principal.map(({ name, claim }) => [name, claims[claim] ?? null]),
  )
  const operations = Object.fromEntries(
    derived.model.operations.map((each) => [each.name, exampleBody(derived.model, each)]),
  )
  const target = await inProcessTarget(
    derived,
    { rows, attributes: [attributes] },
    { operations, routes: exampleRoutes(derived.model) },
  )
  const steadying = { known: knownIn(rows), fromMs: Date.now() }
  try {
    const ask = asker(derived, target, page, spares)
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
  (steadying: SteadyOptions) =>
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

/** Asks as the first role that is answered, each time on the rows as they were, with what the page is filled in with for it. */
const asker = ({ styles }: Derived, target: Target, page: PageData, spares: Rows): Ask => {
  const relays = new Map(
    styles.flatMap(({ style: { name, listener }, surface }) =>
      listener === 'http' ? [] : [[name, listener.relay(surface, target.urls?.[name] ?? '')] as const],
    ),
  )
  let isTouched = true
  const send = async (style: PageStyle, request: FilledRequest, as: string): Promise<Exchange['answer']> => {
    if (isTouched) await target.reset?.('example')
    isTouched = request.method !== 'GET'
    const authorization = `Bearer ${await target.tokenOf(`${as}/${subjectIn(page, as)}`)}`
    const relay = await relays.get(style.name)
    if (relay) {
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
    // What was read is on record a moment later: the answer depends on when it is asked.
    const isAsked = roles[0] !== undefined && !operation.id.endsWith('.audit')
    let as: string | null = roles[0] ?? null
    for (const role of isAsked ? roles : []) {
      const first = requestsOf(page, operation, role, spares).find(({ request }) => typeof request === 'object')
      if (!first || typeof first.request === 'string') continue
      const answer = await send(first.style, first.request, role)
      if (!answer?.isOk) continue
      as = role
      break
    }
    const exchanges: Exchange[] = []
    for (const { style, request } of requestsOf(page, operation, as, spares)) {
      const answer = typeof request === 'string' || !isAsked || as === null ? null : await send(style, request, as)
      exchanges.push({ style: style.name, request, answer })
    }
    return { as, exchanges }
  }
}

const timeoutMs = 10_000

/** Who the page's token of a role names. */
const subjectIn = ({ roles }: PageData, role: string): string => {
  const sub = roles.find(({ name }) => name === role)?.claims.sub
  return typeof sub === 'string' ? sub : `${role}@development`
}

interface Requested {
  readonly style: PageStyle
  readonly request: FilledRequest | string
}

/** The request of every style, or why it has none. What is taken away is a row that no other refers to. */
const requestsOf = (
  page: PageData,
  operation: PageOperation,
  role: string | null,
  spares: Rows,
): readonly Requested[] => {
  const { operation: form, values } = prefilledFor(operation, role ?? '') ?? initially(operation)
  const [spare = {}] = operation.method === 'DELETE' ? (spares[operation.entity ?? ''] ?? []) : []
  const named = form.inputs.flatMap(({ name, label }) => {
    const value = name.startsWith('key.') ? spare[label] : undefined
    return value === undefined ? [] : [[name, String(value)] as const]
  })
  return page.styles.flatMap((style) => {
    const request = filledRequest(style, form, { ...values, ...Object.fromEntries(named) })
    return request === null ? [] : [{ style, request }]
  })
}

/** Of each entity a row more, like its first one but with a key and unique values of its own. */
const spareRows = ({ charter, model }: Derived, samples: Rows): Rows => {
  const others = sampleRows(charter, { seed: 2, perEntity: 24 })
  const spareOf = (entity: EntityModel): readonly JsonObject[] => {
    const there = samples[entity.name] ?? []
    const own = [...new Set(uniqueGroups(entity).flat())]
    const other = others[entity.name]?.findLast((row) =>
      own.every((name) => there.every((each) => each[name] !== row[name])),
    )
    const [first] = there
    return first && other ? [{ ...first, ...Object.fromEntries(own.map((name) => [name, other[name] ?? null])) }] : []
  }
  return Object.fromEntries(model.entities.map((entity) => [entity.name, spareOf(entity)]))
}

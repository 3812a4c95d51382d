import type { Attributes } from './otlp-shape.ts'

/** Which operation was called in which style, and how that ended. */
export interface CallNamed {
  readonly operation: string
  readonly style: string
  /** `ok`, the code of a problem, or a status. */
  readonly outcome: string
  readonly isRefused: boolean
  readonly isFailed: boolean
}

const operationMax = 200
const styleMax = 40
const outcomeMax = 60

/** By the semantic conventions for RPC, which our services keep to, else by those for HTTP. Null: it is neither. */
export const callNamed = (attributes: Attributes): CallNamed | null => {
  const of = (key: string): string | null => {
    const value = attributes.find((each) => each.key === key)?.value
    return value?.stringValue ?? (value?.intValue === undefined ? null : String(value.intValue))
  }
  const [method, route] = [of('rpc.method'), of('http.route')]
  const isFailed = of('error.type') !== null
  if (method !== null)
    return named(method, of('rpc.system.name') ?? 'rpc', of('rpc.response.status_code') ?? 'ok', isFailed)
  if (route === null) return null
  const status = of('http.response.status_code') ?? 'ok'
  return named(`${of('http.request.method') ?? ''} ${route}`.trim(), 'http', status, isFailed || /^5\d\d$/.test(status))
}

const named = (operation: string, style: string, outcome: string, isFailed: boolean): CallNamed => ({
  operation: tidied(operation, operationMax),
  style: tidied(style, styleMax),
  outcome: tidied(outcome, outcomeMax),
  isFailed,
  isRefused: !isFailed && !isGood.test(outcome),
})

const isGood = /^(?:ok|OK|0|[123]\d\d)$/

/** What a row takes: so long, without what acts on a terminal or what no database keeps. */
export const tidied = (text: string, most: number): string => {
  const clean = text
    .slice(0, 2 * most)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '\ufffd')
  return (clean.length <= most ? clean : [...clean].slice(0, most).join('')) || '?'
}

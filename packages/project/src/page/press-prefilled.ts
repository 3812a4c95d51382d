import type { PageData, PageOperation, PageRole, PageStyle } from '@charter/page'
import { type FilledRequest, filledRequest } from './filled-request.ts'
import { isRefusal } from './is-refusal.ts'
import { openPage } from './open-page.ts'
import { prefilledFor } from './prefilled-for.ts'

export interface Pressed {
  readonly runs: number
  /** Each as a line: what was run, as whom, in which style, and what it was answered with. */
  readonly failed: readonly string[]
}

/**
 * Sends what the development page is filled in with, of every operation, as every role that is allowed, in every style; what is taken
 * away is so last. The body of an operation of the charter's own is for people to write, so `not-implemented` is no failure.
 */
export const pressPrefilled = async ({ url, pageUrl }: Pressable): Promise<Pressed> => {
  const headers = (await openPage(pageUrl)) ?? {}
  const answer = await fetch(`${url}/_charter/page.json`, { headers, signal: AbortSignal.timeout(timeoutMs) })
  const data = (await answer.json()) as PageData
  const failed: string[] = []
  let runs = 0
  for (const operation of data.operations.toSorted((a, b) => Number(isTaking(a)) - Number(isTaking(b))))
    for (const role of data.roles.filter(({ name }) => isAllowed(data, operation, name)))
      for (const { style, request } of requestsOf(data, operation, role)) {
        runs++
        const said = await sent({ url, headers }, style, request, role)
        if (said !== null)
          failed.push(`${operation.method} ${operation.path} as ${role.name} in ${style.name}: ${said.slice(0, 400)}`)
      }
  return { runs, failed }
}

interface Pressable {
  readonly url: string
  readonly pageUrl: string
}

const timeoutMs = 10_000

const isTaking = ({ method }: PageOperation): boolean => method === 'DELETE'

const isAllowed = ({ access }: PageData, { id }: PageOperation, role: string): boolean =>
  id === 'batch' || (access[role]?.[id] ?? 'no') !== 'no'

/** Each style sends its own row where there are several; one that is not there is not taken away. */
const requestsOf = (
  { styles }: PageData,
  operation: PageOperation,
  { name }: PageRole,
): readonly { readonly style: PageStyle; readonly request: FilledRequest }[] =>
  styles
    .filter((style) => typeof operation.requests[style.name] === 'object')
    .flatMap((style, number) => {
      const filled = prefilledFor(operation, name, number)
      const request = filled && filledRequest(style, filled.operation, filled.values)
      return request && typeof request === 'object' ? [{ style, request }] : []
    })

/** Null where it succeeded; else what was answered. */
const sent = async (
  { url, headers }: { readonly url: string; readonly headers: Readonly<Record<string, string>> },
  style: PageStyle,
  request: FilledRequest,
  { token }: PageRole,
): Promise<string | null> => {
  const authorization = `Bearer ${token}`
  const isRelayed = style.listener !== 'http'
  const answer = await fetch(isRelayed ? `${url}/_charter/relay/${style.name}` : `${url}${request.target}`, {
    method: isRelayed ? 'POST' : request.method,
    headers: isRelayed ? { 'content-type': 'application/json', ...headers } : { ...request.headers, authorization },
    ...(isRelayed
      ? {
          body: JSON.stringify({
            path: request.target,
            metadata: { ...request.headers, authorization },
            message: request.body ?? '{}',
          }),
        }
      : request.body !== null && { body: request.body }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await answer.text()
  if (/not.implemented/i.test(text)) return null
  return answer.ok && !isRefusal(text) && !(isRelayed && isRefusedThere(text)) ? null : `${answer.status} ${text}`
}

/** The relay answers 200 with the status of gRPC. */
const isRefusedThere = (text: string): boolean => {
  const { status } = JSON.parse(text) as { readonly status?: { readonly code?: number } }
  return (status?.code ?? 0) > 0
}

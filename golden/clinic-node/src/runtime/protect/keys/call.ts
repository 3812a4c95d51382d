import { setTimeout as wait } from 'node:timers/promises'

/** A request to a key provider. `body`: JSON or a form, as text. */
export interface KeyRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** An answer that says no: status and the provider's code, never its body, which may repeat what was sent. */
export class KeyProviderError extends Error {
  override readonly name = 'KeyProviderError'
  readonly status: number
  constructor(provider: string, status: number, code: string) {
    super(`${provider} answered ${status}${code === '' ? '' : ` (${code})`}`)
    this.status = status
  }
}

const timeoutMs = 5000
const bytesMax = 65_536
const triesMax = 3
const retryMs = 200

/**
 * Asks a key provider and gives its JSON. `make` makes the request anew for each try: signatures hold a time. Tried again on
 * a lost connection, 429 and 5xx, at most three times in all; no redirects; five seconds a try.
 */
export const callProvider = async (
  provider: string,
  make: () => KeyRequest | Promise<KeyRequest>,
  codeOf: (body: unknown) => string = () => '',
): Promise<Readonly<Record<string, unknown>>> => {
  for (let number = 1; ; number++) {
    const outcome = await attempt(provider, await make(), codeOf)
    if (!(outcome instanceof Error)) return outcome
    const isPassing = !(outcome instanceof KeyProviderError) || outcome.status === 429 || outcome.status >= 500
    if (!isPassing || number === triesMax) throw outcome
    await wait(retryMs * number)
  }
}

const attempt = async (
  provider: string,
  { url, ...request }: KeyRequest,
  codeOf: (body: unknown) => string,
): Promise<Readonly<Record<string, unknown>> | Error> => {
  try {
    const response = await fetch(url, { ...request, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    const body = parsed(await textOf(response))
    if (!response.ok) return new KeyProviderError(provider, response.status, response.status >= 500 ? '' : codeOf(body))
    if (typeof body !== 'object' || body === null)
      return new Error(`${provider} answered with something else than an object`)
    return body as Readonly<Record<string, unknown>>
  } catch (error) {
    return new Error(`${provider} cannot be reached: ${error instanceof Error ? reasonOf(error) : 'unknown'}`)
  }
}

const reasonOf = (error: Error): string =>
  (error.cause as { readonly code?: string } | undefined)?.code ??
  (error.name === 'TimeoutError' ? 'it did not answer in time' : error.name)

const textOf = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > bytesMax) throw new Error('too long an answer')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A text member of an answer; rejects where it is not there. */
export const memberOf = (provider: string, body: Readonly<Record<string, unknown>>, name: string): string => {
  const value = body[name]
  if (typeof value !== 'string' || value === '') throw new Error(`${provider} answered without ${name}`)
  return value
}

import { bodyText, type Json, parseExact } from '@charter/runtime'
import type { Answer } from './answer.ts'
import { askBare } from './ask-bare.ts'
import { type Ask, converse } from './converse.ts'
import type { Step } from './scenario.ts'

export interface AskOptions {
  readonly url: string
  readonly token: string | null
  /** What holds of every answer of REST is asked of it too. */
  readonly isRest: boolean
  /** Over HTTP/2, with trailers. */
  readonly isGrpc: boolean
  /** Where the service counts its statements; absent: where it is asked. */
  readonly countsAt?: string
}

const timeoutMs = 30_000

/** Beside what is held, after which it is tried anew: whoever came late of those may have been refused in the place of who asks. */
const silenceBesideHeldMs = 5000

/** Sends a step's request once. Rejects when nothing answers in 30 s. */
export const ask = async (
  { url, token }: Pick<AskOptions, 'url' | 'token'>,
  step: Step,
  path = step.path,
): Promise<Answer> => {
  if (step.bare) return askBare(url, step.bare, step.holds ? silenceBesideHeldMs : timeoutMs)
  if (step.turns) {
    const meanwhile: Ask = (asks) => ask({ url, token }, { ...asks, as: step.as, expect: {} })
    return converse(url + path, step.protocols, step.turns, meanwhile)
  }
  const sent =
    step.bytes === undefined
      ? (step.text ?? (step.body === undefined ? undefined : JSON.stringify(step.body)))
      : Buffer.from(step.bytes, 'base64')
  const response = await fetch(addressAt(url, path), {
    method: step.method,
    headers: {
      ...(token === null ? {} : credentialHeader(token, step.shows)),
      ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
      ...step.headers,
    },
    ...(sent === undefined ? {} : { body: sent }),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await bodyText(response)
  return { status: response.status, headers: Object.fromEntries(response.headers), body: parsed(text), text }
}

/** Below the service's, or at another port of its host: an answer, whose words a path may hold, sends nobody's token elsewhere. */
const addressAt = (url: string, path: string): string => {
  if (path.startsWith('/')) return url + path
  if (URL.canParse(path) && new URL(path).hostname === new URL(url).hostname) return path
  throw new Error(`"${path.slice(0, 200)}" is no address of the service at ${new URL(url).origin}`)
}

export const credentialHeader = (text: string, shows: Step['shows']): Readonly<Record<string, string>> => {
  const by = shows?.in ?? shows?.by
  if (by === 'saml' || by === 'body') return {}
  if (by === 'gateway') return { 'x-gateway-assertion': text }
  return by === 'api-key' ? { 'x-api-key': text } : { authorization: `Bearer ${text}` }
}

const parsed = (text: string): Json | undefined => {
  if (text === '') return undefined
  try {
    return parseExact(text)
  } catch {
    return undefined
  }
}

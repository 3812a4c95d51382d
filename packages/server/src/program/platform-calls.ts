import { bodyText } from '@charter/runtime'
import { z } from 'zod'
import type { Entities } from '../charter.gen.ts'
import { PlatformUnreachable } from './ask-platform.ts'

/** Calls of the API of a platform, as somebody: `POST projects`, `GET deployments/…`, below `/api/v1`. Rejects with PlatformRefused. */
export type PlatformCalls = <Body>(asked: string, body?: object) => Promise<Body>

/** The platform does not do what was asked; the message says what and why, for whoever asked. */
export class PlatformRefused extends Error {
  override readonly name = 'PlatformRefused'
  readonly why: string
  constructor(asked: string, why: string) {
    super(`${asked}: ${why}`)
    this.why = why
  }
}

export interface PlatformCallsOptions {
  readonly url: string
  /** Asked for each call: they are short. */
  readonly token: () => Promise<string>
}

const timeoutMs = 60_000

const problem = z.object({
  detail: z.string().optional(),
  errors: z.array(z.object({ path: z.string().optional(), message: z.string() })).optional(),
})

export const platformCalls = ({ url, token }: PlatformCallsOptions): PlatformCalls => {
  return async <Body>(asked: string, body?: object): Promise<Body> => {
    const [method = '', path = ''] = asked.split(' ')
    const response = await fetch(`${url}/api/v1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await token()}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((cause: unknown) => {
      throw new PlatformUnreachable(`${url} does not answer. Look whether the platform runs.`, { cause })
    })
    return answered(asked, response.status, await bodyText(response))
  }
}

/** What was answered to a call. Throws a PlatformRefused. */
export const answered = <Body>(asked: string, status: number, text: string): Body => {
  const answer: unknown = text === '' ? null : JSON.parse(text)
  if (status >= 300) throw new PlatformRefused(asked, whyOf(answer))
  // The platform's own contract says what it answers, and it is of the same version.
  return answer as Body
}

/** The first row that is listed; undefined where none is. */
export const firstOf = async <Name extends keyof Entities>(
  calls: PlatformCalls,
  listed: string,
): Promise<Entities[Name]['row'] | undefined> =>
  (await calls<{ readonly items: readonly Entities[Name]['row'][] }>(`GET ${listed}`)).items[0]

const whyOf = (answer: unknown): string => {
  const read = problem.safeParse(answer)
  if (!read.success) return 'it was refused.'
  const { detail, errors = [] } = read.data
  return errors.length > 0
    ? errors.map(({ path = '', message }) => `${path} ${message}`.trim()).join(' ')
    : (detail ?? 'it was refused.')
}

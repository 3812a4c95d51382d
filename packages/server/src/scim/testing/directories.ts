import { expect, vi } from 'vitest'
import { type Joined, tokenOf } from '../../people/testing/platform.ts'

export interface Told {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: what is asked of it says each test.
  readonly body: any
  readonly headers: Headers
}

/** What is asked of a platform: `POST /api/v1/roles {…}`. */
export type Asks = (asked: string, body?: object, headers?: Readonly<Record<string, string>>) => Promise<Told>

/** With a credential. */
export const asksWith =
  (url: string, credential: () => Promise<string>, type: string): Asks =>
  async (asked, body, more = {}) => {
    const [method = '', ...path] = asked.split(' ')
    const response = await fetch(`${url}${path.join(' ')}`, {
      method,
      headers: { authorization: `Bearer ${await credential()}`, ...(body && { 'content-type': type }), ...more },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers }
  }

/** As somebody who is signed in asks the API. */
export const asPerson = (url: string, { browser }: Joined): Asks =>
  asksWith(url, () => tokenOf(browser), 'application/json')

/** A key of a person, once it is taken. */
export const keyOf = async (url: string, person: Asks, grants: readonly string[]): Promise<string> => {
  const minted = await person('POST /api/v1/mint-key', { name: 'Directory', grants, days: 30 })
  expect([minted.status, minted.body]).toEqual([200, expect.objectContaining({ key: expect.stringMatching(/^ck_/) })])
  const shown = asksWith(url, async () => minted.body.key, 'application/json')
  await vi.waitFor(async () => expect((await shown('GET /api/v1/roles')).status).not.toBe(401), { timeout: 10_000 })
  return minted.body.key
}

/** As a directory asks, below the path of its organisation. */
export const asDirectory = (url: string, organisation: string, key: string): Asks => {
  const asks = asksWith(url, async () => key, 'application/scim+json; charset=utf-8')
  return (asked, body) => {
    const [method, path] = [asked.slice(0, asked.indexOf(' ')), asked.slice(asked.indexOf(' ') + 1)]
    return asks(`${method} /scim/v2/${organisation}${path}`, body)
  }
}

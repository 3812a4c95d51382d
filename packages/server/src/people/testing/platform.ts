import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Target } from '@charter/deploy'
import { keyProviderOf } from '@charter/runtime/service'
import { expect } from 'vitest'
import { openPlatform, type Platform } from '../../open-platform.ts'
import { codeOf } from './authenticator.ts'
import { type Visitor, visitor } from './visitor.ts'

/** A platform in a folder of its own, with nowhere to run releases; `close` removes it all. */
export const openTestPlatform = async (
  mode: 'development' | 'production',
  env: Readonly<Record<string, string>> = {},
  target: Target = nowhere,
): Promise<Platform & { readonly folder: string }> => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-people-'))
  const secret = Buffer.alloc(32, 7).toString('base64url')
  const platform = await openPlatform({
    folder,
    env: { CHARTER_MODE: mode, PORT: '0', CHARTER_SECRET: secret, TRUSTED_PROXIES: '127.0.0.1', ...env },
    keys: await keyProviderOf({ env: {}, mode: 'development', dataFolder: folder, nowMs: Date.now }),
    target,
  })
  return {
    ...platform,
    folder,
    close: () => platform.close().finally(() => rmSync(folder, { recursive: true })),
  }
}

/** Everything is healthy there at once, and nothing runs. */
const nowhere: Target = {
  rollOut: async ({ id }) => ({ address: `http://127.0.0.1:1/${id}` }),
  stop: async () => {},
  running: async () => [],
}

/** Who has come by a link, has a second factor, and is signed in. */
export interface Joined {
  readonly browser: Visitor
  readonly email: string
  readonly password: string
  /** Of the authenticator, in base32. */
  readonly secret: string
  /** Recovery codes. */
  readonly codes: readonly string[]
}

export const password = 'three quiet herons'

/** Follows a link to its end: e-mail, password, authenticator. The code of now is used then; the next is not. */
export const joinBy = async (link: string, email: string): Promise<Joined> => {
  const browser = visitor(link)
  const shown = await browser.post(link, { email, password })
  const secret = /<code>([A-Z2-7]+)<\/code>/.exec(shown.text)?.[1] ?? ''
  expect([shown.status, secret]).toEqual([200, expect.stringMatching(/./)])
  expect(await browser.post('/second-factor', { code: codeOf(secret) })).toMatchObject({ status: 303, location: '/' })
  return { browser, email, password, secret, codes: codesIn(shown.text) }
}

/** The recovery codes that a page shows. */
export const codesIn = (text: string): readonly string[] => text.match(/\b[b-z2-9]{4}(?:-[b-z2-9]{4}){3}\b/g) ?? []

/** The body of `POST /token`. */
export const tokenOf = async (browser: Visitor): Promise<string> => {
  const { status, text } = await browser.post('/token')
  expect([status, text]).toEqual([200, expect.stringContaining('access_token')])
  return JSON.parse(text).access_token
}

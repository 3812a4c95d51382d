import { deepStrictEqual, fail, strictEqual } from 'node:assert/strict'
import { inspect } from 'node:util'

/** Who runs the suite: a runner of tests, or a command. */
export interface Host {
  describe(name: string, body: () => void): unknown
  test(name: string, run: (context: Context) => unknown): unknown
  beforeAll(run: () => unknown): unknown
  afterAll(run: () => unknown): unknown
}

export interface Context {
  /** Ends the test, which says nothing then. */
  skip(why: string): unknown
}

let host: Host | null = null

/** Names the tests of `body` to a host. */
export const under = (given: Host, body: () => void): void => {
  const before = host
  host = given
  try {
    body()
  } finally {
    host = before
  }
}

const hosted = (): Host => host ?? fail('the suite is run by nobody')

/** A host may read its body later. */
export const describe: Host['describe'] = (name, body) => {
  const here = hosted()
  return here.describe(name, () => under(here, body))
}
export const test: Host['test'] = (...given) => hosted().test(...given)
export const beforeAll: Host['beforeAll'] = (...given) => hosted().beforeAll(...given)
export const afterAll: Host['afterAll'] = (...given) => hosted().afterAll(...given)

/** What is asked of a value, in the words of the runners that people know; `about` says which it is. */
export const expect = (value: unknown, about?: string) => ({
  toBe: (wanted: unknown) => strictEqual(value, wanted),
  toBeNull: () => strictEqual(value, null),
  toEqual: (wanted: unknown) =>
    about === undefined
      ? deepStrictEqual(plain(value), plain(wanted))
      : deepStrictEqual([about, plain(value)], [about, plain(wanted)]),
  toHaveLength: (wanted: number) => strictEqual((value as { readonly length: number }).length, wanted),
  toMatchObject: (wanted: unknown) => requireMatch(value, wanted),
  not: {
    toBe: (unwanted: unknown) => {
      if (Object.is(value, unwanted)) fail(`Nothing is to be ${inspect(value)}.`)
    },
  },
  rejects: {
    toMatchObject: async (wanted: unknown) => requireMatch(await reasonOf(value), wanted),
    toThrow: async (words?: string) => {
      const reason = await reasonOf(value)
      if (words !== undefined && !String(reason).includes(words)) fail(`${inspect(reason)} does not say "${words}".`)
    },
  },
})

const reasonOf = async (value: unknown): Promise<unknown> => {
  try {
    await (value as Promise<unknown>)
  } catch (reason) {
    return reason
  }
  return fail('It was to be refused, and was not.')
}

/** What is compared by its members alone. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain)
  if (value instanceof Map) return new Map([...value].map(([key, each]) => [key, plain(each)]))
  if (value === null || typeof value !== 'object' || value instanceof Set || value instanceof Uint8Array) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .map(([name, each]) => [name, plain(each)]),
  )
}

const requireMatch = (value: unknown, wanted: unknown): void => {
  if (!matches(value, wanted)) fail(`${inspect(value)} is not like ${inspect(wanted)}.`)
}

const matches = (value: unknown, wanted: unknown): boolean => {
  if (wanted === null || typeof wanted !== 'object') return Object.is(value, wanted)
  if (value === null || typeof value !== 'object') return false
  if (Array.isArray(wanted) && wanted.length !== (value as readonly unknown[]).length) return false
  return Object.entries(wanted).every(([name, each]) => matches((value as Record<string, unknown>)[name], each))
}

const pauseMs = 20

/** Asks again until it holds, or for so long. */
export const waitFor = async (ask: () => Promise<void>, { timeout }: { readonly timeout: number }): Promise<void> => {
  const end = performance.now() + timeout
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (performance.now() >= end) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

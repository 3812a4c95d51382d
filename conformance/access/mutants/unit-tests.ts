import { deepStrictEqual } from 'node:assert'

/**
 * As much of vitest as the unit tests of access use, so that they run again for each mutant in one process within
 * milliseconds. A run of them must be green on the source as it is before any mutant is believed.
 */
const collected: (() => unknown)[] = []

type Body = (...args: readonly never[]) => unknown

const each =
  (table: readonly unknown[]) =>
  (_name: string, body: Body): void => {
    // A row of a table is the list of a test's arguments.
    for (const row of table) collected.push(() => body(...((Array.isArray(row) ? row : [row]) as never[])))
  }

export const test = Object.assign((_name: string, body: Body): void => void collected.push(() => body()), { each })
export const describe = (_name: string, body: () => void): void => body()

/** Runs what has been collected since the last time; rejects with the first failure. */
export const runCollected = async (): Promise<number> => {
  const tests = collected.splice(0)
  for (const each of tests) await each()
  return tests.length
}

const fail = (why: string): never => {
  throw new Error(why)
}

const matches = (found: unknown, wanted: unknown): boolean => {
  if (typeof wanted !== 'object' || wanted === null) return Object.is(found, wanted)
  if (typeof found !== 'object' || found === null) return false
  const [held, asked] = [found as Record<string, unknown>, wanted as Record<string, unknown>]
  return Object.entries(asked).every(([name, value]) => matches(held[name], value))
}

/** `toEqual` does not tell an absent member from an undefined one. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => (each === undefined ? [] : [[name, plain(each)]])),
  )
}

export const expect = (found: unknown) => ({
  toBe: (wanted: unknown) => void (Object.is(found, wanted) || fail('toBe')),
  toEqual: (wanted: unknown) => deepStrictEqual(plain(found), plain(wanted)),
  toMatchObject: (wanted: unknown) => void (matches(found, wanted) || fail('toMatchObject')),
  toContain: (wanted: never) =>
    void ((typeof found === 'string' || Array.isArray(found) ? found.includes(wanted) : false) || fail('toContain')),
  toBeUndefined: () => void (found === undefined || fail('toBeUndefined')),
  toBeGreaterThan: (least: number) => void (Number(found) > least || fail('toBeGreaterThan')),
  toBeLessThan: (most: number) => void (Number(found) < most || fail('toBeLessThan')),
})

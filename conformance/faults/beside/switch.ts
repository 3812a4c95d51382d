import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'

// In each process of the tests: which guard is gone, and which the file of tests that runs passed, and mattered to it.

const gone = Number(process.env.CHARTER_FAULT ?? -1)
const into = process.env.CHARTER_FAULTS_INTO
const [passed, mattered] = [new Set<number>(), new Set<number>()]
const begun = performance.now()

Object.assign(globalThis, {
  __off: (guard: number) => {
    passed.add(guard)
    return guard !== gone
  },
  __told: (guard: number, value: unknown, is: boolean) => {
    if (Boolean(value) === is || value instanceof Promise) mattered.add(guard)
    return value
  },
  __given: (guard: number, value: unknown) => {
    if (value !== true) mattered.add(guard)
    return value
  },
})

if (into !== undefined)
  afterAll(() => {
    mkdirSync(into, { recursive: true })
    const { testPath } = expect.getState()
    const told = { file: testPath, ms: performance.now() - begun, passed: [...passed], mattered: [...mattered] }
    writeFileSync(join(into, `${process.pid}-${Math.round(begun)}.json`), JSON.stringify(told))
  })

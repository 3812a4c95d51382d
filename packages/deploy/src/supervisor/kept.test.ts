import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type InstanceSpec, usualLimits } from './instance-spec.ts'
import { type Kept, openKept } from './kept.ts'

let folder: string
let kept: Kept
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charter-kept-'))
  kept = openKept(folder, 3)
})
afterEach(() => {
  kept.close()
  rmSync(folder, { recursive: true })
})

const specOf = (environment: string): InstanceSpec => ({
  deployment: randomUUID(),
  environment,
  release: '/r',
  modules: '/m',
  variables: {},
  reaches: [],
  ranges: [],
  own: [],
  isBare: false,
  listeners: {},
  keepsRecord: false,
  limits: usualLimits,
})

/** It runs something from now on: gives its deployment. */
const runs = (environment: string): string => {
  kept.place(environment)
  const spec = specOf(environment)
  kept.keep({ spec, state: 'running', process: null })
  return spec.deployment
}

test('an environment that runs nothing keeps its place until somebody else needs it, and past the last place it is said so', () => {
  const [one] = [runs('one'), runs('two'), runs('three')]
  kept.keepPorts('one', { http: 8100 })
  expect(() => kept.place('four')).toThrow('3 environments run here')
  kept.forget(one)
  expect(kept.place('one')).toMatchObject({ seat: 0, ports: { http: 8100 } })
  expect(kept.place('four')).toEqual({ environment: 'four', seat: 0, ports: {} })
  runs('four')
  expect([...kept.takenPorts()]).toEqual([])
  expect(() => kept.place('one')).toThrow('3 environments run here')
})

test('a seat that is free is taken again before a new one', () => {
  const [, two] = [runs('one'), runs('two')]
  kept.forget(two)
  expect(kept.place('three').seat).toBe(2)
  // Nothing but the one that runs nothing has to go.
  expect(kept.place('four').seat).toBe(1)
})

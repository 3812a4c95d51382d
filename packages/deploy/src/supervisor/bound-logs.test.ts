import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { boundLogs } from './bound-logs.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charter-logs-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a log that is too long begins anew under who writes it, and its end is the one before', () => {
  const file = join(folder, 'one.log')
  const writer = openSync(file, 'a')
  writeSync(writer, `long ago ${'x'.repeat(10)}`)
  boundLogs(folder, 10)
  writeSync(writer, 'next')
  boundLogs(folder, 10)
  closeSync(writer)
  expect([readFileSync(file, 'utf8'), readFileSync(`${file}.before`, 'utf8')]).toEqual(['next', 'x'.repeat(10)])
})

test('a log that its writer made longer than any disk is cut', () => {
  const file = join(folder, 'one.log')
  closeSync(openSync(file, 'a'))
  truncateSync(file, 2 ** 40)
  boundLogs(folder, 10)
  expect([statSync(file).size, statSync(`${file}.before`).size]).toEqual([0, 10])
})

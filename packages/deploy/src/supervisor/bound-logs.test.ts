import { appendFileSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { boundLogs } from './bound-logs.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charter-logs-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a log that is too long begins anew under who writes it, and what it held is the one before', () => {
  const file = join(folder, 'one.log')
  const writer = openSync(file, 'a')
  writeSync(writer, 'x'.repeat(20))
  boundLogs(folder, 10)
  writeSync(writer, 'next')
  boundLogs(folder, 10)
  closeSync(writer)
  expect([readFileSync(file, 'utf8'), readFileSync(`${file}.before`, 'utf8')]).toEqual(['next', 'x'.repeat(20)])
  appendFileSync(file, 'y'.repeat(20))
  boundLogs(folder, 10)
  expect(readFileSync(`${file}.before`, 'utf8')).toBe(`next${'y'.repeat(20)}`)
})

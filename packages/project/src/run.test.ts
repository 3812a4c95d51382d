import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { endedText, runService } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'charter-run-'))
afterAll(() => rmSync(folder, { recursive: true }))

const error = {
  name: 'ProblemError',
  message: 'The service cannot be reached.',
  stack: ['at ours'],
  cause: {
    name: 'Error',
    message: 'no such table: t',
    code: 'ERR_SQLITE_ERROR',
    stack: ['at all (connection.ts:1:1)'],
  },
}
const lines = [
  { level: 'info', url: 'http://127.0.0.1:1' },
  { level: 'info', msg: 'request', requestId: 'seen by nobody' },
  { level: 'error', operation: 'T.list', requestId: 'r', error },
]

test('bugs and faults that a service logs are told to whoever runs it, and nothing else is', async () => {
  mkdirSync(join(folder, 'src'))
  const says = lines.map((line) => `console.log(${JSON.stringify(JSON.stringify(line))})`)
  writeFileSync(join(folder, 'src', 'main.ts'), `${says.join('\n')}\nsetInterval(() => {}, 1000)\n`)
  const told: string[] = []
  const service = await runService({ folder, port: 0, onLog: (line) => told.push(line) })
  await vi.waitUntil(() => told.length > 0, { timeout: 10_000 })
  await service.stop()
  expect(told).toEqual([
    'error  T.list  request r  ProblemError: The service cannot be reached., caused by Error: no such table: t ERR_SQLITE_ERROR at all (connection.ts:1:1)',
  ])
})

test('how a service ended is told as a shell counts it', () => {
  expect([0, 1, 9, 137, 143].map(endedText)).toEqual([
    'The service ended with status 0',
    'The service ended with status 1',
    'The service ended with status 9',
    'The service was ended by SIGKILL',
    'The service was ended by SIGTERM',
  ])
})

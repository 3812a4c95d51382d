import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { Fault } from '../call/service-log.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import { openLog } from './open-log.ts'

const logging = () => {
  const lines: string[] = []
  return { lines, log: openLog({ level: 'info', name: 'clinic', to: { write: (line) => void lines.push(line) } }) }
}

const ssn = '078-05-1120'
const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`

test('a bug is logged with its request and trace, where it was thrown and why, and without what its message quotes', () => {
  const { lines, log } = logging()
  const driver = Object.assign(new TypeError(`bad value\n    at ${ssn} (/tmp/${ssn}.ts:1:1)\nof ${ssn}`), {
    code: 'SQLITE_MISMATCH',
  })
  log.bug(new Error(`the SSN ${ssn} is odd`, { cause: driver }), {
    requestId: 'r1',
    traceparent,
    operation: 'Patient.create',
  })
  log.bug(new ProblemError(problem('internal', { cause: driver })))
  log.bug(`thrown as text: ${ssn}`)
  expect(lines.join('')).not.toContain('05-1120')
  const [line] = lines.map((each) => JSON.parse(each))
  expect(line).toMatchObject({
    level: 'error',
    service: 'clinic',
    requestId: 'r1',
    traceId: 'a'.repeat(32),
    operation: 'Patient.create',
    error: { name: 'Error', cause: { name: 'TypeError', code: 'SQLITE_MISMATCH' } },
  })
  expect(line.error.stack[0]).toMatch(/^at .*open-log\.test\.ts:\d+:\d+/)
})

test('a sentence that is ours is logged', () => {
  const { lines, log } = logging()
  log.bug(new Fault('The ledger cannot be reached: ECONNREFUSED.'))
  expect(JSON.parse(lines[0] ?? '').error.message).toBe('The ledger cannot be reached: ECONNREFUSED.')
})

test('standard output takes the log, and a level that leaves everything out', () => {
  const log = openLog({ level: 'silent', name: 'clinic' })
  log.bug(new Error('quiet'))
  expect(() => log.close()).not.toThrow()
})

test('who develops a service reads what its bodies say', () => {
  const lines: string[] = []
  const log = openLog({
    level: 'error',
    name: 'clinic',
    isDevelopment: true,
    to: { write: (line) => void lines.push(line) },
  })
  log.bug(new Error('boom: no such ward', { cause: new Error('because') }))
  expect(JSON.parse(lines[0] ?? '').error).toMatchObject({
    message: 'boom: no such ward',
    cause: { message: 'because' },
  })
})

test('a process whose log nobody reads goes on, and ends when it is told to', async () => {
  const program = `
    import { openLog } from ${JSON.stringify(import.meta.resolve('./open-log.ts'))}
    const log = openLog({ level: 'info', name: 'clinic' })
    const line = { style: 'rest', method: 'GET', route: '/', status: 200, ms: 1, requestId: 'r' }
    for (let at = 0; at < 20000; at++) log.request(line)
    for (let at = 0; at < 2000; at++) log.bug(new Error('boom'))
    await log.close()
    process.exit(7)`
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const status = await new Promise((resolve) => child.once('exit', resolve))
  child.stdout.destroy()
  expect(status).toBe(7)
}, 20_000)

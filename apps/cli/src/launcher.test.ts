import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'charter-launcher-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const bin = join(import.meta.dirname, '..', 'bin', 'charter.mjs')
const clinic = join(import.meta.dirname, '..', '..', '..', 'packages', 'charter', 'examples', 'clinic.yaml')

/** Processes that a process started, and those that these started. */
const below = (id: number): readonly number[] => {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === id)
  return children.flatMap((child) => [Number(child), ...below(Number(child))])
}

const parentOf = (id: string): number | null => {
  try {
    return Number(readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])
  } catch {
    // It has ended meanwhile.
    return null
  }
}

const launch = async (port: number, isSoFar: (said: string, launcher: ChildProcess) => boolean) => {
  const launcher = spawn(process.execPath, [bin, 'start', clinic, '--port', String(port)], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, GRPC_PORT: String(port + 5) },
  })
  let said = ''
  for (const stream of [launcher.stdout, launcher.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  const isOver = () => launcher.exitCode !== null || launcher.signalCode !== null
  await vi
    .waitUntil(() => isSoFar(said, launcher) || isOver(), { timeout: 180_000, interval: 20 })
    .catch(() => expect.fail(`Not so far after three minutes. It said:\n${said}`))
  if (isOver()) expect.fail(`Ended before it was so far. It said:\n${said}`)
  return launcher
}

/** The service is the third in the row: launcher, command line, service. */
const hasService = (_said: string, { pid }: ChildProcess): boolean =>
  below(pid ?? 0).some((id) => commandOf(id).includes('src/main.ts') && !commandOf(id).includes('apps/cli'))

const commandOf = (id: number): string => {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

const isReady = (said: string): boolean => said.includes('Ctrl-C stops everything')

test.each([
  ['launcher', 18_740],
  ['command', 18_750],
] as const)(
  'a %s that is killed leaves nothing behind',
  async (who, port) => {
    const launcher = await launch(port, isReady)
    const [command = 0, ...services] = below(launcher.pid ?? 0)
    expect(services).not.toEqual([])
    process.kill(who === 'launcher' ? (launcher.pid ?? 0) : command, 'SIGKILL')
    await vi.waitUntil(() => [command, ...services].every((id) => commandOf(id) === ''), {
      timeout: 20_000,
      interval: 50,
    })
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow()
  },
  360_000,
)

test('a service that is killed ends what started it, which says so', async () => {
  let said = ''
  const launcher = await launch(18_760, isReady)
  launcher.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const ended = new Promise<number | null>((resolve) => launcher.once('close', resolve))
  process.kill(below(launcher.pid ?? 0).at(-1) ?? 0, 'SIGKILL')
  expect(await ended).toBe(3)
  expect(said).toContain('The service was ended by SIGKILL.')
}, 360_000)

test('a client that never finishes its request does not keep up what is told to end', async () => {
  const launcher = await launch(18_770, isReady)
  const client = connect(18_770, '127.0.0.1').on('error', () => {})
  await new Promise<void>((resolve) => client.write('GET /healthz HTTP/1.1\r\nHost: x\r\nX: ', () => resolve()))
  const gone = new Promise((resolve) => client.once('close', resolve))
  const ended = new Promise<number | null>((resolve) => launcher.once('exit', resolve))
  launcher.kill('SIGTERM')
  await gone
  expect(await ended).toBe(0)
}, 360_000)

test.each([
  ['SIGINT', 'runs', isReady, 18_720],
  ['SIGTERM', 'is being started', hasService, 18_730],
] as const)(
  '%s to the launcher ends command line and service while the service %s',
  async (signal, _when, isSoFar, port) => {
    const launcher = await launch(port, isSoFar)
    const started = below(launcher.pid ?? 0)
    expect(started.length).toBeGreaterThan(1)
    const ended = new Promise<number | null>((resolve) => launcher.once('exit', resolve))
    launcher.kill(signal)
    expect(await ended).toBe(0)
    await vi.waitUntil(() => started.every((id) => parentOf(String(id)) === null || commandOf(id) === ''))
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow()
  },
  360_000,
)

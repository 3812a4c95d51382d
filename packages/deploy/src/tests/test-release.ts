import { spawn } from 'node:child_process'
import { realpath } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { privateFolder } from '@charter/runtime/settings/private-files'
import { releaseFolder } from '../machine/release-folder.ts'
import { isolationMissing, notApart } from '../sandbox/isolation-missing.ts'
import { type SandboxCommand, saidFile, testsCommand } from '../sandbox/sandbox.ts'
import { type RolledOut, type TestOptions, TestsEnded } from '../target.ts'
import { claimUser } from './claim-user.ts'
import { gatherTests, readLinesMax, type TestsOutcome } from './tests-outcome.ts'

export interface TestPlace {
  /** Where releases are laid down. */
  readonly folder: string
  /** Brings what the service in a folder depends on, and links it there as `node_modules`. */
  readonly install: (folder: string) => Promise<void>
}

/** Beside this file, also where both are bundled. */
const reporter = fileURLToPath(new URL(`./reporter${extname(import.meta.url)}`, import.meta.url))

const memoryBytesMax = 2 * 1024 ** 3
const outputBytesMax = 16 * 1024 ** 2

/** Runs the own tests of a release in a sandbox, which keeps nothing. Rejects with a TestsEnded where they come to no result. */
export const testRelease = async (
  { folder, install }: TestPlace,
  release: Pick<RolledOut, 'digest' | 'parts' | 'read'>,
  { signal, timeoutMs }: TestOptions,
): Promise<TestsOutcome> => {
  const missing = await isolationMissing()
  if (missing !== null) throw new TestsEnded(notApart(missing))
  privateFolder(join(folder, 'releases'))
  const laid = await releaseFolder(join(folder, 'releases'), release)
  await install(laid)
  signal.throwIfAborted()
  const modules = await realpath(join(laid, 'node_modules'))
  const claimed = process.getuid?.() === 0 ? await claimUser() : null
  const boxed = testsCommand({ release: laid, modules, reporter, user: claimed?.user ?? null, memoryBytesMax })
  return outcomeOf(boxed, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    timeoutMs,
    onClosed: () => claimed?.giveBack(),
  })
}

interface Running extends TestOptions {
  /** Nothing of them runs any more. */
  readonly onClosed: () => void
}

const outcomeOf = (
  { command, args, files }: SandboxCommand,
  { signal, timeoutMs, onClosed }: Running,
): Promise<TestsOutcome> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, [...args], {
      env: { PATH: '/usr/bin:/bin' },
      // Files that bubblewrap reads, and the one that the reporter writes (`saidFile`) after them.
      stdio: ['ignore', 'pipe', 'pipe', ...Object.keys(files).map(() => 'pipe' as const), 'pipe'],
      signal,
      killSignal: 'SIGKILL',
    })
    for (const [number, text] of Object.entries(files))
      (child.stdio[Number(number)] as Writable | null)?.on('error', () => {}).end(text)
    const end = (why: string): void => {
      reject(new TestsEnded(why))
      child.kill('SIGKILL')
    }
    const tests = gatherTests(() => end(`They printed more than ${readLinesMax} lines.`))
    const tooMuch = (): void => end(`They printed more than ${outputBytesMax / 1024 ** 2} MiB.`)
    const heard = (stream: Readable | null, take: (line: string) => void): void => {
      if (!stream) return
      bounded(stream, tooMuch)
      createInterface(stream).on('line', take)
    }
    heard(child.stdout, tests.printed)
    heard(child.stderr, tests.printed)
    heard(child.stdio[saidFile] as Readable | null, tests.told)
    child.once('error', (error) => {
      if (!signal.aborted) return end(`They could not be begun: ${error.message}`)
      const isLate = signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError'
      if (isLate) end(`They took longer than ${timeoutMs / 60_000} minutes.`)
      else reject(signal.reason)
    })
    child.once('close', (status) => {
      onClosed()
      const outcome = tests.outcome()
      // Where no test failed and yet it ends badly, something kept it from running them all.
      if (status !== 0 && outcome.failed === 0)
        end(`They ended with ${status ?? 'a signal'} before each was run. ${outcome.lines.slice(-3).join(' ')}`)
      else resolve(outcome)
    })
  })

/** Says so once a stream has given more than tests may print. */
const bounded = (stream: Readable, tooMuch: () => void): void => {
  let bytes = 0
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > outputBytesMax) tooMuch()
  })
}

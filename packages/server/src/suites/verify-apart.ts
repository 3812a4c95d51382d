import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { saidText } from '@charter/deploy'
import { nodeFlags } from '@charter/runtime/service'
import { heldRun, lineLengthMax, type RunTests, type TestsOptions, TestsRefused, type TestsRun } from './tests-run.ts'
import type { VerifyTold } from './verify-process.ts'

const program = fileURLToPath(new URL(`./verify-process${extname(import.meta.url)}`, import.meta.url))

/** Megabytes of JavaScript's heap. */
const heapMax = 1024

/**
 * What `charter verify` asks of a charter, of the service that the platform itself would serve of it: nothing that somebody wrote is run. It is
 * a process of its own all the same, so that a charter that takes much time or memory takes none of the platform's, and reads none of its
 * environment.
 */
export const verifyApart: RunTests = async ({ version: { text, lock } }, options) => {
  const folder = await mkdtemp(join(tmpdir(), 'charter-tests-'))
  const child = fork(program, [], {
    execArgv: [...nodeFlags, `--max-old-space-size=${heapMax}`],
    env: { PATH: '/usr/bin:/bin', HOME: folder, TMPDIR: folder },
    cwd: folder,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  try {
    child.send({ text, lock })
    return await toldBy(child, options)
  } finally {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

type Child = ReturnType<typeof fork>

const toldBy = (child: Child, { signal, timeoutMs, tell }: TestsOptions): Promise<TestsRun> =>
  new Promise((resolve, reject) => {
    const late = AbortSignal.timeout(timeoutMs)
    late.addEventListener('abort', () =>
      reject(new TestsRefused(`They took longer than ${timeoutMs / 60_000} minutes.`)),
    )
    signal.addEventListener('abort', () => reject(signal.reason))
    if (signal.aborted) reject(signal.reason)
    child.on('message', (message) => {
      const told = message as VerifyTold
      if ('line' in told) tell(saidText(told.line, lineLengthMax))
      else if ('refused' in told) reject(new TestsRefused(saidText(told.refused, 1000)))
      else resolve(heldRun(told.run))
    })
    child.once('error', reject)
    child.once('exit', () =>
      reject(
        new TestsRefused(
          'Its process ended before it came to a result: it may have needed more memory than there is for it.',
        ),
      ),
    )
  })

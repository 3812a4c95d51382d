import { spawn } from 'node:child_process'

/** There is no git on this machine. */
export class GitMissing extends Error {
  override readonly name = 'GitMissing'
}

/** What git refuses; the message is what it said. */
export class GitFailed extends Error {
  override readonly name = 'GitFailed'
}

const timeoutMs = 120_000
const outputMax = 100_000

/**
 * Runs git in a repository, and gives what it printed. Settings of this machine and of its users count for nothing, and no hooks of the
 * repository are run: whoever writes into it has no code run by the platform. Rejects with a GitMissing or a GitFailed.
 */
export const git = (gitFolder: string, args: readonly string[], input: Iterable<Uint8Array> = []): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn('git', [...settings, ...args], {
      env: {
        PATH: process.env.PATH ?? '/usr/bin:/bin',
        GIT_DIR: gitFolder,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_TERMINAL_PROMPT: '0',
        GIT_NO_LAZY_FETCH: '1',
        GIT_ALLOW_PROTOCOL: '',
        LC_ALL: 'C',
      },
      cwd: '/',
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    let said = ''
    let failed = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said = `${said}${chunk}`.slice(0, outputMax)
    })
    child.stderr.on('data', (chunk: Buffer) => {
      failed = `${failed}${chunk}`.slice(0, outputMax)
    })
    child.once('error', (error: NodeJS.ErrnoException) => reject(error.code === 'ENOENT' ? new GitMissing() : error))
    child.once('close', (status) => (status === 0 ? resolve(said.trim()) : reject(new GitFailed(failed.trim()))))
    child.stdin.on('error', () => {})
    for (const bytes of input) child.stdin.write(bytes)
    child.stdin.end()
  })

const settings = [
  ...['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', '-c', 'gc.auto=0', '-c', 'commit.gpgSign=false'],
]

import { spawn } from 'node:child_process'

/** There is no git on this machine. */
export class GitMissing extends Error {
  override readonly name = 'GitMissing'
}

/** What git refuses; the message is what it said. */
export class GitFailed extends Error {
  override readonly name = 'GitFailed'
}

/** A release is written in a second or two. */
const longestMs = 60_000
const outputMax = 100_000

/**
 * Runs git's plumbing in a repository, and gives what it printed: nothing that reads how somebody likes to be shown things. Settings of this
 * machine and of its users count for nothing, and no program that the repository names is run: whoever writes into it has no code run by the
 * platform. What does not end is killed, with whatever it began. Rejects with a GitMissing or a GitFailed.
 */
export const git = (
  gitFolder: string,
  args: readonly string[],
  input: Iterable<Uint8Array> = [],
  timeoutMs = longestMs,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn('git', [...settings, ...args], { env: environmentOf(gitFolder), cwd: '/', detached: true })
    let said = ''
    let failed = ''
    const timer = setTimeout(() => {
      failed = 'It takes too long.'
      endGroup(child.pid)
    }, timeoutMs)
    child.stdout.on('data', (chunk: Buffer) => {
      said = `${said}${chunk}`.slice(0, outputMax)
    })
    child.stderr.on('data', (chunk: Buffer) => {
      failed = `${failed}${chunk}`.slice(0, outputMax)
    })
    child.once('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer)
      reject(error.code === 'ENOENT' ? new GitMissing() : error)
    })
    child.once('close', (status) => {
      clearTimeout(timer)
      if (status === 0) resolve(said.trim())
      else reject(new GitFailed(failed.trim()))
    })
    child.stdin.on('error', () => {})
    for (const bytes of input) child.stdin.write(bytes)
    child.stdin.end()
  })

const endGroup = (pid: number | undefined): void => {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    // It ended by itself.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const environmentOf = (gitFolder: string): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH ?? '/usr/bin:/bin',
  GIT_DIR: gitFolder,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_GRAFT_FILE: '/dev/null',
  GIT_ALLOW_PROTOCOL: '',
  LC_ALL: 'C',
})

/** Whatever a repository says of programs: none. */
const settings = [
  ...['core.hooksPath=/dev/null', 'core.fsmonitor=false', 'core.pager=cat', 'core.logAllRefUpdates=false'],
  ...['core.sshCommand=/bin/false', 'core.askPass=/bin/false', 'core.editor=/bin/false', 'core.alternateRefsCommand='],
  ...['gpg.program=/bin/false', 'gpg.ssh.program=/bin/false', 'gpg.x509.program=/bin/false'],
  ...['log.showSignature=false', 'commit.gpgSign=false', 'gc.auto=0', 'maintenance.auto=false', 'protocol.allow=never'],
].flatMap((each) => ['-c', each])

import { spawn } from 'node:child_process'
import { ProblemError, problem } from '@charter/runtime'

/** Of one table. */
const outputBytesMax = 512 * 1024 * 1024

export interface ProgramOptions {
  readonly env?: Readonly<Record<string, string>>
  /** How it is called where it is to be had. */
  readonly package: string
}

/**
 * What a program of somebody else's writes. Rejects with a ProblemError (`unavailable`) where it is not there, and with the first line of
 * its own words where it ends with anything but 0.
 */
export const runProgram = (
  name: string,
  args: readonly string[],
  { env = {}, package: of }: ProgramOptions,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(name, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    const [written, said]: [Buffer[], Buffer[]] = [[], []]
    let bytes = 0
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > outputBytesMax) child.kill()
      else written.push(chunk)
    })
    child.stderr.on('data', (chunk: Buffer) => said.push(chunk))
    child.on('error', () => reject(missing(`${name} is not here. Install ${of}, which has it.`)))
    child.on('close', (code) => {
      if (bytes > outputBytesMax) reject(new Error(`${name} wrote more than ${outputBytesMax} bytes of one table.`))
      else if (code !== 0) reject(new Error(Buffer.concat(said).toString('utf8').split('\n')[0]))
      else resolve(Buffer.concat(written).toString('utf8'))
    })
  })

const missing = (sentence: string): ProblemError =>
  new ProblemError(problem('unavailable', { cause: new Error(sentence) }))

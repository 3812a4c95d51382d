import { closeSync, existsSync, openSync } from 'node:fs'
import { request } from 'node:http'
import { extname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { privateFolder } from '@charter/runtime/settings/private-files'
import { type Ended, NotRolledOut } from '../target.ts'
import type { InstanceSpec } from './instance-spec.ts'
import { keptFile } from './kept.ts'
import { ProgramEnded, startProgram } from './start-program.ts'

/** Asks the supervisor of a folder, and starts it where there is none. */
export interface SupervisorClient {
  /** Ports by listener. Rejects with NotRolledOut where it did not get healthy. */
  rollOut(spec: InstanceSpec): Promise<Readonly<Record<string, number>>>
  stop(deployment: string): Promise<void>
  /** The deployments that are there. */
  deployments(): Promise<readonly string[]>
  /** Those of them that took more of the disk than they may, and were ended. */
  overfull(): Promise<readonly Ended[]>
  /** Ends every service and the supervisor; the next one begins them again. */
  end(): Promise<void>
}

export const supervisorOf = (folder: string): SupervisorClient => {
  /** Whoever was asked may be gone before it answers: what is asked may be asked again. */
  const asked = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    for (const deadlineMs = Date.now() + answerMs; ; ) {
      const answer = await ask(folder, method, path, body).catch((error: unknown) => {
        if (error instanceof Refused || error instanceof NotRolledOut || Date.now() > deadlineMs) throw error
        return null
      })
      if (answer) return answer
      await startSupervisor(folder)
    }
  }
  return {
    rollOut: async (spec) => (await asked('POST', '/deployments', spec)).ports ?? {},
    stop: async (deployment) => {
      await asked('DELETE', `/deployments/${deployment}`)
    },
    end: async () => {
      // What a supervisor began that was killed, the next one ends.
      if (existsSync(join(folder, keptFile))) await asked('DELETE', '/')
    },
    deployments: async () => {
      const found = await asked('GET', '/deployments')
      return (found as unknown as readonly { readonly deployment: string }[]).map(({ deployment }) => deployment)
    },
    overfull: async () => (await asked('GET', '/overfull')) as unknown as readonly Ended[],
  }
}

interface Answer {
  readonly ports?: Readonly<Record<string, number>>
  readonly failed?: string
  readonly lastWords?: string | null
}

/** Longer than a service may take to get healthy, and the one before it to end. */
const answerMs = 180_000

const ask = async (folder: string, method: string, path: string, body?: unknown): Promise<Answer> => {
  const control = controlIn(folder)
  return exchanged(control.path, method, path, body).finally(control.close)
}

/** 108 bytes are what the path of a socket may have (unix(7)): by the number of its open folder it is short wherever that is. */
const controlIn = (folder: string): { readonly path: string; close(): void } => {
  const path = join(folder, 'control')
  if (Buffer.byteLength(path) < 108) return { path, close: () => {} }
  const opened = openSync(folder, 'r')
  return { path: `/proc/self/fd/${opened}/control`, close: () => closeSync(opened) }
}

const exchanged = (socketPath: string, method: string, path: string, body?: unknown): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const asking = request({ socketPath, method, path, timeout: answerMs, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => {
        const answer = JSON.parse(Buffer.concat(chunks).toString()) as Answer
        if (response.statusCode === 200) resolve(answer)
        else reject(refusalIn(answer))
      })
    })
    asking.once('error', reject)
    asking.once('timeout', () => asking.destroy(new Refused('The supervisor did not answer in time.')))
    asking.end(body === undefined ? undefined : JSON.stringify(body))
  })

const refusalIn = ({ failed = 'It could not be done.', lastWords }: Answer): Error =>
  lastWords === undefined ? new Refused(failed) : new NotRolledOut(failed, lastWords)

/** It answered, and does not do it. */
class Refused extends Error {
  override readonly name = 'Refused'
}

/** Beside this file, also where both are bundled. */
const program = fileURLToPath(new URL(`./supervise${extname(import.meta.url)}`, import.meta.url))
/** What was on its way when the one before it was killed ends first. */
const startMs = 60_000
/** It says so where there is another one. */
const otherStatus = 4
const otherMs = 200

/** Resolves once it answers. */
const startSupervisor = async (folder: string): Promise<void> => {
  privateFolder(folder)
  const log = openSync(join(folder, 'supervisor.log'), 'a', 0o600)
  const env = { PATH: process.env.PATH ?? '' }
  try {
    const { stdin } = await startProgram({ program, words: [folder], log, env, startMs })
    stdin.end()
  } catch (error) {
    // Another one has the folder, and may not listen yet.
    if (error instanceof ProgramEnded && error.status === otherStatus) return await setTimeout(otherMs)
    throw new Error(`The supervisor does not start. ${join(folder, 'supervisor.log')} says why.`, { cause: error })
  } finally {
    closeSync(log)
  }
}

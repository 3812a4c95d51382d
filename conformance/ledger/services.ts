import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  generateService,
  installNodeModules,
  loadCharter,
  requireSound,
  whereItListens,
  writeTree,
} from '@charter/project'
import { registerHealth, registerMetrics } from '@charter/runtime/service'
import { serveStyles } from '@charter/styles/serve'
import { onTestFinished, vi } from 'vitest'
import { open } from '../../packages/service/src/testing/clinic.ts'
import { clinicAccepting } from '../../packages/service/src/testing/sign-in.ts'
import { keptCompiled } from '../kept-compiled.ts'

/** A service that a test started: where it answers, and how it is shut down in good order. */
export interface Started {
  readonly url: string
  close(): Promise<void>
}

/** `folder`: for what the service keeps. `env`: beside where that is. */
export type Start = (folder: string, env: Readonly<Record<string, string>>) => Promise<Started>

const text = clinicAccepting('jwt').replace(/^serves: .*$/m, 'serves: [rest]')

export const inProcess: Start = async (folder, env) => {
  vi.stubEnv('HOSTNAME', env.HOSTNAME ?? '')
  onTestFinished(() => void vi.unstubAllEnvs())
  // What it says of a ledger that is away is no bug.
  const opened = await open({ text, folder, env, onBug: () => {} })
  const { service, derived } = opened
  const served = await serveStyles(derived.styles, service, {
    host: '127.0.0.1',
    port: 0,
    extend: (app) => {
      registerMetrics(app, service)
      registerHealth(app, service)
    },
  })
  return {
    url: served.url,
    close: async () => {
      await served.close()
      await opened.close()
    },
  }
}

/** Generates the service once for all tests that start it, in this folder. */
export const generatedIn = async (within: string): Promise<Start> => {
  const source = join(within, 'charter')
  await mkdir(source)
  await writeFile(join(source, 'charter.yaml'), text)
  const loaded = await loadCharter(source)
  const cwd = join(within, 'service')
  await writeTree(cwd, (await generateService(requireSound(loaded), 'node', loaded)).files)
  await installNodeModules(cwd)
  return async (folder, env) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/main.ts'], {
      cwd,
      env: {
        ...keptCompiled(),
        PATH: process.env.PATH ?? '',
        PORT: '0',
        CHARTER_MODE: 'development',
        CHARTER_DATA: folder,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    onTestFinished(() => {
      child.kill('SIGKILL')
    })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    const ended = once(child, 'close')
    const listening = await Promise.race([whereItListens(child.stdout), ended.then(() => null)])
    if (!listening) throw new Error(said)
    return {
      url: listening.url,
      close: async () => {
        child.kill('SIGTERM')
        await ended
      },
    }
  }
}

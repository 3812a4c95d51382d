import type { Target } from '@charter/deploy'
import { type KeyProvider, keyProviderOf } from '@charter/runtime/service'
import { openPlatform, type Platform } from '../../open-platform.ts'
import { tokenOf } from '../../people/testing/platform.ts'
import type { Visitor } from '../../people/testing/visitor.ts'
import { deployCharter } from '../../program/deploy-charter.ts'
import { type PlatformCalls, platformCalls } from '../../program/platform-calls.ts'
import type { Generate } from '../../versions/generate.ts'

/** Where everything is healthy at once; it knows what it was given. */
export const memoryTarget = (): Target & { readonly there: Set<string> } => {
  const there = new Set<string>()
  return {
    there,
    rollOut: async ({ id }) => {
      there.add(id)
      return { address: `http://127.0.0.1:1/${id}` }
    },
    stop: async (id) => void there.delete(id),
    running: async () => [...there],
  }
}

/** A service that is generated has nine hundred files. */
const small: Generate = async ({ text }) => ({
  files: [{ path: 'service.txt', text: `The service of ${text}` }],
  findings: [],
})

/** A platform in production on a folder that stays when it is closed. */
export const openOn = async (
  folder: string,
  target: Target,
  env: Readonly<Record<string, string>> = {},
  generate: Generate = small,
): Promise<Platform> => openWith({ folder, target, env, generate, keys: await keysIn(folder) })

/** A key service of one's own: it keeps its key in a folder. */
export const keysIn = (dataFolder: string): Promise<KeyProvider> =>
  keyProviderOf({ env: {}, mode: 'development', dataFolder, nowMs: Date.now })

export interface OpenWith {
  readonly folder: string
  readonly target: Target
  readonly env: Readonly<Record<string, string>>
  readonly keys: KeyProvider
  readonly generate?: Generate
}

/** The same, with a key service that others may have too. */
export const openWith = ({ env, generate = small, ...options }: OpenWith): Promise<Platform> =>
  openPlatform({
    ...options,
    env: {
      CHARTER_MODE: 'production',
      PORT: '0',
      CHARTER_SECRET: Buffer.alloc(32, 7).toString('base64url'),
      TRUSTED_PROXIES: '127.0.0.1',
      ...env,
    },
    generate,
  })

/** Calls of whoever is signed in there, for as long as a token holds. */
export const callsOf = (url: string, browser: Visitor): PlatformCalls => {
  const token = tokenOf(browser)
  return platformCalls({ url, token: () => token })
}

const notes = `charter: 1
name: notes
title: Notes
access: { roles: [clerk] }
sources: { main: { own: sqlite } }
entities:
  Note:
    key: id
    fields: { id: { type: uuid, default: generated }, text: { type: text, length: 1..200 } }
    allow: { clerk: { do: [create, read, list] } }
`

/** An organisation with a project that was deployed as whoever has a charter does it. */
export const deploy = async (calls: PlatformCalls): Promise<string> => {
  await calls('POST organisations', { id: 'acme', name: 'Acme' })
  const deployed = await deployCharter(calls, {
    project: { name: 'notes', title: 'Notes' },
    environment: 'local',
    isAlone: true,
    text: notes,
    reason: 'A try.',
  })
  if (deployed.state !== 'healthy') throw new Error(deployed.sentence)
  return deployed.deployment.id
}

/** Likewise, with a secret in its environment. Gives the deployment. */
export const settle = async (calls: PlatformCalls): Promise<string> => {
  const id = await deploy(calls)
  const [environment] = (await calls<{ readonly items: readonly { readonly id: string }[] }>('GET environments')).items
  await calls('POST secrets', { environmentId: environment?.id, name: 'API_KEY', value: 'a-canary' })
  return id
}

import { join } from 'node:path'
import type { Target } from '@charter/deploy'
import { keyProviderOf } from '@charter/runtime/service'
import { digestOf, folderBlobs } from '../../blobs/blobs.ts'
import { openPlatform, type Platform } from '../../open-platform.ts'
import { tokenOf } from '../../people/testing/platform.ts'
import type { Visitor } from '../../people/testing/visitor.ts'
import { deployCharter } from '../../program/deploy-charter.ts'
import { type PlatformCalls, platformCalls } from '../../program/platform-calls.ts'

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

/** A platform in production on a folder that stays when it is closed. */
export const openOn = async (
  folder: string,
  target: Target,
  env: Readonly<Record<string, string>> = {},
): Promise<Platform> =>
  openPlatform({
    folder,
    env: {
      CHARTER_MODE: 'production',
      PORT: '0',
      CHARTER_SECRET: Buffer.alloc(32, 7).toString('base64url'),
      TRUSTED_PROXIES: '127.0.0.1',
      ...env,
    },
    keys: await keyProviderOf({ env: {}, mode: 'development', dataFolder: folder, nowMs: Date.now }),
    target,
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

/** An organisation with a project, an environment and a secret. */
const found = async (calls: PlatformCalls): Promise<Founded> => {
  await calls('POST organisations', { id: 'acme', name: 'Acme' })
  const { id: projectId } = await calls<Made>('POST projects', { name: 'notes', title: 'Notes', isReviewed: false })
  const { id: versionId } = await calls<Made>('POST versions', { projectId, text: notes })
  await calls(`POST versions/${versionId}/submit`)
  await calls(`POST versions/${versionId}/accept`)
  const { id: environmentId } = await calls<Made>('POST environments', { projectId, name: 'local', approvals: 0 })
  await calls('POST secrets', { environmentId, name: 'API_KEY', value: 'a-canary' })
  return { versionId, environmentId }
}

interface Made {
  readonly id: string
}

interface Founded {
  readonly versionId: string
  readonly environmentId: string
}

/** Found, with a release of three small blobs that is deployed there: made in a moment, where `makeRelease` generates a service. */
export const settle = async (
  { service }: Pick<Platform, 'service'>,
  folder: string,
  calls: PlatformCalls,
): Promise<string> => {
  const { versionId, environmentId } = await found(calls)
  const blobs = folderBlobs(join(folder, 'blobs'))
  const parts = await Promise.all(
    ['one', 'two', 'three'].map(async (path) => ({
      path,
      digest: await blobs.put(Buffer.from(path)),
      size: path.length,
    })),
  )
  const [releaseId, id] = ['01a22c5b-0000-7000-8000-000000000001', '01a22c5b-0000-7000-8000-000000000002']
  const made = { organisationId: 'acme', digest: digestOf(Buffer.from('release')) }
  const at = '2026-11-30T12:00:00.123456Z'
  await service.store.transaction(async (on) => {
    await on.insert('Release', { ...made, id: releaseId, versionId, parts, madeBy: 'ann', madeAt: at })
    await on.insert('Deployment', {
      ...{ ...made, id, releaseId, environmentId, reason: 'A try.', approvals: 0, replacesId: null },
      ...{ changes: ['The first version: Note.'], requestedBy: 'ann', requestedAt: at, state: 'healthy' },
      ...{ releaseDigest: made.digest, settingsDigest: made.digest, address: 'http://127.0.0.1:1' },
    })
  })
  return id
}

/** Found, and deployed as whoever has a charter does it. */
export const deploy = async (calls: PlatformCalls): Promise<void> => {
  await calls('POST organisations', { id: 'acme', name: 'Acme' })
  await deployCharter(calls, {
    project: { name: 'notes', title: 'Notes' },
    environment: 'local',
    isAlone: true,
    text: notes,
    reason: 'A try.',
  })
}

import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { KeyRecord } from '@charter/runtime'
import {
  type Environment,
  type KeyWork,
  keyProviderOf,
  keyringOf,
  openedLog,
  type Resealed,
  resealRows,
  rewrapKeys,
  rotateKeys,
} from '@charter/runtime/service'
import { type Derived, openSource } from '@charter/service'
import { servicePlace } from './service-place.ts'

export interface KeysOptions {
  readonly derived: Derived
  /** The service's folder: its data lies in `.charter/data`, unless `CHARTER_DATA` says otherwise. */
  readonly folder: string
  readonly env: Environment
}

/** The keys of a service, none of them in the clear, and who wraps new ones. */
export interface KeysStatus {
  /** Null: the service has not run here, and nobody has wrapped any. */
  readonly provider: string | null
  readonly keys: readonly Omit<KeyRecord, 'wrapped'>[]
  /** A change of keys is under way: `charter keys rotate --resume` goes on with it. */
  readonly isResealing: boolean
}

/** Where the service never ran there are none, and nothing is made to see that. */
export const keysStatus = async (options: KeysOptions): Promise<KeysStatus> => {
  const { databaseUrl } = placeOf(options)
  if (databaseUrl.startsWith('file:') && !existsSync(databaseUrl.slice('file:'.length)))
    return { provider: null, keys: [], isResealing: false }
  return withKeys(options, async ({ state, provider }) => ({
    provider: provider.describe(),
    keys: (await state.readKeys()).map(({ wrapped: _, ...key }) => key),
    isResealing: (await state.readJob('reseal')) !== null,
  }))
}

export interface RotateOptions extends KeysOptions {
  /** No replica runs, so that new keys are used at once. */
  readonly isOffline: boolean
  /** Goes on with a change that was begun; makes no new keys. */
  readonly isResumed: boolean
  readonly onStep: (step: string) => void
}

/** New keys, then everything sealed anew with them. Waits in between until running replicas know the keys. */
export const rotateServiceKeys = (options: RotateOptions): Promise<Resealed> =>
  withKeys(options, async (work) => {
    if (!options.isResumed) await rotateKeys(work, options.isOffline ? 0 : undefined)
    const activeFromMs = Math.max(0, ...(await work.state.readKeys()).map((key) => key.activeFromMs))
    const waitMs = activeFromMs - work.nowMs()
    if (waitMs > 0) {
      options.onStep(`Waiting ${Math.ceil(waitMs / 1000)} s until every replica knows the new keys`)
      await wait(waitMs + 10)
    }
    return resealRows(work, (rows) => options.onStep(`${rows} rows sealed anew`))
  })

/** Every key wrapped anew; `from`: the `CHARTER_KEYS` of the provider that wrapped them. */
export const rewrapServiceKeys = (options: KeysOptions & { readonly from?: string }): Promise<number> =>
  withKeys(options, async (work, at) =>
    rewrapKeys(work, options.from === undefined ? work.provider : await keyProviderOf(at, options.from)),
  )

/** The lines of a log of the service's record, opened where they are sealed at rest. Rejects where one is altered or its key cannot be had. */
export const openServiceLog = (options: KeysOptions & { readonly file: string }): Promise<readonly string[]> =>
  withKeys(options, async ({ model, state, provider, nowMs }) => {
    const keyring = keyringOf({ state, provider, service: model.name, nowMs })
    return openedLog(options.file, keyring).finally(() => keyring.close())
  })

type KeyConfig = Parameters<typeof keyProviderOf>[0]

const placeOf = ({ derived, folder, env }: KeysOptions) => {
  const { dataFolder, databaseUrl } = servicePlace(derived, folder, env)
  const mode = env.CHARTER_MODE === 'production' ? ('production' as const) : ('development' as const)
  const at: KeyConfig = { env, mode, dataFolder, nowMs: Date.now }
  return { at, dataFolder, databaseUrl }
}

const withKeys = async <Result>(
  options: KeysOptions,
  work: (work: KeyWork, at: KeyConfig) => Promise<Result>,
): Promise<Result> => {
  const { derived } = options
  const { at, dataFolder, databaseUrl } = placeOf(options)
  const provider = await keyProviderOf(at)
  const opened = await openSource(derived, { url: databaseUrl, dataFolder })
  try {
    const { model, plans } = derived
    const store = opened.store(model, plans)
    return await work({ model, store, state: opened.state, provider, nowMs: Date.now }, at)
  } finally {
    await opened.close()
  }
}

import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { ProblemError, problem } from '../problem/problem.ts'
import type { KeyRecord, ProtectedState } from '../store/state.ts'
import type { OpenKey } from './envelope.ts'
import type { KeyProvider } from './keys/provider.ts'

/** The keys of a service: read from its state, unwrapped by the provider, kept in memory for a bounded time. */
export interface Keyring {
  /** Makes the first keys where there are none. Not inside a transaction. Rejects with `unavailable`. */
  prepare(): Promise<void>
  /** The key to seal with now. Rejects with `unavailable`, as the others do. */
  dataKey(): Promise<OpenKey>
  /** Keys by their ids, also retired ones. */
  dataKeys(ids: Iterable<string>): Promise<ReadonlyMap<string, OpenKey>>
  /** The key to make indexes with now, first; then the others whose indexes may still be there. */
  indexKeys(): Promise<readonly [OpenKey, ...OpenKey[]]>
  /** The one key that keys of files are wrapped by and their names are made with; it stays. */
  fileKey(): Promise<OpenKey>
  /** The key to seal lines of the record with now. */
  logKey(): Promise<OpenKey>
  /** Forgets every key. */
  close(): void
}

export interface KeyringOptions {
  readonly state: Pick<ProtectedState, 'readKeys' | 'insertKey'>
  readonly provider: KeyProvider
  /** The charter's name: wrapped keys are bound to it. */
  readonly service: string
  readonly nowMs: () => number
  /** Files are sealed too. */
  readonly hasFiles?: boolean
  /** So are the lines of the record. */
  readonly hasLog?: boolean
}

/** No provider that is back brings it: the state is one of before, or whoever wrote the text made its name up. */
export class KeyMissing extends Error {
  override readonly name = 'KeyMissing'

  constructor(id: string) {
    super(`there is no key ${id}: the state lacks it`)
  }
}

/** A new key is used from this long after it was made, when every replica has read the list again. */
export const settleMs = 60_000

/** How long an unwrapped key is used without the provider: while it is down, protected fields go on that long. */
const keptMs = 600_000
/** How long the list of keys is taken as it was read. New keys wait longer than this before they are used. */
const listMs = 20_000
/** How long after a failure the provider is left alone. */
const retryMs = 3000
export const keyBytes = 32

export const keyringOf = (options: KeyringOptions): Keyring => {
  const { state, nowMs } = options
  const opened = new Map<string, { readonly key: KeyObject; readonly openedAtMs: number }>()
  const opening = new Map<string, Promise<KeyObject>>()
  let records: readonly KeyRecord[] = []
  let readAtMs = Number.NEGATIVE_INFINITY
  let failure: { readonly error: unknown; readonly atMs: number } | null = null

  const list = async (): Promise<readonly KeyRecord[]> => {
    if (records.length > 0 && nowMs() - readAtMs < listMs) return records
    records = await state.readKeys()
    readAtMs = nowMs()
    return records
  }

  const forget = (): void => {
    for (const [id, { openedAtMs }] of opened) if (nowMs() - openedAtMs >= keptMs) opened.delete(id)
  }
  // Keys go also when nobody asks for one. What held the key's bytes is cleared with its KeyObject.
  const timer = setInterval(forget, 30_000)
  timer.unref()

  const unwrapOnce = async (record: KeyRecord): Promise<KeyObject> => {
    const known = opening.get(record.id)
    if (known) return known
    // Not every call waits for the time-outs of a provider that is down.
    if (failure && nowMs() - failure.atMs < retryMs) throw failure.error
    const unwrapping = unwrap(options, record)
      .then((key) => {
        opened.set(record.id, { key, openedAtMs: nowMs() })
        failure = null
        return key
      })
      .catch((error: unknown) => {
        failure = { error, atMs: nowMs() }
        throw error
      })
      .finally(() => opening.delete(record.id))
    opening.set(record.id, unwrapping)
    return unwrapping
  }

  const open = async (record: KeyRecord): Promise<OpenKey> => {
    const known = opened.get(record.id)
    const ageMs = known ? nowMs() - known.openedAtMs : Number.POSITIVE_INFINITY
    if (!known || ageMs >= keptMs) return { id: record.id, key: await unwrapOnce(record) }
    // Asked for anew before it has to go, so that a short outage of the provider is not noticed.
    if (ageMs >= keptMs / 2) unwrapOnce(record).catch(() => {})
    return { id: record.id, key: known.key }
  }

  const current = async (purpose: KeyRecord['purpose']): Promise<KeyRecord> => {
    const found = (await list()).filter((each) => each.purpose === purpose && each.activeFromMs <= nowMs()).at(-1)
    if (!found) throw keysUnavailable(new Error(`there is no ${purpose} key yet`))
    return found
  }

  const prepare = async (): Promise<void> => {
    const known = await list()
    for (const purpose of purposesOf(options))
      if (!known.some((each) => each.purpose === purpose)) {
        await state.insertKey(await newKey(options, purpose, 1, nowMs()))
        readAtMs = Number.NEGATIVE_INFINITY
      }
  }

  /** The provider may have been down when the service began. */
  const made = async (purpose: KeyRecord['purpose']): Promise<OpenKey> => {
    if (!(await list()).some((each) => each.purpose === purpose)) await prepare()
    return open(await current(purpose))
  }

  return {
    prepare,
    dataKey: async () => open(await current('data')),
    async dataKeys(ids) {
      const found = new Map<string, OpenKey>()
      for (const id of new Set(ids)) {
        let record = (await list()).find((each) => each.id === id)
        if (!record && nowMs() - readAtMs > 1000) {
          // Another replica has made it since.
          readAtMs = Number.NEGATIVE_INFINITY
          record = (await list()).find((each) => each.id === id)
        }
        if (!record) throw keysUnavailable(new KeyMissing(id))
        found.set(id, await open(record))
      }
      return found
    },
    async indexKeys() {
      const first = await current('index')
      const others = (await list()).filter(
        (each) => each.purpose === 'index' && !each.isRetired && each.id !== first.id,
      )
      return [await open(first), ...(await Promise.all(others.map(open)))]
    },
    fileKey: () => made('file'),
    logKey: () => made('log'),
    close() {
      clearInterval(timer)
      opened.clear()
    },
  }
}

const purposesOf = ({ hasFiles, hasLog }: KeyringOptions): readonly KeyRecord['purpose'][] => [
  'data',
  'index',
  ...(hasFiles ? (['file'] as const) : []),
  ...(hasLog ? (['log'] as const) : []),
]

/** A new key, wrapped. */
export const newKey = async (
  { provider, service, nowMs }: Pick<KeyringOptions, 'provider' | 'service' | 'nowMs'>,
  purpose: KeyRecord['purpose'],
  version: number,
  activeFromMs: number,
): Promise<KeyRecord> => {
  const id = `${purpose.charAt(0)}${version}-${randomBytes(6).toString('hex')}`
  const key = randomBytes(keyBytes)
  try {
    const wrapped = await provider.wrap(key, { service, key: id })
    return { id, purpose, version, provider: provider.name, wrapped, madeAtMs: nowMs(), activeFromMs, isRetired: false }
  } catch (error) {
    throw keysUnavailable(error)
  } finally {
    key.fill(0)
  }
}

const unwrap = async ({ provider, service }: KeyringOptions, record: KeyRecord): Promise<KeyObject> => {
  if (record.provider !== provider.name)
    throw keysUnavailable(
      new Error(
        `key ${record.id} was wrapped by ${record.provider}, and this is ${provider.name}: run \`charter keys rewrap --from\``,
      ),
    )
  try {
    const bytes = await provider.unwrap(record.wrapped, { service, key: record.id })
    if (bytes.length !== keyBytes) throw new Error(`key ${record.id} is not ${keyBytes} bytes long`)
    const key = createSecretKey(bytes)
    bytes.fill(0)
    return key
  } catch (error) {
    throw keysUnavailable(error)
  }
}

/** Protected fields cannot be read or written now; everything else goes on. */
export const keysUnavailable = (cause: unknown): ProblemError =>
  new ProblemError(
    problem('unavailable', {
      detail: 'Protected fields cannot be read or written now. Try again later.',
      retryAfterSeconds: 30,
      cause,
    }),
  )

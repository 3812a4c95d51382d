import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { FieldModel } from '../call/model.ts'
import { forgetOldest } from '../limits/forget-oldest.ts'
import { keyIdOf, openText, sealText } from '../protect/envelope.ts'
import type { Keyring } from '../protect/keyring.ts'
import type { FileKeys, Sealing } from './file-keys.ts'
import type { FileStore } from './file-store.ts'
import { nameIn } from './find-file.ts'
import type { ObjectStore } from './object-store.ts'
import { openFileStore } from './open-file-store.ts'

/** Files that lie together: those of one tenant that are sealed, or those that are not. */
export interface FileScope {
  readonly isSealed: boolean
  readonly tenant: string | null
}

/** The files of a scope, and what the state calls them. */
export interface ScopeFiles {
  readonly store: FileStore
  /** By its digest: it tells nobody what a sealed file holds. */
  nameOf(digest: string): string
}

/** The files of a service. */
export interface ServiceFiles {
  /** Rejects with `unavailable` where they are sealed, and their key cannot be had. */
  in(scope: FileScope): Promise<ScopeFiles>
  /** Removes what was begun and not gone on with for so long, in all scopes; gives how many. */
  sweep(olderThanMs: number): Promise<number>
}

export interface ServiceFilesOptions {
  readonly objects: ObjectStore
  /** Null where no file is sealed. */
  readonly keyring: Keyring | null
  readonly nowMs: () => number
}

/** How long keys stay in memory, as the keyring has it. */
const keptMs = 600_000
/** Each keeps some uploads in mind, 8 MiB at most. */
const scopesMax = 16

export const scopeOf = ({ protect }: Pick<FieldModel, 'protect'>, tenant: string | null): FileScope => ({
  isSealed: protect !== undefined,
  tenant,
})

export const serviceFiles = (options: ServiceFilesOptions): ServiceFiles => {
  const { objects, nowMs } = options
  const opened = new Map<string, { readonly files: Promise<ScopeFiles>; readonly untilMs: number }>()
  return {
    in: (scope) => {
      const name = JSON.stringify([scope.isSealed, scope.tenant])
      const known = opened.get(name)
      if (known && known.untilMs > nowMs()) return known.files
      opened.delete(name)
      forgetOldest(opened, scopesMax)
      const files = openScope(options, scope, name)
      opened.set(name, { files, untilMs: nowMs() + keptMs })
      files.catch(() => opened.delete(name))
      return files
    },
    sweep: (olderThanMs) => openFileStore({ objects, scope: '', nowMs }).sweep(olderThanMs),
  }
}

const openScope = async (
  { objects, keyring, nowMs }: ServiceFilesOptions,
  scope: FileScope,
  name: string,
): Promise<ScopeFiles> => {
  const sealing = scope.isSealed ? await sealingBy(keyring) : undefined
  const place = { objects, scope: name, sealing }
  return { store: openFileStore({ ...place, nowMs }), nameOf: (digest) => nameIn(place, digest) }
}

const sealingBy = async (keyring: Keyring | null): Promise<Sealing> => {
  if (!keyring) throw new Error('a file is to be sealed, and this service was opened without its keys')
  const { key } = await keyring.fileKey()
  return { keys: wrappedBy(keyring), secret: secretFrom(key) }
}

const secretFrom = (key: KeyObject): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', key, '', 'charter file names', 32)))

/** A key of a file belongs to no row: it goes from one to the next with its file. */
const place = { tenant: null, entity: '', field: 'file', key: '' }

const wrappedBy = (keyring: Keyring): FileKeys => ({
  wrap: async (key) => sealText(await keyring.fileKey(), place, Buffer.from(key).toString('base64')),
  unwrap: async (wrapped) => {
    const id = keyIdOf(wrapped) ?? ''
    const key = (await keyring.dataKeys([id])).get(id)
    if (!key) throw new Error(`there is no key ${id}`)
    return Buffer.from(openText(key, place, wrapped), 'base64')
  },
})

import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { FieldModel } from '../call/model.ts'
import { forgetOldest } from '../limits/forget-oldest.ts'
import { ProblemError } from '../problem/problem.ts'
import { keyIdOf, openText, sealText } from '../protect/envelope.ts'
import type { Keyring } from '../protect/keyring.ts'
import type { FileKeys, Sealing } from './file-keys.ts'
import type { FileStore, OpenFile } from './file-store.ts'
import { copiesOf, nameIn } from './find-file.ts'
import type { ByteRange, ObjectStore } from './object-store.ts'
import { openFileStore } from './open-file-store.ts'
import { removeCopies } from './release.ts'

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

/** A field of rows, and whose they are. */
export interface FieldOfRows {
  readonly field: Pick<FieldModel, 'protect'>
  readonly tenant: string | null
}

/** The files of a service. */
export interface ServiceFiles {
  /** Where what comes for a field is put. */
  scopeOf(of: FieldOfRows): FileScope
  /** Where its files may lie that came before all were sealed at rest; null where there can be none. */
  earlierOf(of: FieldOfRows): FileScope | null
  /** A file that a row names, where it is put now or where it was put before. Rejects as a `FileStore` does. */
  read(of: FieldOfRows, digest: string, range?: Partial<ByteRange>): Promise<OpenFile>
  /** Rejects with `unavailable` where they are sealed, and their key cannot be had. */
  in(scope: FileScope): Promise<ScopeFiles>
  /** As what a file of that name lies there, as a `FileStore` has it; no key is needed. */
  copies(name: string): Promise<readonly string[]>
  /** Removes those copies. */
  remove(name: string, copies: readonly string[]): Promise<void>
  /** Removes what was begun and not gone on with for so long, in all scopes; gives how many. */
  sweep(olderThanMs: number): Promise<number>
}

export interface ServiceFilesOptions {
  readonly objects: ObjectStore
  /** Null where no file is sealed. */
  readonly keyring: Keyring | null
  /** Every file is sealed, whatever its field says. */
  readonly isAtRest?: boolean
  readonly nowMs: () => number
}

/** How long keys stay in memory, as the keyring has it. */
const keptMs = 600_000
/** Each keeps some uploads in mind, 8 MiB at most. */
const scopesMax = 16

export const serviceFiles = (options: ServiceFilesOptions): ServiceFiles => {
  const { objects, isAtRest = false, nowMs } = options
  const opened = new Map<string, { readonly files: Promise<ScopeFiles>; readonly untilMs: number }>()
  const files: ServiceFiles = {
    scopeOf: ({ field, tenant }) => ({ isSealed: isAtRest || field.protect !== undefined, tenant }),
    // No file that was not sealed passes for one of a protected field.
    earlierOf: ({ field, tenant }) => (isAtRest && field.protect === undefined ? { isSealed: false, tenant } : null),
    read: async (of, digest, range) => {
      const { store } = await files.in(files.scopeOf(of))
      const earlier = files.earlierOf(of)
      return store.read(digest, range).catch(async (error: unknown) => {
        if (!earlier || !isMissing(error)) throw error
        return (await files.in(earlier)).store.read(digest, range)
      })
    },
    in: (scope) => {
      const name = JSON.stringify([scope.isSealed, scope.tenant])
      const known = opened.get(name)
      if (known && known.untilMs > nowMs()) return known.files
      opened.delete(name)
      forgetOldest(opened, scopesMax)
      const opening = openScope(options, scope, name)
      opened.set(name, { files: opening, untilMs: nowMs() + keptMs })
      opening.catch(() => opened.delete(name))
      return opening
    },
    copies: (name) => copiesOf(objects, name),
    remove: (name, copies) => removeCopies(objects, name, copies),
    sweep: (olderThanMs) => openFileStore({ objects, scope: '', nowMs }).sweep(olderThanMs),
  }
  return files
}

const isMissing = (error: unknown): boolean => error instanceof ProblemError && error.problem.code === 'not-found'

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

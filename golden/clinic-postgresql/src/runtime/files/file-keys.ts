import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { filesUnavailable } from './file-problems.ts'

/** Who wraps the keys of files: a key provider (`protect/keys`), for one service. */
export interface FileKeys {
  /** A text that only this turns back. */
  wrap(key: Uint8Array): Promise<string>
  unwrap(wrapped: string): Promise<Uint8Array>
}

export interface Sealing {
  readonly keys: FileKeys
  /** 32 bytes of the service's own: names of sealed files are made with it. */
  readonly secret: KeyObject | Uint8Array
}

/** A file's own key, and as it is kept. */
export interface FileKey {
  readonly key: KeyObject
  readonly wrapped: string
}

const keyBytes = 32

/** A new key of 256 bits for one file. Rejects with `unavailable`. */
export const newFileKey = async ({ keys }: Sealing): Promise<FileKey> => {
  const bytes = randomBytes(keyBytes)
  try {
    return { wrapped: await keys.wrap(bytes), key: createSecretKey(bytes) }
  } catch (error) {
    throw noKeys(error)
  } finally {
    bytes.fill(0)
  }
}

/** Rejects with `unavailable`: who wrapped it cannot be asked, or refuses. */
export const openFileKey = async ({ keys }: Sealing, wrapped: string): Promise<FileKey> => {
  try {
    const bytes = await keys.unwrap(wrapped)
    if (bytes.length !== keyBytes) throw new Error(`A file's key is not ${keyBytes} bytes long.`)
    const key = createSecretKey(bytes)
    bytes.fill(0)
    return { key, wrapped }
  } catch (error) {
    throw noKeys(error)
  }
}

const noKeys = (cause: unknown) => filesUnavailable('Files cannot be sealed or opened now. Try again later.', cause)

import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** An Ed25519 key pair kept in a file that only its owner reads; made when it is not there yet. */
export const signingKeyFile = async (
  file: string,
): Promise<{ readonly privateKey: KeyObject; readonly publicKey: KeyObject }> => {
  const pem = await readOrMake(file, () =>
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  )
  const privateKey = createPrivateKey(pem)
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

/** 32 random bytes kept likewise, as base64url text. */
export const secretFile = async (file: string): Promise<Uint8Array> =>
  Buffer.from((await readOrMake(file, () => randomBytes(32).toString('base64url'))).trim(), 'base64url')

const readOrMake = async (file: string, make: () => string): Promise<string> => {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const text = make()
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const partial = `${file}.${process.pid}`
  await writeFile(partial, text, { mode: 0o600 })
  await rename(partial, file)
  return text
}

import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ServiceModel } from '../call/model.ts'
import { ConfigError } from './config-error.ts'
import { privateFolder, tighten } from './private-files.ts'

/**
 * A key pair kept in a file that only its owner reads; made when it is not there yet. Ed25519, or ECDSA P-256 where the
 * service keeps to FIPS 140-3. Rejects with a ConfigError when the file cannot be read, or holds the other kind.
 */
export const signingKeyFile = async (
  file: string,
  crypto?: ServiceModel['crypto'],
): Promise<{ readonly privateKey: KeyObject; readonly publicKey: KeyObject }> => {
  const pem = await readOrMake(file, () =>
    (crypto === 'fips' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519')).privateKey
      .export({ type: 'pkcs8', format: 'pem' })
      .toString(),
  )
  const privateKey = createPrivateKey(pem)
  const kind = crypto === 'fips' ? 'ec' : 'ed25519'
  if (privateKey.asymmetricKeyType !== kind)
    throw new ConfigError(
      `${file} holds a key of another kind (${privateKey.asymmetricKeyType}) than the charter's \`crypto\` asks for (${kind}). Move it away, and a new one is made.`,
    )
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

/** Keeps a public key beside its private one, for people to hand on: PEM (RFC 7468, SubjectPublicKeyInfo). */
export const publicKeyFile = async (file: string, key: KeyObject): Promise<void> => {
  const pem = key.export({ type: 'spki', format: 'pem' }).toString()
  if ((await readFile(file, 'utf8').catch(() => '')) !== pem) await writeFile(file, pem, { mode: 0o644 })
}

/** A signature of one of these keys; of ECDSA over SHA-256, as r and s. */
export const signWith = (key: KeyObject, bytes: Buffer): Buffer =>
  key.asymmetricKeyType === 'ec' ? sign('sha256', bytes, { key, dsaEncoding }) : sign(null, bytes, key)

export const verifyWith = (key: KeyObject, bytes: Buffer, signature: Buffer): boolean =>
  key.asymmetricKeyType === 'ec'
    ? verify('sha256', bytes, { key, dsaEncoding }, signature)
    : verify(null, bytes, key, signature)

const dsaEncoding = 'ieee-p1363'

/** 32 random bytes kept likewise, as base64url text. Rejects with a ConfigError when the file cannot be read. */
export const secretFile = async (file: string): Promise<Uint8Array> =>
  Buffer.from((await readOrMake(file, () => randomBytes(32).toString('base64url'))).trim(), 'base64url')

const readOrMake = async (file: string, make: () => string): Promise<string> => {
  try {
    tighten(file)
    return await readFile(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT')
      throw new ConfigError(`${file} cannot be read (${code}). Let the user of the service read it.`)
  }
  const text = make()
  privateFolder(dirname(file))
  const partial = `${file}.${process.pid}`
  await writeFile(partial, text, { mode: 0o600 })
  await rename(partial, file)
  return text
}

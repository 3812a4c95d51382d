import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { secretFile, signingKeyFile } from '@charter/runtime/service'

export interface SigningPair {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

/** What all servers of a platform have to agree on: made once, by whichever of them asks first. */
export interface PlatformSecrets {
  /** 32 bytes, by which sessions are known and secrets of authenticators are sealed. */
  ofPeople(): Promise<Uint8Array>
  /** ECDSA P-256: of the tokens of its people. */
  ofTokens(): Promise<SigningPair>
  /** Ed25519: of its releases. */
  ofReleases(): Promise<SigningPair>
}

/** What they are called: files of a folder, rows of a table, and among the keys of a backup. */
export const secretNames = { people: 'people', tokens: 'people.pem', releases: 'releases.pem' } as const

/** In files of a folder, which servers of one machine share. */
export const folderSecrets = (folder: string): PlatformSecrets => ({
  ofPeople: () => secretFile(join(folder, secretNames.people)),
  ofTokens: () => signingKeyFile(join(folder, secretNames.tokens), 'fips'),
  ofReleases: () => signingKeyFile(join(folder, secretNames.releases)),
})

/** Of the text that a file of it holds. */
export const signingPair = (pem: string): SigningPair => {
  const privateKey = createPrivateKey(pem)
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

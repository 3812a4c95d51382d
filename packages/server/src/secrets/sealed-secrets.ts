import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '@charter/runtime'
import type { KeyProvider } from '@charter/runtime/service'
import { type Envelope, openSecret, sealSecret } from './envelope.ts'
import { type PlatformSecrets, secretNames, signingPair } from './platform-secrets.ts'

export interface SealedSecretsOptions {
  /** The table `secret` of the database that servers share. */
  readonly query: (sql: string, values: readonly string[]) => Promise<readonly Readonly<Record<string, unknown>>[]>
  /** One server does such work at a time. */
  readonly setUp: <Result>(work: () => Promise<Result>) => Promise<Result>
  readonly provider: () => Promise<KeyProvider>
  /** Where keys were while a folder held them: the first server takes those of its own along. */
  readonly folder: string
}

/** Sealed in the database that servers of several machines share, by the key provider that each of them has by its configuration. */
export const sealedSecrets = (options: SealedSecretsOptions): PlatformSecrets => {
  const textOf = async (name: string, make: () => string): Promise<string> =>
    (await readSecret(options, name)) ??
    options.setUp(async () => (await readSecret(options, name)) ?? keep(options, name, make))
  return {
    ofPeople: async () =>
      Buffer.from(await textOf(secretNames.people, () => randomBytes(32).toString('base64url')), 'base64url'),
    ofTokens: async () =>
      signingPair(await textOf(secretNames.tokens, () => pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' })))),
    ofReleases: async () =>
      signingPair(await textOf(secretNames.releases, () => pemOf(generateKeyPairSync('ed25519')))),
  }
}

type Reading = Pick<SealedSecretsOptions, 'query' | 'provider'>

/** All that were made, by their names. Rejects with a ConfigError where one does not open. */
export const secretTexts = async (options: Reading): Promise<Readonly<Record<string, string>>> => {
  const texts: Record<string, string> = {}
  for (const name of Object.values(secretNames)) {
    const text = await readSecret(options, name)
    if (text !== null) texts[name] = text
  }
  return texts
}

/** Null where none was made. Rejects with a ConfigError where it does not open. */
const readSecret = async ({ query, provider }: Reading, name: string): Promise<string | null> => {
  const [row] = await query('SELECT provider, wrapped, sealed FROM secret WHERE name = $1', [name])
  if (!row) return null
  const envelope = { provider: String(row.provider), wrapped: String(row.wrapped), sealed: String(row.sealed) }
  const keys = await provider()
  return openSecret(keys, name, envelope).catch((error: unknown) => {
    throw new ConfigError(
      `The secret "${name}" of this platform was sealed by ${envelope.provider}, and ${keys.describe()} does not open it: every server of a platform has the same key service (CHARTER_KEYS), which has to be reached.`,
      { cause: error },
    )
  })
}

const keep = async (options: SealedSecretsOptions, name: string, make: () => string): Promise<string> => {
  const text = await fileText(join(options.folder, name)).then((found) => found ?? make())
  const { provider, wrapped, sealed }: Envelope = await sealSecret(await options.provider(), name, text)
  await options.query('INSERT INTO secret (name, provider, wrapped, sealed) VALUES ($1, $2, $3, $4)', [
    name,
    provider,
    wrapped,
    sealed,
  ])
  return text
}

const fileText = async (file: string): Promise<string | null> => {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw new ConfigError(`${file} cannot be read. Let the user of the platform read it.`, { cause: error })
  }
}

const pemOf = ({ privateKey }: { readonly privateKey: KeyObject }): string =>
  privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

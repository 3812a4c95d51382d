import { randomBytes } from 'node:crypto'
import type { Json, JsonObject } from '@charter/runtime'
import { hashApiKey, privateFolder, uuidv7 } from '@charter/runtime/service'
import { type Derived, databaseUrlOf, openSource } from '@charter/service'
import { dataFolderOf } from './inside.ts'

export interface ApiKeyWanted {
  readonly derived: Derived
  /** The service's folder: its data lies in `.charter/data`. */
  readonly folder: string
  readonly role: string
  /** By claim, as a token would carry them. */
  readonly claims: JsonObject
  readonly days: number
  /** What it may be used for at most; without them, whatever its role may. */
  readonly scopes?: readonly string[]
}

const dayMs = 86_400_000

/**
 * An API key of a service: `ck_` and 256 random bits. It is given here once; the service keeps its SHA-256, its role, its
 * attributes and when it ends.
 */
export const mintApiKey = async ({ derived, folder, role, claims, days, scopes }: ApiKeyWanted): Promise<string> => {
  const { model } = derived
  const data = dataFolderOf(folder)
  privateFolder(data)
  const opened = await openSource(derived, { url: databaseUrlOf(derived, data), dataFolder: data })
  try {
    const text = `ck_${randomBytes(32).toString('base64url')}`
    const id = uuidv7(Date.now())
    const tenant = model.access.tenantClaim === undefined ? null : claims[model.access.tenantClaim]
    await opened.state.saveApiKey({
      id,
      hash: hashApiKey(text),
      principal: `api-key:${id}`,
      roles: [role],
      attributes: attributesOf(derived, claims),
      tenant: typeof tenant === 'string' ? tenant : null,
      scopes: scopes ?? null,
      expiresAtMs: Date.now() + days * dayMs,
    })
    return text
  } finally {
    await opened.close()
  }
}

const attributesOf = ({ model }: Derived, claims: JsonObject): JsonObject =>
  Object.fromEntries(
    model.access.principal.flatMap(({ name, claim }): [string, Json][] =>
      claims[claim] === undefined ? [] : [[name, claims[claim] ?? null]],
    ),
  )

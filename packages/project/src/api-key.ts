import { randomBytes } from 'node:crypto'
import type { Json, JsonObject, State } from '@charter/runtime'
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
export const mintApiKey = ({ derived, folder, role, claims, days, scopes }: ApiKeyWanted): Promise<string> => {
  const { model } = derived
  return withState(derived, folder, async (state) => {
    const text = `ck_${randomBytes(32).toString('base64url')}`
    const id = uuidv7(Date.now())
    const tenant = model.access.tenantClaim === undefined ? null : claims[model.access.tenantClaim]
    await state.saveApiKey({
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
  })
}

/** An API key as its owner may see it: neither its text nor what finds it. Instants are ISO 8601. */
export interface ApiKeyListed {
  readonly id: string
  readonly roles: readonly string[]
  readonly scopes: readonly string[] | null
  readonly tenant: string | null
  readonly createdAt: string
  readonly endsAt: string | null
  readonly isEnded: boolean
}

const listedMax = 10_000

/** The keys of a service, the newest first; revoked and expired ones are ended. */
export const listApiKeys = (derived: Derived, folder: string): Promise<readonly ApiKeyListed[]> =>
  withState(derived, folder, async (state) =>
    (await state.listApiKeys(listedMax)).map(({ id, roles, scopes, tenant, expiresAtMs }) => ({
      id,
      roles,
      scopes,
      tenant,
      createdAt: new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toISOString(),
      endsAt: expiresAtMs === null ? null : new Date(expiresAtMs).toISOString(),
      isEnded: expiresAtMs !== null && expiresAtMs <= Date.now(),
    })),
  )

/** Ends a key now: every replica refuses it within five seconds. False where no key has this id. */
export const revokeApiKey = (derived: Derived, folder: string, id: string): Promise<boolean> =>
  withState(derived, folder, async (state) => {
    const found = await state.findApiKeyById(id)
    if (!found) return false
    await state.saveApiKey({
      ...found,
      expiresAtMs: Math.min(Date.now(), found.expiresAtMs ?? Number.POSITIVE_INFINITY),
    })
    return true
  })

const withState = async <Result>(
  derived: Derived,
  folder: string,
  work: (state: State) => Promise<Result>,
): Promise<Result> => {
  const data = dataFolderOf(folder)
  privateFolder(data)
  const opened = await openSource(derived, { url: databaseUrlOf(derived, data), dataFolder: data })
  try {
    return await work(opened.state)
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

import { randomBytes } from 'node:crypto'
import { type Json, type JsonObject, ownMember, type State } from '@charter/runtime'
import { type Environment, hashApiKey, privateFolder, uuidv7 } from '@charter/runtime/service'
import { type Derived, openSource } from '@charter/service'
import { servicePlace } from './service-place.ts'

/** A service: its folder, and the environment that it is started with, which says where its keys are. */
export interface KeysOfService {
  readonly derived: Derived
  readonly folder: string
  readonly env: Environment
}

export interface ApiKeyWanted extends KeysOfService {
  readonly roles: readonly string[]
  /** By claim, as a token would carry them. */
  readonly claims: JsonObject
  readonly days: number
  /** Whose it is, where rows say who belongs where: it does what its roles and their membership both allow. Left out: its own. */
  readonly person?: string
  /** What it may be used for at most; without them, whatever its roles may. */
  readonly scopes?: readonly string[]
}

/** `id` names it where keys are listed and revoked; `text` is the key. */
export interface ApiKeyMinted {
  readonly id: string
  readonly text: string
}

const dayMs = 86_400_000

/**
 * An API key of a service: `ck_` and 256 random bits. It is given here once; the service keeps its SHA-256, its roles, its
 * attributes and when it ends.
 */
export const mintApiKey = (wanted: ApiKeyWanted): Promise<ApiKeyMinted> => {
  const { derived, roles, claims, days, scopes, person } = wanted
  const { model } = derived
  return withState(wanted, async (state) => {
    const text = `ck_${randomBytes(32).toString('base64url')}`
    const id = uuidv7(Date.now())
    const tenant = model.access.tenantClaim === undefined ? null : ownMember(claims, model.access.tenantClaim)
    await state.saveApiKey({
      id,
      hash: hashApiKey(text),
      principal: person ?? `api-key:${id}`,
      roles,
      attributes: attributesOf(derived, claims),
      tenant: typeof tenant === 'string' ? tenant : null,
      scopes: scopes ?? null,
      expiresAtMs: Date.now() + days * dayMs,
    })
    return { id, text }
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
export const listApiKeys = (service: KeysOfService): Promise<readonly ApiKeyListed[]> =>
  withState(service, async (state) =>
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
export const revokeApiKey = (service: KeysOfService, id: string): Promise<boolean> =>
  withState(service, async (state) => {
    const found = await state.findApiKeyById(id)
    if (!found) return false
    await state.saveApiKey({
      ...found,
      expiresAtMs: Math.min(Date.now(), found.expiresAtMs ?? Number.POSITIVE_INFINITY),
    })
    return true
  })

const withState = async <Result>(
  { derived, folder, env }: KeysOfService,
  work: (state: State) => Promise<Result>,
): Promise<Result> => {
  const { dataFolder, databaseUrl } = servicePlace(derived, folder, env)
  privateFolder(dataFolder)
  const opened = await openSource(derived, { url: databaseUrl, dataFolder })
  try {
    return await work(opened.state)
  } finally {
    await opened.close()
  }
}

const attributesOf = ({ model }: Derived, claims: JsonObject): JsonObject =>
  Object.fromEntries(
    model.access.principal.flatMap(({ name, claim }): [string, Json][] => {
      const value = ownMember(claims, claim)
      return value === undefined ? [] : [[name, value]]
    }),
  )

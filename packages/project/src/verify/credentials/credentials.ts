import { type KeyObject, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExampleRows } from '@charter/charter'
import type { Json, JsonObject, ServiceModel, State } from '@charter/runtime'
import { developmentIssuerName, hashApiKey, signingKeyFile, uuidv7 } from '@charter/runtime/service'
import type { Shown } from '../scenario.ts'
import { personOf } from '../tokens.ts'
import { openIdentityProvider } from './identity-provider.ts'
import { changed, fromNow, retold, signedToken } from './sign.ts'
import type { Provider, Voucher } from './voucher.ts'
import { openVouchers } from './vouchers.ts'

/** Whatever a step may show: good, or wrong in one thing. */
export interface Credentials {
  /** What the service has to be told of who vouches. */
  readonly env: Readonly<Record<string, string>>
  /** Where `{name}` in the environment of a service that is started leads: `provider` to the key sets, others to files. */
  readonly places: Readonly<Record<string, string>>
  show(as: string, shows: Shown): Promise<string | null>
  close(): Promise<void>
}

export interface CredentialsOf {
  readonly model: ServiceModel
  readonly dataFolder: string
  readonly attributes: ExampleRows['attributes']
  /** Where API keys are kept; null where nothing of ours may be put there: then none is shown. */
  readonly state: Pick<State, 'saveApiKey'> | null
}

/** Opens an identity provider and a gateway beside a service that is about to be verified, and keeps API keys for it. */
export const openCredentials = async ({
  model,
  dataFolder,
  attributes,
  state,
}: CredentialsOf): Promise<Credentials> => {
  const vouchers = await openVouchers()
  const development = await signingKeyFile(join(dataFolder, 'keys', 'development.pem'), model.crypto)
  const own: Voucher = { issuer: developmentIssuerName, keyId: 'development', ...development }
  const provider = await openIdentityProvider(dataFolder, model.name)
  const by = { development: own, provider: vouchers.provider, gateway: vouchers.gateway }
  const issuerOf = (voucher: Voucher, { issuerAt }: Shown): Voucher =>
    issuerAt === undefined ? voucher : { ...voucher, issuer: vouchers.url + issuerAt }
  const isTaken = ({ by: kind, isUnasked = false }: Shown): boolean =>
    isUnasked || kind === 'development' || model.access.accepts.includes(kind === 'provider' ? 'jwt' : kind)
  return {
    env: {
      ...vouchers.env,
      ...(model.access.accepts.includes('saml') && provider.env),
    },
    places: {
      provider: vouchers.url,
      ...provider.unfit,
      'other-keys': await otherKeys(dataFolder),
      'unread-keys': await unreadKeys(dataFolder),
    },
    show: async (as, given) => {
      if (!isTaken(given)) return null
      const claims = claimsOf(model, attributes, as)
      const shows = { ...given, claims: saidOf(model, given) }
      if (shows.by === 'api-key') return state && retold(await apiKey(model, state, as, claims, shows), shows.text)
      const made =
        shows.by === 'saml'
          ? provider.assertion(claims, shows)
          : token(model, signerOf(issuerOf(by[shows.by], shows), vouchers.provider, shows), claims, shows)
      return retold(made, shows.text)
    },
    close: vouchers.close,
  }
}

/** A data folder whose keys are of the other kind than a charter without `crypto` asks for. */
const otherKeys = async (dataFolder: string): Promise<string> => {
  const folder = join(dataFolder, 'other')
  await signingKeyFile(join(folder, 'keys', 'audit.pem'), 'fips')
  return folder
}

/** A data folder whose key nobody can read, whatever they may: a link that leads to itself. */
const unreadKeys = async (dataFolder: string): Promise<string> => {
  const folder = join(dataFolder, 'unread')
  const key = join(folder, 'keys', 'audit.pem')
  await mkdir(join(folder, 'keys'), { recursive: true })
  // On Windows a link of another kind takes rights.
  await symlink(key, key, 'junction')
  return folder
}

/** Who vouches, with the key that is asked for. */
const signerOf = (voucher: Voucher, { others }: Provider, { by, key }: Shown): Voucher =>
  by !== 'provider' || key === undefined || key === 'another' ? voucher : { ...voucher, ...others[key], keyId: key }

const algorithmOf = ({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): string =>
  type === 'rsa' ? 'RS256' : type !== 'ec' ? 'EdDSA' : details?.namedCurve === 'secp384r1' ? 'ES384' : 'ES256'

/** What a good credential says of a person: role, declared attributes, tenant. */
const claimsOf = (model: ServiceModel, attributes: ExampleRows['attributes'], as: string): JsonObject => {
  const { role, claims, person } = personOf(as)
  const { tenantClaim: tenant, personClaim, principal } = model.access
  const subject = person ?? `${role}@verify`
  const own = principal.map(({ name, claim }): [string, Json] => [claim, attributes[claims]?.[name] ?? null])
  return changed({
    ...Object.fromEntries(own),
    ...(tenant !== undefined && { [tenant]: `tenant-${claims + 1}` }),
    ...(personClaim !== undefined && { [personClaim]: subject }),
    roles: [role],
    sub: subject,
  })
}

/** A step that shows who it is by `sub` alone means the person, whichever claim names them. */
const saidOf = ({ access: { personClaim } }: ServiceModel, { claims = {} }: Shown): NonNullable<Shown['claims']> =>
  personClaim !== undefined && typeof claims.sub === 'string' && claims.sub !== ''
    ? { [personClaim]: claims.sub, ...claims }
    : claims

const token = (
  model: ServiceModel,
  { issuer, keyId, privateKey }: Voucher,
  claims: JsonObject,
  shows: Shown,
): string => {
  const nowMs = Date.now()
  const seconds = Math.floor(nowMs / 1000)
  const isGateway = shows.by === 'gateway'
  const good = {
    iss: issuer,
    aud: model.name,
    iat: seconds,
    exp: seconds + (isGateway ? 30 : 3600),
    auth_time: seconds,
    amr: ['pwd', 'mfa'],
    jti: randomUUID(),
    ...claims,
  }
  const header = {
    alg: algorithmOf(privateKey),
    kid: keyId,
    typ: isGateway ? 'gateway+jwt' : shows.by === 'provider' ? 'JWT' : 'at+jwt',
  }
  return signedToken(changed(header, shows.header), changed(good, fromNow(shows.claims, nowMs)), privateKey, shows)
}

const apiKey = async (
  model: ServiceModel,
  state: NonNullable<CredentialsOf['state']>,
  as: string,
  good: JsonObject,
  { endsInSeconds = 3600, revokedInMs, scopes, claims: given }: Shown,
): Promise<string> => {
  const claims = changed(good, given)
  const text = `ck_${randomBytes(32).toString('base64url')}`
  const { tenantClaim, personClaim = 'sub', principal } = model.access
  const who = given?.[personClaim]
  const tenant = tenantClaim === undefined ? null : claims[tenantClaim]
  const record = {
    id: uuidv7(Date.now()),
    hash: hashApiKey(text),
    principal: typeof who === 'string' ? who : `api-key:${as}`,
    roles: [personOf(as).role],
    attributes: Object.fromEntries(principal.map(({ name, claim }) => [name, claims[claim] ?? null])),
    tenant: typeof tenant === 'string' ? tenant : null,
    scopes: scopes ?? null,
    expiresAtMs: Date.now() + endsInSeconds * 1000,
  }
  await state.saveApiKey(record)
  // As `charter token --revoke` does; a state that is closed by then has nothing to revoke.
  if (revokedInMs !== undefined)
    setTimeout(() => void state.saveApiKey({ ...record, expiresAtMs: Date.now() }).catch(() => {}), revokedInMs)
  return text
}

import { isSafeUrl } from '../../settings/addresses.ts'
import { isReadable } from '../../settings/tls.ts'

/** Whose assertions are taken, where the charter accepts `gateway`. */
export interface GatewayConfig {
  readonly issuer: string
  readonly audience: string
  /** Where its keys are: an address, or a file that holds a JSON Web Key Set. */
  readonly keys: { readonly url: string } | { readonly file: string }
}

/** Whose SAML assertions are taken, where the charter accepts `saml`. */
export interface SamlConfig {
  /** Entity ID of the identity provider. */
  readonly issuer: string
  /** PEM: certificates, or public keys, that it signs with; several while it changes them. */
  readonly certificateFile: string
  /** Entity ID of this service. */
  readonly audience: string
  /** Address of this service's `/oauth2/token`, as the identity provider knows it. */
  readonly recipient: string
  /** Name of the attribute that holds roles. */
  readonly rolesAttribute: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** `GATEWAY_ISSUER`, `GATEWAY_AUDIENCE` and either `GATEWAY_JWKS_URL` or `GATEWAY_JWKS_FILE`; null without an issuer. */
export const readGateway = (env: Environment, service: string): GatewayConfig | null => {
  const { GATEWAY_ISSUER: issuer, GATEWAY_AUDIENCE: audience = service } = env
  if (!issuer) return null
  const { GATEWAY_JWKS_URL: url, GATEWAY_JWKS_FILE: file = '' } = env
  return { issuer, audience, keys: url ? { url } : { file } }
}

/** `SAML_ISSUER`, `SAML_CERT`, `SAML_AUDIENCE`, `SAML_RECIPIENT`, `SAML_ROLES_ATTRIBUTE`; null without an issuer. */
export const readSaml = (env: Environment, service: string): SamlConfig | null => {
  const { SAML_ISSUER: issuer, SAML_AUDIENCE: audience = service, SAML_ROLES_ATTRIBUTE: rolesAttribute = 'roles' } = env
  if (!issuer) return null
  return {
    issuer,
    audience,
    rolesAttribute,
    certificateFile: env.SAML_CERT ?? '',
    recipient: env.SAML_RECIPIENT ?? '',
  }
}

/** What is wrong with these settings, each with what to set. */
export const signInMistakes = (env: Environment): readonly string[] => [
  ...(env.GATEWAY_ISSUER ? gatewayMistakes(env) : []),
  ...(env.SAML_ISSUER ? samlMistakes(env) : []),
  ...Object.entries(ofIssuers).flatMap(([issuer, others]) => {
    const set = env[issuer] ? undefined : others.find((name) => env[name])
    return set === undefined
      ? []
      : [`${set} is set, and ${issuer} is not: nobody would be let in by it. Set ${issuer}, or leave ${set} out.`]
  }),
]

/** What means nothing without its issuer. */
const ofIssuers: Readonly<Record<string, readonly string[]>> = {
  JWT_ISSUER: ['JWKS_URL', 'JWT_AUDIENCE', 'JWT_ROLES_CLAIM'],
  GATEWAY_ISSUER: ['GATEWAY_JWKS_URL', 'GATEWAY_JWKS_FILE', 'GATEWAY_AUDIENCE'],
  SAML_ISSUER: ['SAML_CERT', 'SAML_RECIPIENT', 'SAML_AUDIENCE', 'SAML_ROLES_ATTRIBUTE'],
}

const gatewayMistakes = ({ GATEWAY_JWKS_URL: url, GATEWAY_JWKS_FILE: file }: Environment): readonly string[] => [
  ...(Boolean(url) === Boolean(file)
    ? ['GATEWAY_JWKS_URL or GATEWAY_JWKS_FILE, and not both, must say where the keys of GATEWAY_ISSUER are.']
    : []),
  ...(url && !isSafeUrl(url) ? ['GATEWAY_JWKS_URL must be an https address (http only on loopback).'] : []),
  ...(file && !isReadable(file) ? [`GATEWAY_JWKS_FILE names "${file}", which cannot be read.`] : []),
]

const samlMistakes = ({ SAML_CERT: file, SAML_RECIPIENT: recipient }: Environment): readonly string[] => [
  ...(file && isReadable(file) ? [] : ['SAML_CERT must name a PEM file with the certificates of SAML_ISSUER.']),
  ...(recipient && URL.canParse(recipient)
    ? []
    : ['SAML_RECIPIENT must be the address of /oauth2/token as SAML_ISSUER knows it.']),
]

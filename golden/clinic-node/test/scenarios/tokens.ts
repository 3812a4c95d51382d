import { join } from 'node:path'
import type { Json, ServiceModel } from '../../src/runtime/index.ts'
import { type DevelopmentIssuer, developmentIssuer, signingKeyFile } from '../../src/runtime/service/index.ts'
import { type ExampleRows, examplePrincipal } from './examples/index.ts'

/** Who a scenario's `as` means: `clinician`, `clinician#1`, `clinician/bob`. */
export const personOf = (
  as: string,
): { readonly role: string; readonly claims: number; readonly person: string | null } => {
  const [, role = as, claims = '0', person = null] = /^([^#/]+)(?:#(\d+))?(?:\/(.+))?$/.exec(as) ?? []
  return { role, claims: Number(claims), person: person ?? null }
}

/** Mints development tokens with the key of a service's data folder; made there when the service has not started yet. */
export const tokenMint = async (
  dataFolder: string,
  model: ServiceModel,
  attributes: ExampleRows['attributes'],
): Promise<(as: string) => Promise<string>> => {
  const pair = await signingKeyFile(join(dataFolder, 'keys', 'development.pem'), model.crypto)
  const { personClaim } = model.access
  const issuer = await developmentIssuer({ ...pair, audience: model.name, personClaim, nowMs: Date.now })
  // Each time anew: of whoever signed in an hour ago a second factor is asked again.
  return (as) => mint(issuer, model, attributes, as)
}

const mint = (
  issuer: DevelopmentIssuer,
  model: ServiceModel,
  attributes: ExampleRows['attributes'],
  as: string,
): Promise<string> => {
  const { role, claims, person } = personOf(as)
  const own = model.access.principal.map(({ name, claim }): [string, Json] => [
    claim,
    attributes[claims]?.[name] ?? null,
  ])
  const tenant = model.access.tenantClaim
  return issuer.token([role], {
    ...Object.fromEntries(own.filter(([, value]) => value !== null)),
    ...(tenant !== undefined && { [tenant]: `tenant-${claims + 1}` }),
    sub: person ?? examplePrincipal(role, claims),
  })
}

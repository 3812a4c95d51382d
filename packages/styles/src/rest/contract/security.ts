import type { Charter } from '@charter/charter'
import { gatewayHeader, knownScopes, missingScopes, type ServiceModel } from '@charter/runtime'
import type { Schema } from './json.ts'

/** Schemes in the order in which a document names them, each with the ways to sign in that it stands for. */
const ways: Readonly<Record<string, readonly string[]>> = {
  bearer: ['jwt', 'saml'],
  oauth2: ['oauth2'],
  apiKey: ['api-key'],
  gateway: ['gateway'],
}

const schemesOf = ({ access }: Charter): readonly string[] => [
  ...Object.keys(ways).filter((scheme) => ways[scheme]?.some((way) => access.accepts.includes(way))),
  ...(access.cookies ? ['session'] : []),
]

/** Any one of them will do. `scopes`: what an access token has to be good for. */
export const securityOf = (charter: Charter, scopes: readonly string[] = []): readonly Schema[] =>
  schemesOf(charter).map((scheme) => ({ [scheme]: scheme === 'oauth2' ? scopes : [] }))

/** The narrowest scopes under which an operation may be done, where access tokens are limited by scopes. */
export const operationSecurity = (charter: Charter, model: ServiceModel, operation: string): Schema => {
  if (charter.routes.some(({ name, isOpen }) => name === operation && isOpen)) return { security: [] }
  const scopes = missingScopes(model, { operation }, [])
  return charter.access.accepts.includes('oauth2') && scopes.length > 0 ? { security: securityOf(charter, scopes) } : {}
}

export const securitySchemes = (charter: Charter, model: ServiceModel): Schema => {
  const schemes: Readonly<Record<string, Schema>> = {
    bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: bearerText(charter.access.accepts) },
    oauth2: oauth2Scheme(model),
    apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'An API key of this service.' },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: `__Host-${charter.access.cookies?.name}-session`,
      description:
        'The session of a browser, of pages of this origin: begun by POST at `/session`, as long as its credential.',
    },
    gateway: {
      type: 'apiKey',
      in: 'header',
      name: gatewayHeader.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()),
      description: 'Whom the gateway in front has authenticated, signed by it, for 60 seconds at most.',
    },
  }
  return Object.fromEntries(schemesOf(charter).map((scheme) => [scheme, schemes[scheme]]))
}

const bearerText = (accepts: readonly string[]): string =>
  [
    'A signed token that names the caller, its roles and attributes.',
    ...(accepts.includes('saml') ? ['SAML 2.0 assertions are exchanged for one at `/oauth2/token` (RFC 7522).'] : []),
  ].join(' ')

/** OpenAPI wants an address. Which provider a service believes is said by its environment, so this one leads nowhere. */
const unknownProvider = 'https://identity-provider.invalid/token'

const oauth2Scheme = (model: ServiceModel): Schema => ({
  type: 'oauth2',
  description:
    'An access token (RFC 9068), limited by its scopes. Take the address of tokens from the identity provider that the service is configured with.',
  flows: { clientCredentials: { tokenUrl: unknownProvider, scopes: scopeTexts(model) } },
})

const scopeTexts = (model: ServiceModel): Schema =>
  Object.fromEntries(knownScopes(model).map((scope) => [scope, scopeText(model, scope)]))

const scopeText = (model: ServiceModel, scope: string): string => {
  const [of = '', word] = scope.split(':')
  if (word === undefined) return `The operation ${of}.`
  const what = of === model.name ? 'everything' : `${of} and its operations`
  return word === 'read' ? `Read ${what}.` : `Read and write ${what}.`
}

import type { Schema } from './json.ts'

/** Where assertions are exchanged for tokens: a path of the service itself, below no base. */
export const tokenPath = '/oauth2/token'

const texts = (names: readonly string[]): Schema => Object.fromEntries(names.map((name) => [name, { type: 'string' }]))

const refused: Schema = {
  type: 'object',
  required: ['error', 'error_description'],
  properties: texts(['error', 'error_description']),
}

/** `POST /oauth2/token` (RFC 6749 section 5, RFC 7522 section 2.1). */
export const tokenEndpoint = (): Schema => ({
  servers: [{ url: '/', description: 'This service, whatever the base of its other paths.' }],
  post: {
    operationId: 'exchangeAssertion',
    tags: ['Service'],
    summary: 'Exchange a SAML assertion',
    description:
      'One signed SAML 2.0 assertion, used once, for an access token that lasts ten minutes at most (RFC 7522).',
    security: [],
    requestBody: {
      required: true,
      content: {
        'application/x-www-form-urlencoded': {
          schema: {
            type: 'object',
            required: ['grant_type', 'assertion'],
            properties: {
              grant_type: { const: 'urn:ietf:params:oauth:grant-type:saml2-bearer' },
              assertion: { type: 'string', description: 'The assertion in base64url.' },
              scope: { type: 'string', description: 'Limits the token; scopes with spaces between.' },
            },
          },
        },
      },
    },
    responses: {
      200: json('The token.', {
        type: 'object',
        required: ['access_token', 'token_type', 'expires_in'],
        properties: { ...texts(['access_token', 'token_type', 'scope']), expires_in: { type: 'integer' } },
      }),
      503: json('The assertion cannot be taken now; try again later.', refused),
      400: json('The assertion, or the request, is not one that is taken here (RFC 6749 section 5.2).', refused),
    },
  },
})

const json = (description: string, schema: Schema): Schema => ({
  description,
  content: { 'application/json': { schema } },
})

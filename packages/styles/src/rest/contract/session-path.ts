import type { Charter } from '@charter/charter'
import { reference, type Schema } from './json.ts'
import { securityOf } from './security.ts'

/** Where a browser begins its session, is told whose it is, and ends it. */
export const sessionPath = (charter: Charter): Schema => {
  const shown = securityOf(charter).filter((scheme) => !('session' in scheme))
  return {
    get: {
      operationId: 'readSession',
      tags: ['Service'],
      summary: 'Say who calls',
      description: 'Whose session it is, or whose credential.',
      responses: { 200: answered('Who calls.'), ...refused },
    },
    post: {
      operationId: 'beginSession',
      tags: ['Service'],
      summary: 'Begin a session',
      description: 'Sets a cookie that stands for the credential of the request, for pages of this origin.',
      security: shown,
      responses: { 201: answered('It has begun.'), ...refused },
    },
    delete: {
      operationId: 'endSession',
      tags: ['Service'],
      summary: 'End the session',
      description: 'Takes the cookie back from the browser.',
      security: [],
      responses: { 204: { description: 'It has ended.', headers }, ...refused },
    },
  }
}

const headers: Schema = { 'X-Request-Id': reference('headers', 'RequestId') }

const refused: Schema = {
  401: reference('responses', 'Problem401'),
  403: reference('responses', 'Problem403'),
  500: reference('responses', 'Problem500'),
}

const answered = (description: string): Schema => ({
  description,
  headers,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['id', 'roles', 'attributes'],
        properties: {
          id: { type: 'string' },
          roles: { type: 'array', items: { type: 'string' } },
          attributes: { type: 'object' },
          tenant: { type: 'string' },
          scopes: { type: 'array', items: { type: 'string' } },
          until: { type: 'string', format: 'date-time' },
        },
      },
    },
  },
})

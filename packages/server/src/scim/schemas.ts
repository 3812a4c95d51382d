import { groupSchema } from './group-resource.ts'
import { userSchema } from './user-resource.ts'

/** An attribute as RFC 7643 section 7 describes it. */
const attribute = (name: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})

const schema = (id: string, name: string, attributes: readonly object[]) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id,
  name,
  attributes,
  meta: { resourceType: 'Schema' },
})

/** What of users and groups is kept, and nothing else. */
export const schemas = [
  schema(userSchema, 'User', [
    attribute('userName', { required: true, uniqueness: 'server' }),
    attribute('name', {
      type: 'complex',
      subAttributes: [attribute('givenName'), attribute('familyName')],
    }),
    attribute('displayName'),
    attribute('active', { type: 'boolean' }),
    attribute('emails', {
      type: 'complex',
      multiValued: true,
      subAttributes: [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })],
    }),
  ]),
  schema(groupSchema, 'Group', [
    attribute('displayName', { required: true, uniqueness: 'server' }),
    attribute('members', {
      type: 'complex',
      multiValued: true,
      subAttributes: [attribute('value', { mutability: 'immutable' }), attribute('type', { mutability: 'immutable' })],
    }),
  ]),
]

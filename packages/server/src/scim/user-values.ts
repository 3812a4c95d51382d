import { handleOf } from './handle.ts'
import { type PatchOperation, plainPath } from './patch-operations.ts'
import { ScimError } from './scim-error.ts'
import { textOf } from './text-of.ts'

/** What of a user is kept, as much of it as was sent; null: it has none. */
export interface UserValues {
  readonly userName?: string
  readonly handle?: string
  readonly isActive?: boolean
  readonly externalId?: string | null
  readonly email?: string | null
  readonly displayName?: string | null
  readonly givenName?: string | null
  readonly familyName?: string | null
}

type Reader = (value: unknown, name: string) => UserValues

const text =
  (field: 'externalId' | 'email' | 'displayName' | 'givenName' | 'familyName'): Reader =>
  (value, name) => ({ [field]: value == null || value === '' ? null : textOf(value, name) })

/** By the paths of attributes. What is not here is not kept, as a service provider may choose (RFC 7644 section 3.3). */
const readers: Readonly<Record<string, Reader>> = {
  username: (value, name) => {
    const userName = textOf(value, name)
    return { userName, handle: handleOf(userName) }
  },
  active: (value) => ({ isActive: booleanOf(value) }),
  externalid: text('externalId'),
  displayname: text('displayName'),
  'name.givenname': text('givenName'),
  'name.familyname': text('familyName'),
  'emails.value': text('email'),
}

/** What a resource says of a user. Throws a ScimError (`invalidValue`). */
export const readUser = (body: Readonly<Record<string, unknown>>): UserValues => valuesAt(body, '')

/** The same of one that takes the place of what was (PUT): what is not said is none, but whether they are active stays. */
export const replacedUser = (body: Readonly<Record<string, unknown>>): UserValues => ({
  ...{ externalId: null, email: null, displayName: null, givenName: null, familyName: null },
  ...readUser(body),
})

/** What a PATCH makes of a user. Throws a ScimError. */
export const patchedUser = (operations: readonly PatchOperation[]): UserValues =>
  Object.assign({}, ...operations.map(({ op, path, value }) => valuesOf(op === 'remove' ? null : value, path ?? '')))

const valuesOf = (value: unknown, path: string): UserValues => {
  if (path === '') {
    if (!isObject(value)) throw new ScimError('invalidValue', 'Without a path the value is an object.')
    return valuesAt(value, '')
  }
  const plain = path.replace(/^emails\[[^\]]*\]/, 'emails')
  if (plain === 'emails') return valuesOf(preferred(value), 'emails.value')
  if (plain === 'name') return isObject(value) ? valuesAt(value, 'name.') : { givenName: null, familyName: null }
  const reader = Object.hasOwn(readers, plain) ? readers[plain] : undefined
  return reader ? reader(value, path) : {}
}

const valuesAt = (object: Readonly<Record<string, unknown>>, before: string): UserValues =>
  Object.assign({}, ...Object.entries(object).map(([name, value]) => valuesOf(value, `${before}${plainPath(name)}`)))

/** The address that counts of several: the primary one, that of work, the first. */
const preferred = (value: unknown): unknown => {
  const all = (Array.isArray(value) ? value : [value]).filter(isObject)
  const found = all.find(({ primary }) => primary === true) ?? all.find(({ type }) => type === 'work') ?? all[0]
  return found?.value ?? (typeof value === 'string' ? value : null)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Entra sends "True" and "False". */
const booleanOf = (value: unknown): boolean => {
  const said = typeof value === 'string' ? value.toLowerCase() : value
  if (said === true || said === 'true') return true
  if (said === false || said === 'false') return false
  throw new ScimError('invalidValue', '"active" is true or false.')
}

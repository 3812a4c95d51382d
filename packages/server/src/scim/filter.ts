import { and, never, type Predicate } from '@charter/runtime'
import { z } from 'zod'
import { equals } from './equals.ts'
import { handleOf } from './handle.ts'
import { ScimError } from './scim-error.ts'

const lengthMax = 1000

/** `userName eq "ann@example.org"`, one after the other (RFC 7644 section 3.4.2.2). */
const comparison = /^\s*([A-Za-z][\w$:.-]*)\s+eq\s+("(?:[^"\\]|\\.)*")\s*/i
const joined = /^and\s+/i

/** What each attribute of a filter is compared with; what is not here is not filtered by. By their names in small letters. */
export type FilterFields = Readonly<Record<string, (value: string) => Predicate>>

const idIs = (value: string): Predicate =>
  z.uuid().safeParse(value).success ? equals('id', value.toLowerCase(), 'uuid') : never

export const userFilters: FilterFields = {
  id: idIs,
  username: (value) => equals('handle', handleOf(value)),
  externalid: (value) => equals('externalId', value),
  displayname: (value) => equals('displayName', value),
}

export const groupFilters: FilterFields = {
  id: idIs,
  externalid: (value) => equals('externalId', value),
  displayname: (value) => equals('name', value),
}

/** A filter of `eq` and `and`. Throws a ScimError (`invalidFilter`) for every other. */
export const readFilter = (text: string, fields: FilterFields): Predicate => {
  if (text.length > lengthMax) throw unread(`The filter has more than ${lengthMax} characters.`)
  const all: Predicate[] = []
  for (let left = text; ; ) {
    const [whole = '', attribute = '', quoted = ''] = comparison.exec(left) ?? []
    const field = own(fields, attribute)
    if (!field) throw unread(`Filters here are "<attribute> eq" of ${Object.keys(fields).join(', ')}, joined by "and".`)
    all.push(field(textIn(quoted)))
    left = left.slice(whole.length)
    if (left === '') return and(...all)
    const [join] = joined.exec(left) ?? []
    if (join === undefined) throw unread('Comparisons are joined by "and".')
    left = left.slice(join.length)
  }
}

/** Attributes may be named with the schema that they are of (RFC 7644 section 3.10). */
const own = (fields: FilterFields, attribute: string): FilterFields[string] | undefined => {
  const name = attribute.toLowerCase().replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/, '')
  return Object.hasOwn(fields, name) ? fields[name] : undefined
}

const textIn = (quoted: string): string => {
  try {
    return z.string().parse(JSON.parse(quoted))
  } catch {
    throw unread('A value is a JSON string.')
  }
}

const unread = (detail: string): ScimError => new ScimError('invalidFilter', detail)

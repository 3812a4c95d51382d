/** Type names that Cedar or this schema keep for themselves; an entity of that name gets an underscore. */
const reserved = new Set([
  'Action',
  'Bool',
  'Boolean',
  'Entity',
  'Extension',
  'Long',
  'Principal',
  'Record',
  'Role',
  'Service',
  'Set',
  'String',
])

/** The Cedar type of a charter's entity. */
export const cedarTypeOf = (entity: string): string => (reserved.has(entity) ? `${entity}_` : entity)

/** The resource of operations that belong to no entity. */
export const serviceType = 'Service'

/** `Patient.read`, `Patient.reveal:clinical`; an operation on no entity is its own name. */
export const cedarActionOf = (entity: string | null, action: string): string =>
  entity === null ? action : `${entity}.${action}`

/** A Cedar string literal: JSON's escapes of quote and backslash, `\u{…}` for what is not printable. */
export const cedarString = (text: string): string =>
  `"${[...text].map((point) => (point === '"' || point === '\\' ? `\\${point}` : point < ' ' ? `\\u{${point.codePointAt(0)?.toString(16)}}` : point)).join('')}"`

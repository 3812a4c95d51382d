import { ScimError } from './scim-error.ts'

/** A text that says something. Throws a ScimError (`invalidValue`). `name`: of its attribute. */
export const textOf = (value: unknown, name: string): string => {
  if (typeof value !== 'string' || value === '') throw new ScimError('invalidValue', `"${name}" is a text.`)
  return value
}

/** JSON of a contract document, before it is text. */
export type Schema = { readonly [member: string]: unknown }

/** Members without those that are undefined, in the order written. */
export const compact = (members: Schema): Schema =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))

export const reference = (section: string, name: string): Schema => ({ $ref: `#/components/${section}/${name}` })
